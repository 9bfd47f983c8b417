/** A character that a reader would see. Zero-width ones alone are no text. */
const VISIBLE = /[^\s\u200b-\u200d\u2060\ufeff]/u;

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Marks of Markdown and dots. Alone they are the frame of an answer and no answer. */
const FRAME = /[\s\u200b-\u200d\u2060\ufeff`~#*_>|=.…–—-]/gu;

/** Whether a text says anything: an empty fence, a rule and three dots do not. */
export function isSaid(text: string): boolean {
  return text.replace(/^\s*(?:`{3,10}|~{3,10})[\w-]{0,20}(?=\s*(?:[`~]|$))/, "").replaceAll(FRAME, "") !== "";
}

/** Where a script sets no spaces, each letter counts as a word. */
export function wordsIn(text: string): number {
  return text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}]+/gu)?.length ?? 0;
}

const LONGEST_QUOTE = 60;

/** The beginning of a text in quotes, on one line, as a message shows it. */
export function quoted(text: string): string {
  const line = text
    .slice(0, 4 * LONGEST_QUOTE)
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll('"', "'");
  const letters = [...line];
  return letters.length <= LONGEST_QUOTE
    ? `"${line}"`
    : `"${letters
        .slice(0, LONGEST_QUOTE - 1)
        .join("")
        .trimEnd()}…"`;
}
