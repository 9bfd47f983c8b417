const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
/** The segmenter's time for a character grows with the length of what it is given, so it is given pieces. */
const PIECE = 512;
/** Letters that join what stands before or behind them: jamo, the vowel AM of Thai and Lao, half-wide voice marks, a prefix of Malayalam. */
const JOINING = "\\u0d4e\\u0e33\\u0eb3\\u1100-\\u11ff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uff9e\\uff9f";
/** Two characters that join nothing: between them a grapheme always ends. */
const PLAIN = new RegExp(`^(?:[\\n -~\\u3001\\u3002\\uff0c]|(?![${JOINING}])\\p{L}){2}$`, "u");

/**
 * The last place in (`floor`, `at`] where no grapheme is cut, with `floor` such a place itself; none where the grapheme at `floor` goes on
 * behind `at`.
 */
export function graphemeBreakUpTo(text: string, floor: number, at: number): number | undefined {
  if (at >= text.length) return text.length > floor ? text.length : undefined;
  if (isPlainBreak(text, at)) return at > floor ? at : undefined;
  let safe = at;
  while (safe > floor && !isPlainBreak(text, safe)) safe -= 1;
  let last = safe;
  for (let next = graphemeEnd(text, safe); next <= at; next = graphemeEnd(text, next)) last = next;
  return last > floor ? last : undefined;
}

/** Where the grapheme ends that begins at `from`. */
export function graphemeEnd(text: string, from: number): number {
  if (from + 1 >= text.length || isPlainBreak(text, from + 1)) return Math.min(from + 1, text.length);
  for (let size = 32; ; size *= size < PIECE ? 4 : 2) {
    const first = segmenter.segment(text.slice(from, from + size)).containing(0);
    const length = first?.segment.length ?? 1;
    // What ends with its piece may go on behind it.
    if (length < size || from + size >= text.length) return from + length;
  }
}

function isPlainBreak(text: string, at: number): boolean {
  return at <= 0 || text.charCodeAt(at - 1) === 10 || PLAIN.test(text.slice(at - 1, at + 1));
}
