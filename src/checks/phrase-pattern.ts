import { folded } from "./text/folded.js";

const LETTERS = "\\p{L}\\p{M}\\p{N}";

/** What one mark of a phrase also matches: typographic twins, and Romanian letters written with a cedilla for a comma. */
const ALSO: Readonly<Record<string, string>> = {
  "'": "['’‘‛ʼ′´＇]",
  '"': '["“”„‟″«»＂]',
  ș: "[șş]",
  ț: "[țţ]",
};

/**
 * One pattern for many phrases, the longest first. It follows no case, takes whole words only, any spaces or a line break for a
 * space, a hyphen or a space for a hyphen, any apostrophe, and letters in composed or decomposed form.
 */
export function phrasePattern(phrases: readonly string[]): RegExp {
  const alternatives = [...phrases].sort((a, b) => b.length - a.length).map(onePhrase);
  return new RegExp(`(?<![${LETTERS}])(?:${alternatives.join("|")})(?![${LETTERS}])`, "giu");
}

function onePhrase(phrase: string): string {
  const composed = folded(phrase.normalize("NFC").toLowerCase());
  return [...composed.trim().replace(/\s+/g, " ")].map(oneMark).join("");
}

function oneMark(mark: string): string {
  if (mark === " ") return "\\s+";
  if (mark === "-") return "(?:[-‐‑]|\\s+)";
  const literal = ALSO[mark] ?? escaped(mark);
  const decomposed = mark.normalize("NFD");
  return decomposed === mark ? literal : `(?:${literal}|${escaped(decomposed)})`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
