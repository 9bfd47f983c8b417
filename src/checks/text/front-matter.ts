/** A first line `key: …`. Without this test a post that opens with a horizontal rule would hide its prose up to the next one. */
const OPENING = /^\uFEFF?---[ \t]*\r?\n(?=---|["']?[\p{L}\p{N}_][^:\r\n]*:(?:[ \t\r\n]|$))/u;
const CLOSING = /^---[ \t]*\r?(?:\n|$)/my;

/** Where front matter stands between its two lines of `---`, and where the text after it begins. */
export interface FrontMatter {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/**
 * Front matter stands at the very start between two lines of `---`, and begins with a `key:` line or is empty; without its closing
 * line it is none.
 */
export function frontMatterOf(markdown: string): FrontMatter | undefined {
  const from = OPENING.exec(markdown)?.[0].length;
  if (from === undefined) return undefined;
  for (let start = from; start > 0; start = markdown.indexOf("\n", start) + 1) {
    CLOSING.lastIndex = start;
    if (CLOSING.test(markdown)) return { from, to: start, end: CLOSING.lastIndex };
  }
  return undefined;
}
