import { type Token, tokensOf } from "./tokens.js";

/** What can be searched. A document of the reading module is one; so is anything with a text. */
export interface Searchable {
  /** What hits call it. What is indexed under a known id takes the place of what was. */
  readonly id: string;
  readonly text: string;
  readonly title?: string | undefined;
  /** Parts of the text that hits name, in their order; the whole text if not given. */
  readonly sections?: readonly { readonly id: string; readonly title?: string; readonly from: number; readonly to: number }[];
}

/** A stretch of a section that is found as one. */
export interface Passage {
  readonly section: string;
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** How many words a passage has: about a paragraph or two. */
const LENGTH = 160;
/** How many of them the next passage has too, so that a phrase of so many words is found wherever it stands. */
const SHARED = 32;

export function* passagesOf({ text, sections }: Searchable): Generator<Passage> {
  for (const { id, from, to } of sections ?? [{ id: "", from: 0, to: text.length }]) {
    const tokens = tokensOf(text.slice(from, to));
    for (let start = 0; start < tokens.length; start += LENGTH - SHARED) {
      const own = tokens.slice(start, start + LENGTH);
      yield { section: id, ...rangeOf(own, from), words: own.map(({ word }) => word).join(" ") };
      if (start + LENGTH >= tokens.length) break;
    }
  }
}

function rangeOf(tokens: readonly Token[], base: number): { readonly from: number; readonly to: number } {
  return { from: base + (tokens[0]?.from ?? 0), to: base + (tokens.at(-1)?.to ?? 0) };
}
