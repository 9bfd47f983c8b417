import { type Cursor, markdownParser } from "./parser.js";

/** So many units and more are parsed at once; a tree of megabytes would cost more to keep than to make. */
const LENGTH_AT_LEAST = 65_536;

/** An empty line and then a letter or a heading (no mark outside of ASCII opens anything): nothing that is open goes on there but a fence, a comment or other HTML. */
const MAY_PART = /\n\n(?=[A-Za-z#\u0080-\uFFFF])/g;

/** Blocks that an empty line does not end. */
const GO_ON: ReadonlySet<string> = new Set(["HTMLBlock", "CommentBlock", "ProcessingInstructionBlock"]);

/** A part of a text that holds whole blocks, and its tree. */
export interface Part {
  readonly text: string;
  /** Where it begins in the whole. */
  readonly start: number;
  readonly cursor: Cursor;
}

/**
 * Parses a text in parts, with the same blocks at the same places as if it were parsed at once. What may go on past the end of a part is
 * parsed again in one of twice the length, so that the time stays linear.
 */
export function* partsOf(whole: string, lengthAtLeast = LENGTH_AT_LEAST): Generator<Part> {
  for (let start = 0; ; ) {
    let length = lengthAtLeast;
    let part = partAt(whole, start, length);
    while (part.end < whole.length && goesOn(part.cursor)) {
      length *= 2;
      part = partAt(whole, start, length);
    }
    yield { text: part.text, start, cursor: part.cursor };
    if (part.end === whole.length) return;
    start = part.end;
  }
}

function partAt(whole: string, start: number, length: number): { readonly text: string; readonly end: number; readonly cursor: Cursor } {
  MAY_PART.lastIndex = start + length;
  const end = (MAY_PART.exec(whole)?.index ?? whole.length - 2) + 2;
  const text = start === 0 && end === whole.length ? whole : whole.slice(start, end);
  return { text, end, cursor: markdownParser.parse(text).cursor() };
}

/** Whether the last block has no end of its own before the end of the part. Leaves the cursor where it was. */
function goesOn(cursor: Cursor): boolean {
  if (!cursor.lastChild()) return false;
  let isOpen = GO_ON.has(cursor.name);
  if (cursor.name === "FencedCode") isOpen = cursor.node.getChildren("CodeMark").length < 2;
  cursor.parent();
  return isOpen;
}
