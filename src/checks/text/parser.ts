import { parser as commonmark, GFM, type MarkdownConfig } from "@lezer/markdown";

/** Past these the parser turns quadratic or runs out of stack; no text that a person writes comes near them. */
const MARKS_AT_MOST = 2_000;
const TICK_LENGTHS_AT_MOST = 20;
const TAG_OPENINGS_AT_MOST = 2_000;
const DEPTH_AT_MOST = 100;

/**
 * What keeps parsing linear in the length of the text, whatever the text:
 *
 * G1. A paragraph with more than 2,000 brackets and emphasis marks (`[a](` over and over, say), or as hostile in its
 *     backticks or tags, has no inline structure: all of it is plain prose, marks and targets included, so that
 *     nothing can be hidden in one.
 * G2. A line inside more than 100 quotations, lists and items (a list and its item are two) is a paragraph by itself.
 */
const guards: MarkdownConfig = {
  parseInline: [
    {
      name: "PlainParagraph",
      before: "Escape",
      parse: (context, _next, at) => (at === context.offset && isHostile(context.text) ? context.end : -1),
    },
  ],
  parseBlock: [
    {
      name: "TooDeep",
      before: "LinkReference",
      parse(context, line) {
        if (context.depth <= DEPTH_AT_MOST || line.pos >= line.text.length) return false;
        const from = context.lineStart + line.pos;
        context.addElement(context.elt("Paragraph", from, context.lineStart + line.text.length));
        context.nextLine();
        return true;
      },
    },
  ],
};

function isHostile(paragraph: string): boolean {
  if (paragraph.length <= MARKS_AT_MOST) return false;
  if (countUpTo(/\[|\*+|_+|~+/g, paragraph, MARKS_AT_MOST)) return true;
  if (countUpTo(/<[!?a-z/]/gi, paragraph, TAG_OPENINGS_AT_MOST)) return true;
  const lengths = new Set<number>();
  for (const [ticks] of paragraph.matchAll(/`+/g)) {
    lengths.add(ticks.length);
    if (lengths.size > TICK_LENGTHS_AT_MOST) return true;
  }
  return false;
}

/** Whether `pattern` matches more than `most` times. */
function countUpTo(pattern: RegExp, text: string, most: number): boolean {
  let found = 0;
  for (const _ of text.matchAll(pattern)) if (++found > most) return true;
  return false;
}

/** CommonMark with tables, task lists, strikethrough and bare URLs. Only this folder knows the parser. */
export const markdownParser = commonmark.configure([GFM, guards]);

/** Walks the parser's tree. */
export type Cursor = ReturnType<ReturnType<typeof markdownParser.parse>["cursor"]>;
