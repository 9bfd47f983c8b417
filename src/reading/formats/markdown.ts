import { GFM, parser } from "@lezer/markdown";
import type { Heading, ReadText } from "../document.js";
import { normalised } from "../normalised.js";

const markdown = parser.configure(GFM);
const FRONT_MATTER = /^---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** Markdown stays as it is written; a section begins at each heading that stands outside lists, quotations and fences. */
export function readMarkdown(text: string): ReadText {
  const whole = normalised(text);
  const front = FRONT_MATTER.exec(whole)?.[0] ?? "";
  const headings: Heading[] = [];
  // Blank lines of the same length keep the offsets.
  const tree = markdown.parse(front.replace(/[^\n]/g, " ") + whole.slice(front.length));
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (level === undefined) continue;
    const marks = node.getChildren("HeaderMark");
    const title = marks.reduceRight(
      (rest, mark) => rest.slice(0, mark.from - node.from) + rest.slice(mark.to - node.from),
      whole.slice(node.from, node.to),
    );
    headings.push({ title, level: Number(level), from: whole.lastIndexOf("\n", node.from - 1) + 1 });
  }
  const title = /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(front)?.[2] ?? headings.find(({ level }) => level === 1)?.title;
  return { text: whole, headings, ...(title !== undefined && { title }) };
}
