const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
const MONTHS = "january february march april may june july august september october november december";
const GERMAN = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf";
const ROMANIAN = "zero unu două trei patru cinci șase șapte opt nouă zece unsprezece doisprezece";
const TENS = "thirty forty fifty sixty seventy eighty ninety";

const BY_WORD: ReadonlyMap<string, string> = new Map([
  ...[SMALL, GERMAN, ROMANIAN].flatMap((words) => words.split(" ").map((word, value) => [word, `#${value}`] as const)),
  ...TENS.split(" ").map((word, index) => [word, `#${30 + 10 * index}`] as const),
  ["twice", "#2"],
  ["thrice", "#3"],
  ...MONTHS.split(" ").map((word, index) => [word, `month ${index + 1}`] as const),
]);
/** `one` says too little, and these are months with a capital only. */
const NO_FIGURE = /^(?:one|eins|unu|may|march)$/;

/** The figure that a word means: `eleven`, `May`. */
export function figureOf(word: string): string | undefined {
  return NO_FIGURE.test(word) ? undefined : BY_WORD.get(word.toLowerCase());
}

const FIGURE =
  /(?<![\p{L}\p{N}.,:])(?:((?=[a-f]{0,39}\d)[\da-f]{7,40})(?![\p{L}\p{N}])|(\d{4})-(\d{2})(?:-(\d{2}))?|(\d{1,2}:\d{2}|\d+(?:\.\d+){2,3})|(\d{1,3}(?:[ ,.]\d{3})+|\d+)(?:\.(\d{1,3}))?(?![\p{L}\p{N}:]|[.,]\d))/gu;

/** The numbers, times, dates and commit ids of a text, each in one spelling: `1,000` is 1000, `2026-08` is in August. */
export function figuresIn(text: string): readonly string[] {
  if (!/\d/.test(text)) return [];
  const figures: string[] = [];
  for (const [, commit, year, month, day, time, whole, decimals] of text.matchAll(FIGURE)) {
    if (commit !== undefined) figures.push(`#${commit.slice(0, 7)}`);
    else if (year !== undefined) {
      figures.push(`#${year}`, `month ${Number(month)}`);
      if (day !== undefined) figures.push(`#${Number(day)}`);
    } else if (time !== undefined) figures.push(`#${time.replace(/^0(?=\d:)/, "")}`);
    else if (whole !== undefined) figures.push(`#${whole.replace(/\D/g, "")}${decimals === undefined ? "" : `.${decimals}`}`);
  }
  return figures;
}
