import type { Place } from "../../dsl/index.js";
import type { Block, List, Piece } from "./block.js";
import { type FrontMatter, frontMatterOf } from "./front-matter.js";
import { htmlProse } from "./html-prose.js";
import { withLineFeeds } from "./line-ends.js";
import { type Fence, type Link, targetOf } from "./link.js";
import { literalPieces } from "./literal.js";
import type { Cursor } from "./parser.js";
import { type Part, partsOf } from "./parts.js";
import { placesOf } from "./places.js";
import { proseReader } from "./prose.js";

/** What a check of prose takes: Markdown, by itself or as the `markdown` of something larger. */
export type Text = string | { readonly markdown: string };

interface Content {
  readonly blocks: readonly Block[];
  /** What Markdown or HTML sees as a list; `disguisedLists` knows the others. */
  readonly lists: readonly List[];
  readonly links: readonly Link[];
  readonly fences: readonly Fence[];
}

/** Markdown as a check sees it: blocks of prose, lists, links and fences in their order, and the place of any offset. */
export interface ParsedText extends Content {
  readonly markdown: string;
  readonly frontMatter: FrontMatter | undefined;
  placeAt(offset: number): Place;
}

// All checks of a stage look at one text, one after the other; the result depends on nothing but that text.
let last: ParsedText | undefined;

/**
 * Reads Markdown (CommonMark with GitHub's tables, task lists, strikethrough, footnotes and bare URLs) into the author's own
 * words, in composed form and without invisible characters. Not among them: front matter, code, tags and scripts of HTML, quotations, the
 * targets of links, images, URLs, footnote marks. Never throws; linear in the length of the text.
 */
export function parseText(text: Text): ParsedText {
  const markdown = typeof text === "string" ? text : text.markdown;
  if (last?.markdown !== markdown) {
    const frontMatter = frontMatterOf(markdown);
    const start = frontMatter?.end ?? (markdown.startsWith("\uFEFF") ? 1 : 0);
    last = { markdown, frontMatter, ...readContent(markdown, start), placeAt: placesOf(markdown) };
  }
  return last;
}

/** What has been read so far. */
interface Reading extends Content {
  readonly blocks: Block[];
  readonly lists: List[];
  readonly links: Link[];
  readonly fences: Fence[];
}

function readContent(markdown: string, start: number): Content {
  const read: Reading = { blocks: [], lists: [], links: [], fences: [] };
  const { text, originalOffset } = withLineFeeds(markdown, start);
  for (const part of partsOf(text)) readPart(part, read, { markdown, originalOffset: (offset) => originalOffset(part.start + offset) });
  return read;
}

/** `originalOffset` leads from the text of the part to the original. */
function readPart(
  { text, cursor }: Part,
  { blocks, lists, links, fences }: Reading,
  { markdown, originalOffset }: { readonly markdown: string; readonly originalOffset: (offset: number) => number },
): void {
  const range = () => ({ from: originalOffset(cursor.from), to: originalOffset(cursor.to) });

  const take = (kind: Exclude<Block["kind"], "heading"> | number, pieces: readonly Piece[]) => {
    const { from, to } = range();
    const prose = proseOf(pieces);
    blocks.push(typeof kind === "number" ? { kind: "heading", level: kind, prose, pieces, from, to } : { kind, prose, pieces, from, to });
  };
  const readProse = proseReader(cursor, { markdown, originalOffset, links });
  const takeProse = (kind: Exclude<Block["kind"], "heading"> | number) => take(kind, readProse());

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
        return takeProse(isInList ? "listItem" : "paragraph");
      case "Task":
        return takeProse("listItem");
      case "TableCell":
        return takeProse("tableCell");
      case "LinkReference":
        return readDefinition(isInList);
      case "HTMLBlock":
        return readHtml(isInList);
      case "FencedCode":
        return readFence();
      default: {
        const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(cursor.name) ?? [];
        if (level !== undefined) takeProse(isInList ? "listItem" : Number(level));
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

  /** A footnote of a single word looks like the definition of a link to the parser. */
  function readDefinition(isInList: boolean): void {
    const isFootnote = text.startsWith("[^", cursor.from);
    eachChild(cursor, () => {
      if (cursor.name !== "URL") return;
      const { from, to } = range();
      const target = markdown.slice(from, to);
      if (!isFootnote) links.push({ target: targetOf(target), from, to });
      else if (!/[/:]/.test(target)) take(isInList ? "listItem" : "paragraph", literalPieces(target, from));
    });
  }

  /** The words between the tags are the author's; a list written in HTML is a list. */
  function readHtml(isInList: boolean): void {
    const { from, to } = range();
    const html = markdown.slice(from, to);
    for (const { kind, level, pieces } of htmlProse(html, from)) {
      const prose = {
        prose: proseOf(pieces),
        pieces,
        from: pieces[0]?.from ?? from,
        to: pieces.at(-1)?.to ?? to,
      };
      if (isInList) blocks.push({ kind: "listItem", ...prose });
      else blocks.push(kind === "heading" ? { kind, level, ...prose } : { kind, ...prose });
    }
    const opening = /<([uo])l[\s>]/i.exec(html);
    if (!opening) return;
    const kind = opening[1]?.toLowerCase() === "u" ? "bullet" : "numbered";
    lists.push({ kind, items: html.match(/<li[\s>]/gi)?.length ?? 0, from: from + opening.index, to });
  }

  function readFence(): void {
    const fence = range();
    const marks: string[] = [];
    eachChild(cursor, () => {
      if (cursor.name === "CodeMark") marks.push(text.slice(cursor.from, cursor.to));
    });
    fences.push({ marks: marks[0] ?? "", isClosed: marks.length > 1, ...fence });
  }

  read(false);
}

function proseOf(pieces: readonly Piece[]): string {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) return first.text;
  return pieces.map(({ text }) => text).join("");
}

function eachChild(cursor: Cursor, visit: () => void): void {
  if (!cursor.firstChild()) return;
  do visit();
  while (cursor.nextSibling());
  cursor.parent();
}
