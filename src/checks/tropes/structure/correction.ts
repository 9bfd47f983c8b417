import type { Tokens } from "../tokens.js";
import { sentencesOf } from "../trope.js";

/** A stretch of words, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

const COPULAS: ReadonlySet<string> = new Set("is are was were".split(" "));
const NEGATED_COPULAS: ReadonlySet<string> = new Set("isn't aren't wasn't weren't".split(" "));
const NEGATED_DO: ReadonlySet<string> = new Set("don't doesn't didn't won't can't never".split(" "));
/** German and Romanian: "nicht nur …, sondern", "nu doar …, ci". */
const ABROAD: ReadonlySet<string> = new Set("nicht nie niemals kein keine keinen nu n-a nu-i".split(" "));
const MERELY: ReadonlySet<string> = new Set(
  "nur bloß einfach lediglich allein doar numai simplu simplă despre pur un o ein eine".split(" "),
);
const SONDERN: ReadonlySet<string> = new Set("sondern ci".split(" "));
const ONLY_ABROAD: ReadonlySet<string> = new Set("nur allein bloß doar numai".split(" "));
const ALSO_ABROAD: ReadonlySet<string> = new Set("auch ebenso și si".split(" "));
const COPULAS_ABROAD: ReadonlySet<string> = new Set("ist sind war waren este e sunt era erau".split(" "));
const ONE_ABROAD: ReadonlySet<string> = new Set("ein eine einer un o".split(" "));
const MERELY_BEFORE = /^(?:just|merely|simply|only|solely)$/;
const JOINED: ReadonlySet<string> = new Set("it's that's they're he's she's we're you're i'm this's what's".split(" "));
const PRONOUNS: ReadonlySet<string> = new Set("it that they this these he she we you i".split(" "));
const HELPERS: ReadonlySet<string> = new Set(
  "is are was were be been am can could will would shall should must may might has have had do does did not never also don't doesn't didn't won't can't".split(
    " ",
  ),
);
const ARTICLES: ReadonlySet<string> = new Set("a an the".split(" "));
const TURNS: ReadonlySet<string> = new Set("rather instead".split(" "));
/** Words that, said again after `but`, set the two halves against each other: "not because … but because". */
const SET_AGAINST: ReadonlySet<string> = new Set("about because as a an how what when why to through".split(" "));
const WHETHER: ReadonlySet<string> = new Set("whether if".split(" "));
const WHEN: ReadonlySet<string> = new Set("when how who what why which".split(" "));
/** How a fragment that denies goes on: "Not a bug. A feature." */
const FRAGMENT: ReadonlySet<string> = new Set("a an the because for in with from to by about just".split(" "));
const FRAGMENT_TURN: ReadonlySet<string> = new Set("just but simply only".split(" "));
const VERB_ENDS: ReadonlySet<string> = new Set("is are was were does do did will can".split(" "));
const SHORT_END = 6;

/** A correction begins with one of these. */
export const CORRECTION_WORDS: ReadonlySet<string> = new Set([
  ..."less stop not never no".split(" "),
  ...NEGATED_COPULAS,
  ...NEGATED_DO,
  ...ABROAD,
]);

/** "It wasn't anger; it was something deeper." */
const LOFTY = /^(?:something|somewhere|someone)$/;
const COMPARED = /(?:er|else|more|far|much|entirely|altogether)$/;

const DENIED_AT_MOST = 10;
const SENTENCE_AT_MOST = 16;
const SHORT = 6;

/** At `places`, those of `CORRECTION_WORDS` among them, where a text says what a thing is not in order to say what it is: "isn't a bug. It's a feature", "don't fix it. People do." */
export function correctionsIn(tokens: Tokens, places: readonly number[]): readonly Stretch[] {
  const { texts } = tokens;
  const sentences = sentencesOf(tokens);
  const found: Stretch[] = [];
  let number = 0;
  let from = 0;
  for (const at of places) {
    if (at < from) continue;
    const text = texts[at] ?? "";
    while ((sentences[number]?.to ?? texts.length) <= at) number += 1;
    const sentence = sentences[number] ?? { from: 0, to: texts.length };
    if (text === "less" && texts[at + 1] === "about") {
      const more = indexWithin(texts, at + 2, 12, (word) => word === "more" || word === "than");
      if (more > 0 && (texts[more + 1] === "about" || texts[more] === "than" || texts[more - 1] === "and"))
        found.push({ first: at, last: more });
      continue;
    }
    if (text === "stop" && at === sentence.from && sentence.to - at <= SHORT + 2 && texts[sentence.to] === "start") {
      found.push({ first: at, last: sentence.to });
      continue;
    }
    const isNot = text === "not" || text === "never" || (text === "no" && texts[at + 1] === "longer");
    if (!isNot && !NEGATED_COPULAS.has(text) && !NEGATED_DO.has(text) && !ABROAD.has(text)) continue;
    const hit =
      (isNot || NEGATED_COPULAS.has(text) ? setAgainst(texts, at) : undefined) ??
      abroad(texts, at) ??
      (isNot && at === sentence.from ? fragment(texts, sentence.to) : undefined) ??
      turn({ tokens, at, from: sentence.from, to: sentence.to, next: sentences[number + 1]?.to ?? texts.length });
    if (!hit) continue;
    found.push(hit);
    from = Math.max(at + 1, hit.last);
  }
  return found;
}

