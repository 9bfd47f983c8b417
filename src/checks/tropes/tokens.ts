import { STAND_IN } from "../text/stand-in.js";

/** The words and marks of one block of prose, in parallel lists: a text of megabytes has a million of them. */
export interface Tokens {
  readonly prose: string;
  /** In lower case, composed, with a straight apostrophe; a mark stands for itself, and every dash is `—`. */
  readonly texts: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly isWord: readonly boolean[];
  /** The numbers of the words that begin a sentence, in ascending order. */
  readonly sentences: readonly number[];
}

const OTHER = 1;
const LETTER = 2;
const SPACE = 3;
const HIDDEN = 4;

/** What each UTF-16 unit is, found out once: a test by property is slow, and there are 65,536 at most. */
const KINDS = new Uint8Array(0x1_00_00);

function kindOf(unit: number): number {
  const known = KINDS[unit] ?? OTHER;
  if (known !== 0) return known;
  const text = String.fromCharCode(unit);
  let kind = OTHER;
  // Half of a pair counts as a letter only where its whole does; see `letterLength`.
  if (/[\p{L}\p{M}\p{N}]/u.test(text) || text === STAND_IN) kind = LETTER;
  else if (/[\u00AD\u200B-\u200D\u2060\uFEFF]/.test(text)) kind = HIDDEN;
  else if (/\s/.test(text)) kind = SPACE;
  KINDS[unit] = kind;
  return kind;
}

/** How many units of a letter, mark or digit stand at `index`; 0 where there is none. */
function letterLength(prose: string, index: number): number {
  const unit = prose.charCodeAt(index);
  if (Number.isNaN(unit)) return 0;
  if (unit < 0xd8_00 || unit > 0xdf_ff) return kindOf(unit) === LETTER ? 1 : 0;
  const point = prose.codePointAt(index) ?? 0;
  return point > 0xff_ff && /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(point)) ? 2 : 0;
}

const APOSTROPHES = "'’‘ʼ";
const HYPHENS = "-‐‑";
const ENDS = ".!?…";
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "e.g i.e etc mr mrs ms dr prof st no vs cf al fig p pp approx dvs d.h z.b bzw ca nr u.a str jr sr inc ltd".split(" "),
);

/**
 * Cuts prose into words and marks. An apostrophe or a full stop between letters is part of the word (`don't`, `v1.2`); a hyphen
 * between letters parts two words, so that `ever-evolving` and `ever evolving` are the same; what cannot be seen is skipped.
 */
export function tokensOf(prose: string): Tokens {
  const texts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const isWord: boolean[] = [];
  const sentences: number[] = [];
  let isSentenceOver = true;
  let hasSpaceBefore = true;

  const add = (text: string, from: number, to: number, word: boolean) => {
    texts.push(text);
    starts.push(from);
    ends.push(to);
    isWord.push(word);
  };

  for (let at = 0; at < prose.length; ) {
    const to = wordEnd(prose, at);
    if (to > at) {
      const word = prose.slice(at, to);
      const isFirst = sentences.length === 0;
      if (isFirst || (isSentenceOver && hasSpaceBefore && !/^\p{Ll}/u.test(word))) sentences.push(texts.length);
      add(folded(word), at, to, true);
      isSentenceOver = false;
      hasSpaceBefore = false;
      at = to;
      continue;
    }
    const kind = kindOf(prose.charCodeAt(at));
    if (kind === SPACE || kind === HIDDEN) {
      if (kind === SPACE) hasSpaceBefore = true;
      at += 1;
      continue;
    }
    const end = markEnd(prose, at);
    const mark = foldedMark(prose.slice(at, end));
    const isBetweenLetters = mark === "-" && letterLength(prose, end) > 0 && ends.at(-1) === at;
    if (ENDS.includes(mark)) {
      isSentenceOver = !(mark === "." && ABBREVIATIONS.has(texts.at(-1) ?? ""));
      hasSpaceBefore = false;
    } else if (isWord.at(-1) === false && ",;:—".includes(mark)) {
      isSentenceOver = false;
    }
    if (!isBetweenLetters) add(mark === "-" ? "—" : mark, at, end, false);
    at = end;
  }
  return { prose, texts, starts, ends, isWord, sentences };
}

function wordEnd(prose: string, from: number): number {
  let at = from;
  for (;;) {
    const length = letterLength(prose, at);
    if (length > 0) {
      at += length;
      continue;
    }
    if (at === from) return from;
    const sign = prose[at] ?? "";
    const isHidden = sign !== "" && kindOf(sign.charCodeAt(0)) === HIDDEN;
    const isJoint = isHidden || sign === "." || (sign !== "" && APOSTROPHES.includes(sign));
    const next = isJoint ? letterLength(prose, at + 1) : 0;
    if (next === 0) return at;
    at += 1 + next;
  }
}

function markEnd(prose: string, at: number): number {
  const sign = prose[at] ?? "";
  if (sign !== "." && sign !== "-") return at + ((prose.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1);
  let end = at + 1;
  while (prose[end] === sign) end += 1;
  return end;
}

function foldedMark(mark: string): string {
  if (mark.startsWith("..")) return "…";
  if (mark === "–" || mark === "―" || mark.startsWith("--")) return "—";
  return HYPHENS.includes(mark) ? "-" : mark;
}

/** A word as patterns spell it. */
export function folded(word: string): string {
  const lower = word.toLowerCase();
  if (!/[^ -~]/.test(lower)) return lower;
  return lower
    .normalize("NFC")
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "")
    .replace(/[’‘ʼ]/g, "'")
    .replace(/ş/g, "ș")
    .replace(/ţ/g, "ț");
}
