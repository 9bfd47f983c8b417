import { Autolink, parser as commonmark, type MarkdownConfig, Strikethrough, Table, TaskList } from "@lezer/markdown";
import { afterPlainRun } from "./plain-run.js";

/** Past these the parser turns quadratic or runs out of stack; no text that a person writes comes near them. */
const MARKS_AT_MOST = 2_000;
const TICK_LENGTHS_AT_MOST = 20;
const TAG_OPENINGS_AT_MOST = 2_000;
const DEPTH_AT_MOST = 100;
const LONG_INDENT = /^[>\s]{1000}/;

/**
 * What keeps parsing linear in the length of the text, whatever the text:
 *
 * G1. A paragraph with more than 2,000 brackets and emphasis marks (`[a](` over and over, say), or as hostile in its
 *     backticks or tags, has no inline structure: all of it is plain prose, marks and targets included, so that
 *     nothing can be hidden in one.
 * G2. A line inside more than 100 quotations, lists and items (a list and its item are two) is a paragraph by itself.
 * G3. What opens nothing is passed over in one step, runs of spaces among it: the parser would look at the rest of one from each
 *     space again.
 * G4. A line that begins with more than 1,000 spaces and marks of quotation is not looked at as the rule of a table.
 */
const guards: MarkdownConfig = {
  parseInline: [
    {
      name: "PlainRun",
      before: "Escape",
      parse: (context, next, at) =>
        at === context.offset && isHostile(context.text) ? context.end : afterPlainRun(context.text, context.offset, next, at),
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

const table: MarkdownConfig = {
  ...Table,
  parseBlock: (Table.parseBlock ?? []).map(({ endLeaf, ...rest }) => ({
    ...rest,
    ...(endLeaf && { endLeaf: (context, line, leaf) => !LONG_INDENT.test(context.peekLine()) && endLeaf(context, line, leaf) }),
  })),
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
export const markdownParser = commonmark.configure([table, TaskList, Strikethrough, Autolink, guards]);

/** Walks the parser's tree. */
export type Cursor = ReturnType<ReturnType<typeof markdownParser.parse>["cursor"]>;