function abroad(texts: readonly string[], not: number): Stretch | undefined {
  if (!ABROAD.has(texts[not] ?? "")) return undefined;
  const turn = indexWithin(texts, not + 1, DENIED_AT_MOST + 2, (text, index) => SONDERN.has(text) && texts[index - 1] === ",");
  const isRaised = texts.slice(not + 1, not + 4).some((text) => MERELY.has(text)) || texts.slice(not + 1, turn).includes(texts[not] ?? "");
  return turn > 0 && isRaised && !isListAbroad(texts, not, turn) ? { first: not, last: turn } : undefined;
}

/**
 * "liest nicht nur UTF-8, sondern auch UTF-16" lists two things, as "not only … but also" does; "ist nicht nur ein Werkzeug, sondern auch
 * ein Versprechen" raises the one to the other.
 */
function isListAbroad(texts: readonly string[], not: number, turn: number): boolean {
  if (!ONLY_ABROAD.has(texts[not + 1] ?? "") || !ALSO_ABROAD.has(texts[turn + 1] ?? "")) return false;
  const isPredicate = COPULAS_ABROAD.has(texts[not - 1] ?? "") || COPULAS_ABROAD.has(texts[not - 2] ?? "");
  return !(isPredicate && ONE_ABROAD.has(texts[not + 2] ?? "") && ONE_ABROAD.has(texts[turn + 2] ?? ""));
}

/** "not because … but because", "not a … but a", "not whether … but when", "not this, not even that, but". */
function setAgainst(texts: readonly string[], not: number): Stretch | undefined {
  const isMerely = MERELY_BEFORE.test(texts[not + 1] ?? "");
  const word = texts[isMerely ? not + 2 : not + 1] ?? "";
  if (word === "so" && texts[not + 2] === "much") {
    const as = indexWithin(texts, not + 3, DENIED_AT_MOST, (text) => text === "as");
    return as > 0 ? { first: not, last: as } : undefined;
  }
  const twice = texts[not] === "not" ? indexWithin(texts, not + 1, 5, (text, index) => text === "not" && texts[index - 1] === ",") : -1;
  const third = twice > 0 ? indexWithin(texts, twice + 1, SHORT, (text, index) => text === "but" && texts[index - 1] === ",") : -1;
  if (third > 0) return { first: not, last: third };
  if (NEGATED_COPULAS.has(texts[not] ?? "") && !WHEN.has(word)) return undefined;
  const again = WHEN.has(word)
    ? WHEN
    : ARTICLES.has(word)
      ? ARTICLES
      : WHETHER.has(word)
        ? WHEN
        : SET_AGAINST.has(word)
          ? new Set([word])
          : undefined;
  if (!again || (ARTICLES.has(word) && !isMerely && !isCopula(texts[not - 1]))) return undefined;
  const but = indexWithin(texts, not + 2, DENIED_AT_MOST, (text) => text === "but");
  return but > 0 && again.has(texts[but + 1] ?? "") ? { first: not, last: but + 1 } : undefined;
}

/** "Not a rewrite. A rethink." */
function fragment(texts: readonly string[], end: number): Stretch | undefined {
  const from = texts.lastIndexOf("not", end - 1);
  const word = texts[from + 1] ?? "";
  const next = texts[end] ?? "";
  if (end - from > SHORT + 3 || texts[end - 1] !== "." || !FRAGMENT.has(word)) return undefined;
  const isTurn = next === word || FRAGMENT_TURN.has(next) || (ARTICLES.has(word) && ARTICLES.has(next));
  return isTurn && indexWithin(texts, end, SHORT + 2, (text) => text === ".") > 0 ? { first: from, last: end } : undefined;
}

