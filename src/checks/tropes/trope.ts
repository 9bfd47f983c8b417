import type { Severity } from "../../dsl/index.js";
import type { RulePage } from "../pack.js";
import type { Block } from "../text/block.js";
import type { Tokens } from "./tokens.js";

/** A block of prose as its words and marks. */
export interface Passage {
  /** The number of the block. */
  readonly number: number;
  readonly kind: Block["kind"];
  /** Good only until the next passage is shown. */
  readonly tokens: Tokens;
  readonly block: Block;
  /** The whole text that the block is part of. */
  readonly markdown: string;
}

/** A stretch of a block's prose that a rule found. */
export interface Hit {
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

interface TropePage extends RulePage {
  /** What its finding calls the words it quotes, as in "… is a stock opener". */
  readonly kind: string;
  readonly severity: Severity;
}

/** A rule that no list of phrases can hold: it looks at how sentences are built and follow each other. */
export interface StructureRule extends TropePage {
  /** For one text: is shown its passages in their order, and then `undefined`, so that no text need be held as words as a whole. */
  finder(): Finder;
  /** Nothing is found in a passage that has none of these words; such passages are not shown. */
  readonly words?: ReadonlySet<string>;
  /** Its finding stands for all that others find in it. */
  readonly isWhole?: true;
}

/** `places` are those of the rule's `words`, where it has any. */
export type Finder = (passage: Passage | undefined, places: readonly number[]) => readonly Hit[];

const NOTHING: readonly Hit[] = [];

/** A finder that needs no more than one passage at a time. */
export function inEach(find: (passage: Passage, places: readonly number[]) => readonly Hit[]): () => Finder {
  return () => (passage, places) => (passage ? find(passage, places) : NOTHING);
}

/** The words from token `first` to token `last`, both included, as a hit. */
export function hitOf({ number, tokens }: Pick<Passage, "number" | "tokens">, first: number, last: number): Hit {
  return { block: number, from: tokens.starts[first] ?? 0, to: tokens.ends[last] ?? 0 };
}

/** The sentences of a passage as ranges of tokens, from `from` up to but not including `to`. */
export function sentencesOf({ length, sentences }: Tokens): readonly { readonly from: number; readonly to: number }[] {
  return sentences.map((from, index) => ({ from, to: sentences[index + 1] ?? length }));
}
