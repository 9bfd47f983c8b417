/** A run of letters and digits; where a script writes without spaces, each sign by itself. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** The words of a text, in one spelling of each: so two lessons that differ in case, dashes or white space only are one. */
export function wordsOf(text: string): readonly string[] {
  const words = text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
  return words.map((word) => word.replaceAll("’", "'"));
}

/** The words as one text; where there are none, the text itself. */
export function normalised(text: string): string {
  const words = wordsOf(text);
  return words.length === 0 ? oneLine(text) : words.join(" ");
}

/**
 * A lesson is data in somebody's prompt: white space and control characters of every kind become one space, so that
 * it cannot start a line, and with it a heading or an instruction, of its own.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

/** At most so many characters, cut at a whole one, with a sign that something is missing. */
export function shortened(text: string, most: number): string {
  const line = oneLine(text);
  const signs = Array.from(line);
  return signs.length <= most
    ? line
    : `${signs
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
