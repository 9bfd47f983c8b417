import { NumberTable } from "./number-table.js";
import type { WalkedFacts } from "./walk-facts.js";

/** A point in time that the facts hold: on a day, in a day, or both. */
interface Moment {
  readonly key: string;
  /** Since 1970; of a time of day since midnight. */
  readonly seconds: number;
  readonly isTimeOfDay: boolean;
  readonly hasDay: boolean;
}

/** The time between points in time. */
export interface SpansOfTime {
  /** Between two of one object, or of one list, in seconds. */
  readonly near: NumberTable;
  /** Between any two days of the facts: counts where the sentence speaks of a time before, after or between. */
  readonly apart: NumberTable;
  readonly monthsApart: NumberTable;
}

const MOST_PARTS = 12;
const MOST_IN_LIST = 500;
const MOST_DAYS = 16;
const DAY = 86_400;
const MOMENT = /^(?:(\d{4})-(\d\d)-(\d\d)(?:[T ]|$))?(?:([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?/;

export function spansOfTime({ objects, lists, texts, numbers }: WalkedFacts): SpansOfTime {
  const spans: SpansOfTime = { near: new NumberTable(), apart: new NumberTable(), monthsApart: new NumberTable() };

  for (const { path, value } of objects) {
    const moments = Object.entries(value).flatMap(([key, at]) => momentOf(key, at));
    for (const [index, a] of moments.slice(0, MOST_PARTS).entries())
      for (const b of moments.slice(index + 1, MOST_PARTS)) add(a, b, `from ${a.key} to ${b.key}${path === "" ? "" : ` in ${path}`}`);
  }
  for (const { path, value } of lists) {
    const fields = new Map<string, Moment[]>();
    for (const item of value.slice(0, MOST_IN_LIST)) {
      const entries =
        typeof item === "string" ? [["", item] as const] : typeof item === "object" && item !== null ? Object.entries(item) : [];
      for (const [key, at] of entries) for (const moment of momentOf(key, at)) keep(fields, key, moment);
    }
    for (const [key, moments] of fields) {
      const from = `between two of ${path}${key === "" ? "" : `.${key}`}`;
      for (const [index, a] of moments.entries()) {
        const others =
          moments.length <= MOST_PARTS ? moments.slice(index + 1) : [moments[index + 1], index === 0 ? moments.at(-1) : undefined];
        for (const b of others) if (b !== undefined) add(a, b, from);
      }
    }
  }

  const days = new Map<number, string>();
  for (const { path, value } of texts) {
    if (days.size >= MOST_DAYS) break;
    const [moment] = value.length <= 40 ? momentOf(path, value) : [];
    if (moment?.hasDay) days.set(Math.floor(moment.seconds / DAY), days.get(Math.floor(moment.seconds / DAY)) ?? path);
  }
  const sorted = [...days].sort(([a], [b]) => a - b);
  for (const [index, [a, pathA]] of sorted.entries()) {
    for (const [b, pathB] of sorted.slice(index + 1)) {
      spans.apart.add((b - a) * DAY, `from ${pathA} to ${pathB}`);
      for (const months of monthsBetween(a, b)) spans.monthsApart.add(months, `months from ${pathA} to ${pathB}`);
    }
  }
  const years = yearsOf({ objects, lists, texts, numbers });
  for (const [index, a] of years.entries())
    for (const b of years.slice(index + 1))
      spans.monthsApart.add(12 * Math.abs(b - a), `years from ${Math.min(a, b)} to ${Math.max(a, b)}`);
  return spans;

  function add(a: Moment, b: Moment, from: string): void {
    if (a.isTimeOfDay !== b.isTimeOfDay) return;
    spans.near.add(Math.abs(a.seconds - b.seconds), from);
    // From shortly before midnight to shortly after it.
    if (a.isTimeOfDay && b.seconds < a.seconds) spans.near.add(b.seconds + DAY - a.seconds, from);
  }
}

const MOST_YEARS = 12;
const YEAR = /^(?:19|20)\d\d(?!\d)/;

/** The years that the facts name by themselves, as numbers, as keys and at the beginning of dates. */
function yearsOf({ objects, texts, numbers }: WalkedFacts): readonly number[] {
  const years = new Set<number>();
  const keep = (year: number) => {
    if (years.size < MOST_YEARS && Number.isInteger(year) && year >= 1_900 && year < 2_100) years.add(year);
  };
  for (const { key, value } of numbers) if (/year|jahr|since|^an$|built|written|founded/i.test(key)) keep(value);
  for (const { value } of objects) for (const key of Object.keys(value)) if (/^\d{4}$/.test(key)) keep(Number(key));
  for (const { value } of texts) if (value.length <= 40 && YEAR.test(value)) keep(Number(value.slice(0, 4)));
  return [...years];
}

function momentOf(key: string, at: unknown): readonly Moment[] {
  if (typeof at !== "string" || at.length < 5 || at.length > 40) return [];
  const [whole, year, month, day, hour, minute, second] = MOMENT.exec(at) ?? [];
  if (whole === undefined || (year === undefined && hour === undefined)) return [];
  const time = 3_600 * Number(hour ?? 0) + 60 * Number(minute ?? 0) + Number(second ?? 0);
  if (year === undefined) return [{ key, seconds: time, isTimeOfDay: true, hasDay: false }];
  return [{ key, seconds: Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1_000 + time, isTimeOfDay: false, hasDay: true }];
}

/** Whole months between two days, and the next number where only some days are missing to it. */
function monthsBetween(a: number, b: number): readonly number[] {
  const [from, to] = [new Date(a * DAY * 1_000), new Date(b * DAY * 1_000)];
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  const days = to.getUTCDate() - from.getUTCDate();
  const whole = days < 0 ? months - 1 : months;
  const isNearlyOneMore = days < 0 ? days > -8 : days > 22;
  return [whole, ...(isNearlyOneMore ? [whole + 1] : [])].filter((count) => count > 0);
}

function keep(fields: Map<string, Moment[]>, key: string, moment: Moment): void {
  const known = fields.get(key);
  if (known === undefined) fields.set(key, [moment]);
  else known.push(moment);
}
