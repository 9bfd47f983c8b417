import { lastAtMost } from "./places.js";

/**
 * A stretch of prose and the UTF-16 range of the original that it was read from. The two have the same length, save
 * where one character stands for more (an entity, a line break, a stand-in).
 */
export interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Prose {
  /** What a reader reads as the author's words: no marks, no code, no targets of links. */
  readonly prose: string;
  /** The pieces that `prose` is joined from. */
  readonly pieces: readonly Piece[];
  /** The block's range in the original, its marks included. */
  readonly from: number;
  readonly to: number;
}

/** One block of the author's own words. A heading inside a list is a `listItem`: it opens no section. */
export type Block =
  | (Prose & { readonly kind: "heading"; readonly level: number })
  | (Prose & { readonly kind: "paragraph" | "listItem" | "tableCell" });

/** A list with its range; a list inside another one follows it. */
export interface List {
  readonly kind: "bullet" | "numbered";
  readonly items: number;
  readonly from: number;
  readonly to: number;
}

/** Turns indexes of a block's prose into offsets of the original. Made in no time, since most blocks are never asked. */
export function offsetsOf(block: Prose): (index: number) => number {
  let starts: readonly number[] | undefined;
  return (index) => {
    starts ??= startsOf(block.pieces);
    const known = starts;
    const at = lastAtMost(starts.length, (piece) => known[piece] ?? 0, index);
    const piece = block.pieces[at];
    if (!piece) return block.from;
    const isLiteral = piece.text.length === piece.to - piece.from;
    return isLiteral ? piece.from + index - (known[at] ?? 0) : piece.from;
  };
}

function startsOf(pieces: readonly Piece[]): readonly number[] {
  let length = 0;
  return pieces.map(({ text }) => {
    length += text.length;
    return length - text.length;
  });
}
