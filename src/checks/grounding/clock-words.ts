const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const MINUTES: Readonly<Record<string, number>> = { five: 5, ten: 10, quarter: 15, twenty: 20, "twenty-five": 25, half: 30 };

const HOUR = `(?<hour>${HOURS.join("|")}|1[0-2]|[1-9])`;
/** `half past six`, `a quarter to nine`, `ten past six`, `nine o'clock`. Before `to` only what cannot be a score: "the round voted five to two". */
export const CLOCK_WORDS = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_-])(?<!(?<!\\p{L})from )(?:(?<past>half|quarter|five|ten|twenty-five|twenty|[1-5]?\\d)(?: minutes)? past ${HOUR}|(?<to>quarter|(?:five|ten|twenty-five|twenty|[1-5]?\\d)(?= minutes))(?: minutes)? to ${HOUR.replace("hour", "next")}|${HOUR.replace("hour", "full")} o['’]clock)(?![\\p{L}\\p{M}\\p{N}]| ?:)`,
  "uy",
);
export const NEEDS_CLOCK_WORDS = / past |quarter to |minutes to |clock/;
/** What a time in words may begin with, beside numbers. */
export const CLOCK_BEGINNINGS = ["half", "quarter"] as const;

const DAY = 1_440;
const HALF_DAY = 720;

/** Minutes since midnight of what `CLOCK_WORDS` matches, before noon. */
export function minutesOf({ past, to, hour, next, full }: Readonly<Record<string, string | undefined>>): number {
  const minutes = MINUTES[past ?? to ?? ""] ?? Number(past ?? to ?? 0);
  const at = 60 * hourOf(hour ?? next ?? full ?? "");
  return (at + (to === undefined ? minutes : -minutes) + HALF_DAY) % HALF_DAY;
}

function hourOf(word: string): number {
  const index = HOURS.indexOf(word);
  return index < 0 ? Number(word) : index + 1;
}

const AT =
  /(?:^|[\s(])(?:at|by|until|till|before|after|since|around|about|from|between|to|and|um|bis|ab|gegen|vor|nach|la|ora|orele|până la|de la|între|și) $/u;
const OF_CLOCK = /^ ?(?:o['’]clock|uhr|sharp|in the (?:morning|afternoon|evening)|at night|dimineața|seara)(?![\p{L}])/u;

/** The minutes that a bare number may mean as an hour: "by eight", "between 2 and 4 at night". None where it stands as something else. */
export function hoursMeant(value: number, before: string, after: string): readonly number[] {
  if (!Number.isInteger(value) || value < 1 || value > 24 || (!AT.test(before) && !OF_CLOCK.test(after))) return [];
  return value <= 12 ? [60 * value, (60 * value + HALF_DAY) % DAY] : [(60 * value) % DAY];
}