interface Denied {
  readonly tokens: Tokens;
  readonly at: number;
  /** The sentence that holds the denial, and where the one after it ends. */
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

function turn({ tokens, at, from, to, next }: Denied): Stretch | undefined {
  const { texts } = tokens;
  const text = texts[at] ?? "";
  const before = texts[at - 1] ?? "";
  const isDo = NEGATED_DO.has(text);
  const isNoLonger = text === "no" && texts[at + 1] === "longer";
  const isNotCopula = (text === "not" || isNoLonger) && (COPULAS.has(before) || JOINED.has(before));
  if (!isDo && !NEGATED_COPULAS.has(text) && !isNotCopula) return undefined;
  const first = isNotCopula ? at - 1 : at;
  const stop = indexWithin(texts, at + 1, DENIED_AT_MOST, (_, index) => !tokens.isWord[index] && texts[index] !== "'");
  const mark = texts[stop] ?? "";
  if (stop < 0 || stop - at < 2 || !".;—,".includes(mark)) return undefined;
  if (mark === "." && (to !== stop + 1 || to - from > SENTENCE_AT_MOST)) return undefined;
  const end = mark === "." ? next : to;
  let start = stop + 1;
  if (TURNS.has(texts[start] ?? "") && texts[start + 1] === ",") start += 2;
  const length = end - start;
  if (length < 3 || length > SENTENCE_AT_MOST) return undefined;
  const isContracted = (text !== "not" && !isNoLonger) || JOINED.has(before);
  if (isDo) return doTurn({ texts, at, stop, start, end, first });
  if (mark === "." && length <= SHORT_END && VERB_ENDS.has(texts[end - 2] ?? "") && texts[end - 1] === ".") return { first, last: end - 2 };
  const noun = texts[first - 1] ?? "";
  if (mark !== "," && noun !== "" && texts[first - 2] === texts[start] && noun === texts[start + 1] && COPULAS.has(texts[start + 2] ?? ""))
    return { first, last: start + 2 };
  const opener = texts[start] ?? "";
  const isJoined = JOINED.has(opener);
  const verb = isJoined ? start : PRONOUNS.has(opener) && COPULAS.has(texts[start + 1] ?? "") ? start + 1 : -1;
  if (verb < 0 || texts[verb + 1] === "not" || (mark === "," && !(isJoined && isContracted))) return undefined;
  if (mark === "," && stop - at > SHORT) return undefined;
  const denied = texts[isNoLonger ? at + 2 : at + 1] ?? "";
  const affirmed = texts[verb + 1] ?? "";
  const isEcho = denied === affirmed && (isContracted || SET_AGAINST.has(denied) || denied === "that");
  const isParallel =
    isEcho || (isOne(denied) && isOne(affirmed)) || (isContracted && LOFTY.test(affirmed) && COMPARED.test(texts[verb + 2] ?? ""));
  // What is so in its own right and with no echo of what is not is a plain correction.
  if (!isParallel && !(isContracted && (isJoined || mark === "—"))) return undefined;
  return { first, last: verb + (isParallel ? 1 : 0) };
}

/** "Tools don't fix teams. People do.", "It doesn't ask for trust. It earns it.", "We didn't fix the bug; we fixed the team". */
function doTurn({
  texts,
  at,
  stop,
  start,
  end,
  first,
}: Readonly<Record<"at" | "stop" | "start" | "end" | "first", number>> & Pick<Tokens, "texts">): Stretch | undefined {
  const mark = texts[stop];
  const length = end - start;
  if (
    mark === "." &&
    length <= SHORT_END &&
    VERB_ENDS.has(texts[end - 2] ?? "") &&
    texts[end - 1] === "." &&
    !PRONOUNS.has(texts[start] ?? "")
  )
    return { first, last: end - 2 };
  const opener = texts[start] ?? "";
  const verb = texts[start + 1] ?? "";
  if (mark === "," || !PRONOUNS.has(opener) || HELPERS.has(verb) || !/^[a-z]/.test(verb)) return undefined;
  const isSameVerb = verb.slice(0, 4) === (texts[at + 1] ?? "").slice(0, 4) && verb.length > 2;
  const isShort = opener === "it" && stop - at <= SHORT && length <= SHORT + 2;
  const isJoinedClause = mark !== "." && (opener === texts[first - 1] || (stop - at <= SHORT && length <= SHORT + 3));
  return isSameVerb || isShort || isJoinedClause ? { first, last: start + 1 } : undefined;
}

/** "a tool", "yet another tool", "your tool". */
function isOne(text: string): boolean {
  return ARTICLES.has(text) || /^(?:yet|another|your|my|our|some|one)$/.test(text);
}

function isCopula(text: string | undefined): boolean {
  return text !== undefined && (COPULAS.has(text) || JOINED.has(text));
}

/** The first index from `from` on, within so many words, that is looked for; -1 where there is none or a sentence ends before it. */
function indexWithin(texts: readonly string[], from: number, most: number, isIt: (text: string, index: number) => boolean): number {
  for (let at = from; at < Math.min(texts.length, from + most); at += 1) {
    if (isIt(texts[at] ?? "", at)) return at;
    if (".!?".includes(texts[at] ?? " ")) return -1;
  }
  return -1;
}
