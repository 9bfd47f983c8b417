import type { Token } from "./tokens.js";

/** How much of the text stands before and behind what was found. */
const BEFORE = 80;
const BEHIND = 140;

/** A piece of a passage around a place, cut between words, with `…` where the passage goes on. */
export function snippetOf(text: string, tokens: readonly Token[], { from, to }: { readonly from: number; readonly to: number }): string {
  const start = tokens.find((token) => token.from >= from - BEFORE)?.from ?? from;
  const end = tokens.findLast((token) => token.to <= to + BEHIND)?.to ?? to;
  const piece = text.slice(Math.min(start, from), Math.max(end, to)).replace(/\s+/g, " ");
  return `${start > 0 ? "…" : ""}${piece}${end < text.length ? "…" : ""}`;
}
