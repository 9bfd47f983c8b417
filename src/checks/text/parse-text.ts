import type { Place } from "../../dsl/index.js";
import type { Block, List } from "./block.js";
import { frontMatterEnd } from "./front-matter.js";
import { withLineFeeds } from "./line-ends.js";
import { type Cursor, markdownParser } from "./parser.js";
import { placesOf } from "./places.js";
import { readProse } from "./prose.js";

/** What a check of prose takes: Markdown, by itself or as the `markdown` of something larger. */
export type Text = string | { readonly markdown: string };

/** Markdown as a check sees it: blocks of prose and lists in their order, and the place of any offset. */
export interface ParsedText {
  readonly markdown: string;
  readonly blocks: readonly Block[];
  readonly lists: readonly List[];
  placeAt(offset: number): Place;
}

// All checks of a stage look at one text, one after the other; the result depends on nothing but that text.
let last: ParsedText | undefined;

/**
 * Reads Markdown (CommonMark with GitHub's tables, task lists, strikethrough and bare URLs) into the author's own
 * words. Not among them: front matter, code, HTML, quotations, the targets of links, images, URLs, footnote marks.
 * Never throws; linear in the length of the text.
 */
export function parseText(text: Text): ParsedText {
  const markdown = typeof text === "string" ? text : text.markdown;
  if (last?.markdown !== markdown) last = { markdown, ...readBlocks(markdown), placeAt: placesOf(markdown) };
  return last;
}

function readBlocks(markdown: string): { blocks: readonly Block[]; lists: readonly List[] } {
  const blocks: Block[] = [];
  const lists: List[] = [];
  const { text, originalOffset } = withLineFeeds(markdown, frontMatterEnd(markdown));
  const cursor = markdownParser.parse(text).cursor();
  const range = () => ({ from: originalOffset(cursor.from), to: originalOffset(cursor.to) });

  const take = (kind: Exclude<Block["kind"], "heading"> | number) => {
    const pieces = readProse(cursor, markdown, originalOffset);
    const prose = { prose: pieces.map((piece) => piece.text).join(""), pieces, ...range() };
    blocks.push(typeof kind === "number" ? { kind: "heading", level: kind, ...prose } : { kind, ...prose });
  };

  function read(isInList: boolean): void {
    switch (cursor.name) {
      case "Document":
      case "ListItem":
      case "Table":
      case "TableHeader":
      case "TableRow":
        return eachChild(cursor, () => read(isInList));
      case "BulletList":
      case "OrderedList":
        return readList();
      case "Paragraph":
        return take(isInList ? "listItem" : "paragraph");
      case "Task":
        return take("listItem");
      case "TableCell":
        return take("tableCell");
      default: {
        const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(cursor.name) ?? [];
        if (level !== undefined) take(isInList ? "listItem" : Number(level));
      }
    }
  }

  function readList(): void {
    const list = {
      kind: cursor.name === "BulletList" ? ("bullet" as const) : ("numbered" as const),
      items: 0,
      ...range(),
    };
    lists.push(list);
    eachChild(cursor, () => {
      list.items += 1;
      read(true);
    });
  }

  read(false);
  return { blocks, lists };
}

function eachChild(cursor: Cursor, visit: () => void): void {
  if (!cursor.firstChild()) return;
  do visit();
  while (cursor.nextSibling());
  cursor.parent();
}
