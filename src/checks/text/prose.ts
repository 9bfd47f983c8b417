import type { Piece } from "./block.js";
import { decodeEntity } from "./entities.js";
import type { Cursor } from "./parser.js";
import { STAND_IN } from "./stand-in.js";

/**
 * The prose of the block that the cursor stands on, as pieces. The tree has no text nodes: what lies between a node's
 * children is its text. `originalOffset` leads from the parsed text to the original.
 */
export function readProse(cursor: Cursor, markdown: string, originalOffset: (offset: number) => number): readonly Piece[] {
  const pieces: Piece[] = [];
  const source = (from: number, to: number) => markdown.slice(originalOffset(from), originalOffset(to));
  const add = (from: number, to: number, text = source(from, to)) => {
    if (text !== "") pieces.push({ text, from: originalOffset(from), to: originalOffset(to) });
  };

  function readBetweenChildren(isLink: boolean): void {
    const { to } = cursor;
    let at = cursor.from;
    let marks = 0;
    if (cursor.firstChild()) {
      do {
        // The second mark of a link closes its text; all that follows is its target.
        if (!isLink || marks < 2) {
          add(at, cursor.from);
          readInline();
        }
        if (cursor.name === "LinkMark") marks += 1;
        at = cursor.to;
      } while (cursor.nextSibling());
      cursor.parent();
    }
    if (!isLink) add(at, to);
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
        if (source(from, from + 2) !== "[^") readBetweenChildren(true);
        return;
      case "InlineCode":
      case "Image":
      case "Autolink":
      case "URL":
        return add(from, to, STAND_IN);
      case "HardBreak":
        return add(from, to, "\n");
      case "HTMLTag":
        return add(from, to, /^<br\b/i.test(source(from, to)) ? "\n" : "");
      case "Escape":
        return add(from + 1, to);
      case "Entity":
        return add(from, to, decodeEntity(source(from, to)));
      default:
        // Marks of emphasis, headings, tasks and comments: nothing that is read, not even a space.
        return;
    }
  }

  readBetweenChildren(false);
  return pieces;
}
