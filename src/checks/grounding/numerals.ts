const ENGLISH = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  "twenty thirty forty fifty sixty seventy eighty ninety",
] as const;
const ROMANIAN = [
  "zero unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece",
  "douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci",
] as const;

const VALUES = new Map<string, number>([
  ["una", 1],
  ["două", 2],
  ["douăsprezece", 12],
]);
for (const [small, tens] of [ENGLISH, ROMANIAN]) {
  for (const [value, word] of small.split(" ").entries()) VALUES.set(word, value);
  for (const [index, word] of tens.split(" ").entries()) VALUES.set(word, 10 * (index + 2));
}
const TIMES = new Map<string, number>([
  ["dozen", 12],
  ...["hundred", "sută", "sute"].map((word) => [word, 100] as const),
  ...["thousand", "mie", "mii", "k"].map((word) => [word, 1e3] as const),
  ...["million", "milion", "milioane"].map((word) => [word, 1e6] as const),
  ...["billion", "miliard", "miliarde"].map((word) => [word, 1e9] as const),
]);

const large = (words: string) => words.split(" ").join("|");
const EN_WORDS = `(?:(?:${large(ENGLISH[1])})(?:[- ](?:${large(ENGLISH[0]).replace(/\|ten\b.*/, "")}))?|${large(ENGLISH[0])})`;
const GROUPS = [...TIMES.keys()].filter((word) => word !== "k").join("|");
const inWords = (words: string, one: string) =>
  `(?:(?:${words}|${one})(?: de)? (?:${GROUPS})(?: (?:and )?${words})?|${words})(?![\\p{L}\\p{M}\\p{N}])`;

/** What matches a number in English words, as the source of a pattern with the flags `iu`. */
export const ENGLISH_NUMERAL = inWords(EN_WORDS, "an?");

const words = (list: string) => list.split(" ");
const groups: ReadonlySet<string> = new Set([...TIMES.keys()].filter((word) => word !== "k"));

/** The words that numbers are made of, by language. */
export const WORDS_OF_NUMERALS = {
  english: {
    small: new Set(words(ENGLISH[0])),
    tens: new Set(words(ENGLISH[1])),
    digits: new Set(words(ENGLISH[0]).slice(0, 10)),
    joints: ["-", " "],
    ones: new Set(["a", "an"]),
    groups,
  },
  romanian: {
    small: new Set([...words(ROMANIAN[0]), "una", "două", "douăsprezece"]),
    tens: new Set(words(ROMANIAN[1])),
    digits: new Set([...words(ROMANIAN[0]).slice(0, 10), "una", "două"]),
    joints: [" și "],
    ones: new Set(["o"]),
    groups,
  },
} as const;

/** Every word that a number may begin with; `douăzeci` is one of them, and so is the `twenty` of `twenty-five`. */
export const NUMBER_WORDS: readonly string[] = [...VALUES.keys()];

/** What "a" and "an" make a number of: a dozen, a hundred. */
export const COUNTED_BY_ONE: readonly string[] = [...TIMES.keys()];

export interface Numeral {
  /** `1.000` may be a thousand or one. */
  readonly values: readonly number[];
  /** Half of its last place: `12.3k` stands for anything from 12,250 to 12,350. 0 where it is exact. */
  readonly half: number;
  readonly isWord: boolean;
}

/** Reads what `endOfNumeral` finds. */
export function readNumeral(text: string): Numeral {
  const lower = text.toLowerCase().replace(/ş/g, "ș").replace(/ţ/g, "ț");
  if (!/^\d/.test(lower)) return { values: [valueOfWords(lower)], half: 0, isWord: true };
  if (/e[+-]?\d+$/.test(lower)) return { values: [Number(lower.replace(",", "."))], half: 0, isWord: false };
  const [, number = "", word = ""] = /^(.*?\d)[ \u00a0]?(\p{L}*)$/u.exec(lower) ?? [];
  const times = TIMES.get(word) ?? 1;
  const plain = number.replace(/(?<=\d)['’ \u00a0\u202f](?=\d{3})/g, "");
  const values = valuesOf(plain).map((value) => value * times);
  const decimals = /[.,](\d+)$/.exec(plain)?.[1]?.length ?? 0;
  const isGroup = values[0] !== undefined && Number.isInteger(values[0]) && times === 1;
  return { values, half: isGroup ? 0 : 0.5 * times * 10 ** -decimals, isWord: false };
}

function valuesOf(plain: string): number[] {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return [Number(plain.replaceAll(",", ""))];
  if (/^\d{1,3}\.\d{3}$/.test(plain)) return [Number(plain), Number(plain.replace(".", ""))];
  return [Number(plain.replace(",", "."))];
}

function valueOfWords(text: string): number {
  let total = 0;
  let current = 0;
  for (const word of text.split(/[-\s]+/)) {
    const times = TIMES.get(word);
    if (times === undefined) current += VALUES.get(word) ?? 0;
    else if (times <= 100) current = Math.max(1, current) * times;
    else {
      total += Math.max(1, current) * times;
      current = 0;
    }
  }
  return total + current;
}
