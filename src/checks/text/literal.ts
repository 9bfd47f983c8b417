import type { Piece } from "./block.js";
import { INVISIBLE } from "./invisible.js";

/** Text below U+0300 without a soft hyphen is in composed form and shows all that it holds; nearly every piece is of this kind. */
const UNUSUAL = /\u00AD|[\u0300-\uFFFF]/;

// Bounded, since a run of millions would overflow the stack.
const PARTS = new RegExp(`(?<hidden>(?:${INVISIBLE.source}){1,64})|(?<cluster>\\P{M}\\p{M}{1,64}|[\\u1100-\\u11FF]{2,64})|[^]`, "gu");

/**
 * The original's `text` from offset `from` on as pieces in composed form (NFC) and without invisible characters, so that checks need to
 * know nothing of either. What was changed is a piece of its own, so that offsets still lead to the original.
 */
export function literalPieces(text: string, from: number): readonly Piece[] {
  if (!UNUSUAL.test(text) || (!INVISIBLE.test(text) && text.normalize("NFC") === text)) return [{ text, from, to: from + text.length }];
  const pieces: Piece[] = [];
  let keptFrom = 0;
  const keep = (to: number) => {
    if (to > keptFrom) pieces.push({ text: text.slice(keptFrom, to), from: from + keptFrom, to: from + to });
  };
  for (const { 0: part, index, groups } of text.matchAll(PARTS)) {
    const composed = groups?.hidden === undefined ? part.normalize("NFC") : "";
    if (composed === part) continue;
    keep(index);
    keptFrom = index + part.length;
    if (composed !== "") pieces.push({ text: composed, from: from + index, to: from + keptFrom });
  }
  keep(text.length);
  return pieces;
}
