/** A date as far as a text gives it. */
export interface CalendarDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  /** 0 is Sunday. */
  readonly weekday?: number;
}

const MONTH_NAMES = [
  "January February March April May June July August September October November December",
  "Jan Feb Mar Apr _ Jun Jul Aug Sep Oct Nov Dec",
  "_ _ _ _ _ _ _ _ Sept _ _ _",
  "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
  "Januar Februar März _ Mai Juni Juli _ _ Oktober _ Dezember",
].map((names) => names.split(" "));
const WEEKDAY_NAMES = [
  "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
  "duminică luni marți miercuri joi vineri sâmbătă",
  "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag",
].map((names) => names.split(" "));

const MONTHS = numbered(MONTH_NAMES, 1);
const WEEKDAYS = numbered(WEEKDAY_NAMES, 0);

function numbered(lists: readonly (readonly string[])[], first: number): ReadonlyMap<string, number> {
  return new Map(lists.flatMap((names) => names.map((name, index) => [name, index + first] as const)).filter(([name]) => name !== "_"));
}

const MONTH = `(?<month>${[...MONTHS.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\p{L}])\\.?`;
const DAY_NUMBER = "\\d{1,2}(?:st|nd|rd|th)?(?![\\d\\p{L}]|,\\d{3}(?!\\d)|[.'’]\\d)";
const DAY = `(?<day>${DAY_NUMBER})`;
const YEAR = "(?<year>(?:19|20)\\d\\d)(?![\\d\\p{L}])";
/** Between two days of one month: `20 and 21 April`, `7 to 11 June`, `June 7–11`. */
const AND = "\\.?(?: (?:and|to|or|until|through|und|bis|și|până la) | ?[–-] ?)";
const START = "(?<![\\p{L}\\p{N}_./:-])";

/** Every word that a date may begin with, in the spellings that are looked for. */
export const DATE_WORDS: readonly string[] = [...MONTHS.keys(), ...WEEKDAYS.keys()];

/** The written forms of a date, the longer ones first. Names of months begin with a capital in English, since `may` and `march` are words. */
export const DATE_PATTERNS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?<year>\d{4})-(?<month>0[1-9]|1[0-2])(?:-(?<day>[0-3]\d)(?!\d)(?:[T ](?<hour>[0-2]\d):(?<minute>[0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?|(?<=(?<![_./:-])(?:19|20)\d\d-\d\d)(?![\d\p{L}_/:-]))/uy,
  new RegExp(`${START}(?:(?<first>${DAY_NUMBER})${AND})?${DAY}\\.?(?: of)? ${MONTH}(?:,? ${YEAR})?`, "uy"),
  new RegExp(`${START}${MONTH} (?:(?<first>${DAY_NUMBER})${AND}(?!\\d{1,2} \\p{Lu}))?${DAY}(?:,? ${YEAR})?`, "uy"),
  new RegExp(`${START}${MONTH},? ${YEAR}`, "uy"),
  /(?<![\p{L}\p{N}./])(?<day>\d{1,2})(?<sign>[./])(?<month>\d{1,2})\k<sign>(?<year>(?:19|20)\d\d)(?!\d)/uy,
  new RegExp(`(?<=(?<![\\p{L}])(?:in|since|until|during|by|of|from|în|din) )${MONTH}`, "uy"),
  new RegExp(`(?<=(?<![\\p{L}])(?:in|since|until|during|by|of|from|to|before|after|year|în|din|anul|seit|©) )${YEAR}(?![.,]\\d)`, "iuy"),
  new RegExp(`(?<![\\p{L}])(?<weekday>${[...WEEKDAYS.keys()].join("|")})(?![\\p{L}\\p{M}])`, "uy"),
];

/** What a text has to hold for each of the written forms, so that most texts are passed over. */
export const ANY_MONTH = new RegExp([...MONTHS.keys()].join("|"), "u");
export const ANY_DAY = new RegExp([...WEEKDAYS.keys()].join("|"), "u");
export const DATE_NEEDS: readonly RegExp[] = [/\d-\d/, ANY_MONTH, ANY_MONTH, ANY_MONTH, /\d[./]\d/, ANY_MONTH, /(?:19|20)\d\d/, ANY_DAY];

/** The dates that a match may mean: `03/04/2026` is one of two. None where there is no such day. */
export function datesOf(groups: Readonly<Record<string, string | undefined>>): readonly CalendarDate[] {
  const { weekday, sign } = groups;
  if (weekday !== undefined) return [{ weekday: WEEKDAYS.get(weekday) ?? 0 }];
  const year = groups.year === undefined ? undefined : Number(groups.year);
  const day = groups.day === undefined ? undefined : Number.parseInt(groups.day, 10);
  const month = groups.month === undefined ? undefined : (MONTHS.get(groups.month) ?? Number(groups.month));
  const read = (d: number | undefined, m: number | undefined): CalendarDate[] =>
    (d !== undefined && (d < 1 || d > 31)) || (m !== undefined && (m < 1 || m > 12))
      ? []
      : [{ ...(year !== undefined && { year }), ...(m !== undefined && { month: m }), ...(d !== undefined && { day: d }) }];
  return sign === "/" || sign === "." ? [...read(day, month), ...read(month, day)] : read(day, month);
}

export const CLOCK = /(?<![\p{L}\p{N}:.])([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?(?! ?[ap]\.?m\b)(?![\d:\p{L}])/uy;
export const HALF_DAY_CLOCK = /(?<![\p{L}\p{N}:.])(1[0-2]|0?[1-9])(?::([0-5]\d))? ?([ap])\.?m\b\.?/iuy;

/** Every key under which a date is found: itself, and itself with less said. */
export function dateKeys({ year, month, day, weekday }: CalendarDate): readonly string[] {
  if (weekday !== undefined) return [dateKey({ weekday })];
  const keys = [dateKey({ ...(year !== undefined && { year }), ...(month !== undefined && { month }), ...(day !== undefined && { day }) })];
  if (year !== undefined) keys.push(dateKey({ year }));
  if (month !== undefined) keys.push(dateKey({ month }));
  if (year !== undefined && month !== undefined) keys.push(dateKey({ year, month }));
  if (month !== undefined && day !== undefined) keys.push(dateKey({ month, day }));
  if (day !== undefined) keys.push(dateKey({ day }));
  if (year !== undefined && month !== undefined && day !== undefined) {
    keys.push(dateKey({ weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }));
  }
  return keys;
}

export function dateKey({ year, month, day, weekday }: CalendarDate): string {
  return weekday !== undefined ? `on ${weekday}` : [year ?? "", month ?? "", day ?? ""].join("-");
}

/** The keys of dates that a key of the facts names: `august`, `May2026`, `q3`. */
export function dateKeysOfKey(key: string): readonly string[] {
  if (key.length > 24) return [];
  const keys: string[] = [];
  for (const [word] of key.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").matchAll(/\p{L}+[1-4]?(?![\p{L}])/gu)) {
    const month = MONTHS.get(word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()) ?? MONTHS.get(word.toLowerCase());
    if (month !== undefined) keys.push(dateKey({ month }));
    const quarter = /^[qQ]([1-4])$/.exec(word)?.[1];
    if (quarter !== undefined) keys.push(...monthsOfQuarter(Number(quarter)).map((of) => dateKey({ month: of })));
  }
  return keys;
}

export function monthsOfQuarter(quarter: number): readonly number[] {
  return [1, 2, 3].map((month) => 3 * (quarter - 1) + month);
}
