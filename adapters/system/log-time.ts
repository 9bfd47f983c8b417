const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY_MS = 86_400_000;

/** The moment that a clock on the wall shows, in the zone that the logs are written in. */
export type LocalTime = (year: number, month: number, day: number, hour: number, minute: number, second: number, ms: number) => Date;

export const machineTime: LocalTime = (year, month, day, hour, minute, second, ms) =>
  new Date(year, month - 1, day, hour, minute, second, ms);

export interface Reading {
  readonly now: Date;
  readonly localTime: LocalTime;
}

/**
 * When a line of a log was written, by the date at its beginning: ISO 8601 with or without a zone, `2026/12/02
 * 08:00:01` (nginx), `Dec  2 08:00:01` (syslog, RFC 3164), `[02/Dec/2026:08:00:01 +0000]` (web servers). Undefined for others.
 */
export function logTime(line: string, { now, localTime }: Reading): Date | undefined {
  return isoTime(line, localTime) ?? syslogTime(line, now, localTime) ?? accessTime(line);
}

function isoTime(line: string, localTime: LocalTime): Date | undefined {
  const found = /^\[?(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?/.exec(line);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", zone] = found;
  const ms = Number(`${fraction}000`.slice(0, 3));
  if (zone === undefined)
    return valid(localTime(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), ms));
  const offset = zone === "Z" ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return valid(new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`) + ms));
}

/** The year is not written: it is the last in which the day was not still to come, but for clocks a day apart. */
function syslogTime(line: string, now: Date, localTime: LocalTime): Date | undefined {
  const found = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2})\b/.exec(line);
  const month = MONTHS.indexOf(found?.[1] ?? "") + 1;
  if (found === null || month === 0) return undefined;
  const [, , day, hour, minute, second] = found;
  const newest = now.getUTCFullYear() + 1;
  for (let year = newest; year > newest - 9; year--) {
    if (month === 2 && day === "29" && !isLeapYear(year)) continue;
    const time = localTime(year, month, Number(day), Number(hour), Number(minute), Number(second), 0);
    if (time.getTime() <= now.getTime() + DAY_MS) return valid(time);
  }
  return undefined;
}

function isLeapYear(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

function accessTime(line: string): Date | undefined {
  const found = /\[(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-]\d{2})(\d{2})\]/.exec(line.slice(0, 512));
  const month = MONTHS.indexOf(found?.[2] ?? "") + 1;
  if (found === null || month === 0) return undefined;
  const [, day, , year, hour, minute, second, hours, minutes] = found;
  return valid(new Date(`${year}-${String(month).padStart(2, "0")}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`));
}

function valid(time: Date): Date | undefined {
  return Number.isNaN(time.getTime()) ? undefined : time;
}
