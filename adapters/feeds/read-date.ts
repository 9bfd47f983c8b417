const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The zones that RFC 822 names, and what feeds have beside them, in minutes. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, bst: 60, cet: 60, west: 60, cest: 120, eet: 120, eest: 180, msk: 180, ist: 330, jst: 540 },
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 },
};

/**
 * A date as feeds write it: RFC 822 with two or four digits for the year, RFC 3339, and ISO 8601 in less detail. What
 * names no zone counts as UTC. Gives ISO 8601 in UTC, and null for what is no date: 31 February is none.
 */
export function readDate(text: string | null): string | null {
  const words = text?.trim() ?? "";
  return mailDate(words) ?? isoDate(words);
}

function mailDate(text: string): string | null {
  const found =
    /^(?:[A-Za-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]+([A-Za-z]{3})[A-Za-z]*\.?,?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([A-Za-z]{1,4}|[+-]\d{1,2}:?\d{2})?)?(?:\s*\(.*\))?$/.exec(
      text,
    );
  if (found === null) return null;
  const [, day, name = "", year = "", hour, minute, second, zone] = found;
  const offset = offsetOf(zone);
  const month = MONTHS.indexOf(name.toLowerCase());
  if (offset === undefined || month < 0) return null;
  // RFC 2822 has it so: what is below 50 is of this century.
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2_000 : 1_900);
  return moment([fullYear, month + 1, Number(day), Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), 0], offset);
}

function isoDate(text: string): string | null {
  const found =
    /^(\d{4})(?:-?(\d{2})(?:-?(\d{2})(?:[Tt\s]+(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?\s*([A-Za-z]{1,4}|[+-]\d{2}:?\d{0,2})?)?)?)?$/.exec(
      text,
    );
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, fraction = "", zone] = found;
  const offset = offsetOf(zone);
  if (offset === undefined) return null;
  const ms = Number(`${fraction}000`.slice(0, 3));
  return moment(
    [Number(year), Number(month ?? 1), Number(day ?? 1), Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), ms],
    offset,
  );
}

/** Minutes east of Greenwich. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const found = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (found === null) return ZONES[zone.toLowerCase()];
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return minutes > 18 * 60 ? undefined : found[1] === "-" ? -minutes : minutes;
}

type Fields = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number, ms: number];

function moment([year, month, day, hour, minute, second, ms]: Fields, offset: number): string | null {
  // A leap second is the last one that there is; 24:00 is the next day's beginning.
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 60) return null;
  const start = new Date(Date.UTC(year, month - 1, day));
  start.setUTCFullYear(year, month - 1, day);
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) return null;
  return new Date(start.getTime() + ((hour * 60 + minute - offset) * 60 + Math.min(second, 59)) * 1_000 + ms).toISOString();
}
