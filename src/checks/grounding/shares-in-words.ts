const PARTS: Readonly<Record<string, number>> = {
  third: 3,
  quarter: 4,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
};
const COUNTS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 };

const OF_ONE_THING = "(?! (?:of|by) an? )";
/** `two thirds`, and `a third of the …`; "a quarter of an hour" is a duration, "a third" alone may be one after a second. */
export const SHARE_IN_WORDS = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_-])(?:(?<count>two|three|four|five|six|seven|eight|nine)[ -](?<parts>${Object.keys(PARTS).join("|")})s${OF_ONE_THING}|(?<one>a|one)[ -](?<part>${Object.keys(PARTS).join("|")})(?= of (?!an? ))|(?<=(?<!\\p{L})by )(?<by>a) (?<byPart>third|quarter|fifth|sixth|tenth)(?! of| to| past))(?![\\p{L}\\p{M}\\p{N}])`,
  "uy",
);
export const NEEDS_SHARE_IN_WORDS = /third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth/;
/** Words that `a` makes a share of. */
export const SHARED_BY_ONE: readonly string[] = Object.keys(PARTS);

/** What a share in words may be off by, in percent of the whole. */
export const OFF_IN_WORDS = 2.5;

export function percentOf({ count, parts, one, part, by, byPart }: Readonly<Record<string, string | undefined>>): number {
  return (100 * (COUNTS[count ?? one ?? by ?? ""] ?? 1)) / (PARTS[parts ?? part ?? byPart ?? ""] ?? 1);
}
