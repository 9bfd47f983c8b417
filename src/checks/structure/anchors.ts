import type { Block } from "../text/block.js";
import type { ParsedText } from "../text/parse-text.js";
import { STAND_IN } from "../text/stand-in.js";

const HTML_ANCHOR = /\s(?:id|name)\s{0,3}=\s{0,3}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s"'>]{1,200}))/gi;

/** The anchors of a text, in lower case: those that GitHub makes of headings, and those of HTML's `id` and `name`. */
export function anchorsOf({ blocks, markdown }: ParsedText): ReadonlySet<string> {
  const anchors = new Set<string>();
  const times = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind !== "heading") continue;
    const slug = slugOf(visibleText(block, markdown));
    let anchor = slug;
    for (let time = times.get(slug) ?? 0; anchors.has(anchor); ) {
      time += 1;
      anchor = `${slug}-${time}`;
      times.set(slug, time);
    }
    anchors.add(anchor);
  }
  for (const [, double, single, bare] of markdown.matchAll(HTML_ANCHOR)) {
    anchors.add((double ?? single ?? bare ?? "").normalize("NFC").toLowerCase());
  }
  return anchors;
}

/** The words of a heading in lower case, each space as a hyphen, without marks. */
function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, "")
    .replace(/\s/g, "-");
}

/** Unlike prose, a heading's anchor holds the words of its code and addresses. */
function visibleText({ pieces }: Block, markdown: string): string {
  return pieces
    .map(({ text, from, to }) => {
      if (text !== STAND_IN) return text;
      const source = markdown.slice(from, to);
      return source.startsWith("!") ? "" : source.normalize("NFC").replace(/<[^<>]{1,200}>/g, "");
    })
    .join("");
}
