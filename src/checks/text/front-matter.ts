/** A first line `key: …`. Without this test a post that opens with a horizontal rule would hide its prose up to the next one. */
const OPENING = /^\uFEFF?---[ \t]*\r?\n(?=---|["']?[\p{L}\p{N}_][^:\r\n]*:(?:[ \t\r\n]|$))/u;
const CLOSING = /^---[ \t]*\r?(?:\n|$)/my;

/**
 * Where the text after the front matter begins; where there is none, 0 or the end of a byte order mark. Front matter
 * stands at the very start between two lines of `---`, and begins with a `key:` line or is empty; without its closing
 * line it is none.
 */
export function frontMatterEnd(markdown: string): number {
  const opening = OPENING.exec(markdown);
  const none = markdown.startsWith("\uFEFF") ? 1 : 0;
  if (!opening) return none;
  for (let start = opening[0].length; start > 0; start = markdown.indexOf("\n", start) + 1) {
    CLOSING.lastIndex = start;
    if (CLOSING.test(markdown)) return CLOSING.lastIndex;
  }
  return none;
}
