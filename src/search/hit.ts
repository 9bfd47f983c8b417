import { idOf } from "./key.js";
import { type Phrase, placeOf } from "./query.js";
import { snippetOf } from "./snippet.js";
import { tokensOf } from "./tokens.js";

/** A place where something of a query stands. */
export interface Hit {
  readonly document: string;
  /** The id of the section; empty for a text without sections. */
  readonly section: string;
  /** Where the first of the words that were found begins in the document's text, and where it ends, in UTF-16 units. */
  readonly offset: number;
  readonly end: number;
  /** What stands there, with some words before and behind. */
  readonly snippet: string;
  /** The higher, the better; to compare hits of one search. */
  readonly score: number;
}

/** A row of the index as a hit. The words are looked for once more, as the index knows the passage and not the place. */
export function hitOf(row: Readonly<Record<string, unknown>>, phrases: readonly Phrase[]): Hit {
  const text = String(row.text);
  const from = Number(row.from);
  const tokens = tokensOf(text);
  const places = phrases.flatMap((phrase) => placeOf(phrase, tokens) ?? []);
  const first = places.sort((one, other) => one.from - other.from)[0] ?? { from: 0, to: 0 };
  return {
    document: idOf(row.document),
    section: idOf(row.section),
    offset: from + first.from,
    end: from + first.to,
    snippet: snippetOf(text, tokens, first),
    score: -Number(row.score),
  };
}
