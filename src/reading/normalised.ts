/** Every mark that some system ends a line with. */
const LINE_ENDS = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;
/** What steers a device and shows nothing, except tab and line feed; and the byte order mark, which is no part of a text. */
const CONTROLS = /(?![\t\n\v\f\r\u0085])[\p{Cc}\ufeff]/gu;
/** A half of a pair without its other half: it cannot be written to a file and read back. */
const HALVES = /\p{Surrogate}/gu;

/**
 * The one form of a text that all offsets point into: lines end in `\n`, control characters and byte order marks are gone, halves of surrogate
 * pairs are U+FFFD, and letters with accents are one character where there is one (NFC). Blanks, blank lines and soft hyphens stay. A text
 * that is normalised already is given back as it is.
 */
export function normalised(text: string): string {
  return text.replace(CONTROLS, "").replace(LINE_ENDS, "\n").replace(HALVES, "\ufffd").normalize("NFC");
}
