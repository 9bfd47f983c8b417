import type { Piece } from "./block.js";
import { decodeEntity } from "./entities.js";
import { INVISIBLE } from "./invisible.js";
import { type Link, targetOf } from "./link.js";
import { literalPieces } from "./literal.js";
import type { Cursor } from "./parser.js";
import { STAND_IN } from "./stand-in.js";

/** Inside these tags stands no prose, as in code between ticks. */
const CODE_TAG = /^<(\/?)(code|kbd|pre|samp|script|style|tt|var)\b/i;

export interface ProseSource {
  readonly markdown: string;
  /** Leads from the parsed text to the original. */
  readonly originalOffset: (offset: number) => number;
  /** Receives the target of each link and image. */
  readonly links: Link[];
}

/**
 * Reads the prose of the block that the cursor stands on, as pieces; one reader serves all blocks of a text. The tree has no text nodes:
 * what lies between a node's children is its text.
 */
export function proseReader(cursor: Cursor, { markdown, originalOffset, links }: ProseSource): () => readonly Piece[] {
  let pieces: Piece[] = [];
  /** The innermost tag of code that is open, by name: where it begins and how many pieces stood before it. */
  const openTags = new Map<string, { from: number; pieces: number }>();
  /** The end of a footnote's mark at the start of a line, which a colon may follow. */
  let footnoteEnd = -1;

  const source = (from: number, to: number) => markdown.slice(originalOffset(from), originalOffset(to));
  const addLiteral = (from: number, to: number) => {
    if (from === to) return;
    const start = from === footnoteEnd && source(from, from + 1) === ":" ? from + 1 : from;
    // Not spread into `push`: more than about 100,000 arguments overflow the stack.
    for (const piece of literalPieces(source(start, to), originalOffset(start))) pieces.push(piece);
  };
  const add = (from: number, to: number, text: string) => {
    if (text !== "" && !(text.length === 1 && INVISIBLE.test(text))) {
      pieces.push({ text, from: originalOffset(from), to: originalOffset(to) });
    }
  };

  function readBetweenChildren(isLink: boolean): void {
    const { to } = cursor;
    let at = cursor.from;
    let marks = 0;
    const linksBefore = links.length;
    const range = { from: originalOffset(cursor.from), to: originalOffset(to) };
    if (cursor.firstChild()) {
      do {
        // The second mark of a link closes its text; all that follows is its target.
        if (!isLink || marks < 2) {
          addLiteral(at, cursor.from);
          readInline();
        } else takeTarget();
        if (cursor.name === "LinkMark") marks += 1;
        at = cursor.to;
      } while (cursor.nextSibling());
      cursor.parent();
    }
    if (!isLink) addLiteral(at, to);
    // `[text]()` has all four marks and no target.
    else if (marks === 4 && links.length === linksBefore) links.push({ target: "", ...range });
  }

  function takeTarget(): void {
    if (cursor.name !== "URL") return;
    const { from, to } = cursor;
    links.push({ target: targetOf(source(from, to)), from: originalOffset(from), to: originalOffset(to) });
  }

  function takeTargetOfImage(): void {
    if (!cursor.firstChild()) return;
    do takeTarget();
    while (cursor.nextSibling());
    cursor.parent();
  }

  /** What stands between a tag of code and its end becomes one stand-in; a tag that nothing closes hides nothing. */
  function readTag(from: number, to: number): void {
    const tag = source(from, to);
    if (/^<br\b/i.test(tag)) return add(from, to, "\n");
    const [, slash, name = ""] = CODE_TAG.exec(tag) ?? [];
    if (slash === undefined) return;
    const key = name.toLowerCase();
    const open = openTags.get(key);
    if (slash === "") openTags.set(key, { from, pieces: pieces.length });
    else if (open) {
      pieces.length = open.pieces;
      for (const [other, { pieces: before }] of openTags) if (before >= open.pieces) openTags.delete(other);
      add(open.from, to, STAND_IN);
    }
  }

  function readInline(): void {
    const { name, from, to } = cursor;
    switch (name) {
      case "Emphasis":
      case "StrongEmphasis":
      case "Strikethrough":
        return readBetweenChildren(false);
      case "Link":
        // The parser knows no footnotes: `[^1]` comes as a link.
        if (source(from, from + 2) !== "[^") return readBetweenChildren(true);
        if (pieces.at(-1)?.text.endsWith("\n") ?? true) footnoteEnd = to;
        return;
      case "Image":
        takeTargetOfImage();
        return add(from, to, STAND_IN);
      case "InlineCode":
      case "Autolink":
      case "URL":
        return add(from, to, STAND_IN);
      case "HardBreak":
        return add(from, to, "\n");
      case "HTMLTag":
        return readTag(from, to);
      case "Escape":
        return addLiteral(from + 1, to);
      case "Entity":
        return add(from, to, decodeEntity(source(from, to)));
      default:
        // Marks of emphasis, headings, tasks and comments: nothing that is read, not even a space.
        return;
    }
  }

  return () => {
    pieces = [];
    openTags.clear();
    footnoteEnd = -1;
    readBetweenChildren(false);
    return pieces;
  };
}
