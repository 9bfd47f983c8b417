import type { Block } from "../text/block.js";
import { KIND, kindAt } from "../text/letters.js";
import { FIRST_NAMES, SMALL_WORDS } from "./familiar-words.js";
import { endOf, nextWord, plainName } from "./name-words.js";

const MOST_OF_TITLE = 14;
const MOST_OF_LEAD_IN = 80;

/** Words of four letters and more that a title leaves small. */
const LINKING = new Set(
  "about across after against among around before behind below beneath between beyond down during from inside into like near onto over past than that through toward towards under until upon versus when while with within without your".split(
    " ",
  ),
);

/** A heading with a capital on nearly each word says nothing of which are names. A sentence that ends as one is held to more. */
export function isTitleCase(prose: string): boolean {
  const isSentence = /[.!]\s*$/.test(prose);
  let words = 0;
  let long = 0;
  let hasSmall = false;
  for (let word = nextWord(prose, 0); word !== undefined; word = nextWord(prose, endOf(word))) {
    words += 1;
    if (words > MOST_OF_TITLE) return false;
    if ((kindAt(word.text, 0) & KIND.letter) === 0) continue;
    if (word.isCapital && words > 1) hasSmall ||= SMALL_WORDS.has(plainName(word.text));
    if (word.text.length <= 3) continue;
    if (!word.isCapital && (isSentence || !LINKING.has(word.text))) return false;
    if (word.isCapital) long += 1;
  }
  return long >= 2 || (hasSmall && long === 1);
}

/**
 * How long the bold beginning of a block is that is its heading: `**Lessons Learned:** we wait`. None where it is a person's name, as in
 * minutes.
 */
export function titleLengthOf({ prose, pieces, from }: Block, markdown: string): number {
  const mark = /^(?:\s|[-*+] |\d{1,9}[.)] |\[[ xX]\] )*(\*\*|__|\*|_)(?=\S)/.exec(markdown.slice(from, from + MOST_OF_LEAD_IN))?.[1];
  if (mark === undefined) return 0;
  let length = 0;
  for (const [place, piece] of pieces.entries()) {
    length += piece.text.length;
    const next = pieces[place + 1];
    if (length > MOST_OF_LEAD_IN) return 0;
    if (next !== undefined && !markdown.slice(piece.to, next.from).includes(mark)) continue;
    const title = prose.slice(0, length);
    const isClosed = /[:.!?–—-]$/.test(title) || /^\s?[:–—-]/.test(prose.slice(length));
    const first = nextWord(title, 0);
    return isClosed && first !== undefined && !FIRST_NAMES.has(plainName(first.text)) && hasTwoCapitals(title) ? length : 0;
  }
  return 0;
}

/** A lead-in is short: two words with a capital make a title, where none without one is among them. */
function hasTwoCapitals(title: string): boolean {
  let capitals = 0;
  for (let word = nextWord(title, 0); word !== undefined; word = nextWord(title, endOf(word))) {
    if (word.isCapital) capitals += 1;
    else if (word.text.length > 3 && (kindAt(word.text, 0) & KIND.letter) !== 0 && !LINKING.has(word.text)) return false;
  }
  return capitals >= 2;
}
