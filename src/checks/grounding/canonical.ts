/** What a quotation may differ in: quote marks, Markdown's marks and its escapes. */
const MARKS = /["'“”„«»‹›‘’‚`´*_~\\[\]<>|#]+/g;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\s\uFFFC]+/gu;

/** A text as quotations are compared: composed, in small letters, one space for any white space, without marks. */
export function canonical(text: string): string {
  return text.normalize("NFC").replace(UNSEEN, " ").replace(MARKS, "").replace(/ {2,}/g, " ").trim().toLowerCase();
}
