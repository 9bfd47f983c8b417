import { type Token, tokensOf } from "./tokens.js";

/** Words that stand one behind the other. The last of them may be the beginning of a word. */
export interface Phrase {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** What is behind so many words is not looked for: a page given as a query would take all day. */
const MOST_WORDS = 64;
const PART = /"([^"]*)"|(\S+)/g;

/** What a query asks for: `"two words"` one behind the other, `harb*` what begins so, everything else word by word. Any string is a query. */
export function phrasesOf(query: string): readonly Phrase[] {
  const phrases: Phrase[] = [];
  let left = MOST_WORDS;
  for (const [, quoted, word] of query.slice(0, MOST_WORDS * 200).matchAll(PART)) {
    const phrase = phraseOf(tokensOf(quoted ?? word ?? "").slice(0, left), quoted === undefined && /\*$/.test(word ?? ""));
    if (phrase.words.length === 0) continue;
    phrases.push(phrase);
    left -= phrase.words.length;
    if (left <= 0) break;
  }
  return phrases;
}

/** In a script without spaces a query may end inside a run: its last character is there in a pair, or alone. */
function phraseOf(tokens: readonly Token[], isPrefix: boolean): Phrase {
  const last = tokens.at(-1);
  const words = tokens.map(({ word }) => word);
  if (last?.isLast !== true) return { words, isPrefix };
  const before = tokens.at(-2);
  const hasPair = before !== undefined && before.isLast !== true && before.to === last.to;
  return hasPair ? { words: words.slice(0, -1), isPrefix: false } : { words, isPrefix: true };
}

/** As FTS5 wants it. Words hold letters, digits and marks, so nothing in them is syntax. */
export function ftsQuery(phrases: readonly Phrase[], join: "AND" | "OR"): string {
  return phrases.map(({ words, isPrefix }) => `"${words.join(" ")}"${isPrefix ? " *" : ""}`).join(` ${join} `);
}

/** The first place of a phrase among the words of a passage. */
export function placeOf({ words, isPrefix }: Phrase, tokens: readonly Token[]): { readonly from: number; readonly to: number } | undefined {
  const isAt = (start: number) =>
    words.every((word, index) => {
      const there = tokens[start + index]?.word;
      return isPrefix && index === words.length - 1 ? there?.startsWith(word) : there === word;
    });
  const start = tokens.findIndex((_, index) => isAt(index));
  const first = tokens[start];
  const last = tokens[start + words.length - 1];
  if (first === undefined || last === undefined) return undefined;
  // The last character of a run was found at the head of a pair, which the next pair begins inside of.
  const next = tokens[start + words.length];
  const to = isPrefix && next !== undefined && next.from > last.from && next.from < last.to ? next.from : last.to;
  return { from: first.from, to };
}
