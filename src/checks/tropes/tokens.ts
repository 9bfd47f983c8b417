import { Forms } from "../text/forms.js";
import { KIND, kindAt } from "../text/letters.js";
import type { ParsedText } from "../text/parse-text.js";
import { runsOf } from "../text/runs.js";
import { isWithoutRomanianMarks } from "./romanian-marks.js";

/** The words and marks of one block of prose. */
export interface Tokens {
  readonly prose: string;
  readonly length: number;
  /** The numbers of the forms, in `words`; only the first `length` of them count, as below. */
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** In lower case, composed, with a straight apostrophe; a mark stands for itself, and every dash is `—`. Made when it is first asked for. */
  readonly texts: readonly string[];
  readonly isWord: readonly boolean[];
  /** The numbers of the words that begin a sentence, in ascending order. */
  readonly sentences: readonly number[];
  /** All that the words of the block are, as bits that the reader's `bitsOf` gave. */
  readonly bits: number;
  /** The places of the words that have one of these bits. */
  placesOf(bits: number): readonly number[];
}

/** The forms of one text by their numbers. */
export interface WordsOfText {
  textOf(id: number): string;
  isWord(id: number): boolean;
  /** What the reader's `bitsOf` gave for it. */
  bitsOf(id: number): number;
  readonly count: number;
  /** Whether the text is written without Romanian marks. */
  readonly isUnmarked: boolean;
}

const OTHER = 1;
const SPACE = 3;
const HIDDEN = 4;

/** What each UTF-16 unit between words is, found out once: a test by property is slow, and there are 65,536 at most. */
const KINDS = new Uint8Array(0x1_00_00);

function kindOf(unit: number): number {
  const known = KINDS[unit] ?? OTHER;
  if (known !== 0) return known;
  const text = String.fromCharCode(unit);
  let kind = OTHER;
  if (/[\u00AD\u200B-\u200D\u2060\uFEFF]/.test(text)) kind = HIDDEN;
  else if (/\s/.test(text)) kind = SPACE;
  KINDS[unit] = kind;
  return kind;
}

const APOSTROPHES = "'’‘ʼ";
const HYPHENS = "-‐‑";
const ENDS = ".!?…";
const JOINERS = ",;:—";
const [BLANK, HYPHEN, DOT] = [32, 45, 46];
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "e.g i.e etc mr mrs ms dr prof st no vs cf al fig p pp approx dvs d.h z.b bzw ca nr u.a str jr sr inc ltd".split(" "),
);

/** What a form is, as bits; those of the reader's `bitsOf` stand above them. */
const FORM = { word: 1, lower: 2, abbreviation: 4, end: 8, joiner: 16, hyphen: 32, dot: 64 } as const;
const OWN_BITS = 8;

/**
 * Cuts the prose of each block into words and marks. An apostrophe or a full stop between letters is part of the word (`don't`, `v1.2`); a
 * hyphen between letters parts two words, so that `ever-evolving` and `ever evolving` are the same; what cannot be seen is skipped. What
 * there is to know of a word is found out once for each spelling. The tokens of a block are overwritten by those of the next one.
 */
export class TokenReader implements WordsOfText {
  readonly isUnmarked: boolean;
  readonly #blocks: ParsedText["blocks"];
  readonly #runs: ReturnType<typeof runsOf>;
  readonly #bitsOfText: (text: string) => number;
  /** Marks, and words that are more than a run of letters; their numbers follow those of the runs. */
  readonly #others = new Forms();
  readonly #texts: string[] = [];
  readonly #forms: number[] = [];
  #ids = new Int32Array(256);
  #starts = new Int32Array(256);
  #ends = new Int32Array(256);
  #sentences: number[] = [];
  #length = 0;
  #isSentenceOver = true;
  #hasSpaceBefore = true;

  constructor(parsed: ParsedText, bitsOf: (text: string) => number) {
    this.#blocks = parsed.blocks;
    this.#runs = runsOf(parsed);
    this.#bitsOfText = bitsOf;
    for (const form of this.#runs.forms) this.#addWord(form);
    this.isUnmarked = isWithoutRomanianMarks(this.#texts);
  }

  get count(): number {
    return this.#texts.length;
  }

  textOf(id: number): string {
    return this.#texts[id] ?? "";
  }

  isWord(id: number): boolean {
    return ((this.#forms[id] ?? 0) & FORM.word) !== 0;
  }

  bitsOf(id: number): number {
    return (this.#forms[id] ?? 0) >>> OWN_BITS;
  }

  /** The words and marks of the block of this number, until the next one is read. */
  read(number: number): Tokens {
    const prose = this.#blocks[number]?.prose ?? "";
    const { firstOf, from, to, ids } = this.#runs;
    const end = firstOf[number + 1] ?? 0;
    this.#length = 0;
    this.#sentences = [];
    this.#isSentenceOver = true;
    this.#hasSpaceBefore = true;
    let bits = 0;
    let at = 0;
    for (let run = firstOf[number] ?? 0; run < end; ) {
      const start = from[run] ?? 0;
      if (start === at + 1 && prose.charCodeAt(at) === BLANK) this.#hasSpaceBefore = true;
      else if (start > at) this.#readMarks(prose, at, start);
      let last = run;
      let stop = to[run] ?? 0;
      while (last + 1 < end && this.#goesOn(prose, stop, from[last + 1] ?? 0)) {
        last += 1;
        stop = to[last] ?? 0;
      }
      const id = last === run ? (ids[run] ?? 0) : this.#other(prose, start, stop, true);
      const form = this.#forms[id] ?? 0;
      const isFirst = this.#sentences.length === 0;
      if (isFirst || (this.#isSentenceOver && this.#hasSpaceBefore && (form & FORM.lower) === 0)) this.#sentences.push(this.#length);
      this.#add(id, start, stop);
      bits |= form;
      this.#isSentenceOver = false;
      this.#hasSpaceBefore = false;
      at = stop;
      run = last + 1;
    }
    if (at < prose.length) this.#readMarks(prose, at, prose.length);
    const length = this.#length;
    return new TokensOfBlock(this, {
      prose,
      length,
      ids: this.#ids,
      starts: this.#starts,
      ends: this.#ends,
      sentences: this.#sentences,
      bits: bits >>> OWN_BITS,
    });
  }

  /** Whether a word that has come to `stop` goes on with the run at `start`. */
  #goesOn(prose: string, stop: number, start: number): boolean {
    if (start === stop) return true;
    if (start !== stop + 1) return false;
    const unit = prose.charCodeAt(stop);
    return unit !== BLANK && (unit === DOT || kindOf(unit) === HIDDEN || APOSTROPHES.includes(prose.charAt(stop)));
  }

  #readMarks(prose: string, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const unit = prose.charCodeAt(at);
      const kind = kindOf(unit);
      if (kind !== OTHER) {
        if (kind === SPACE) this.#hasSpaceBefore = true;
        at += 1;
        continue;
      }
      const end = markEnd(prose, at, unit);
      const id = this.#other(prose, at, end, false);
      const form = this.#forms[id] ?? 0;
      const last = this.#length - 1;
      const lastForm = last < 0 ? 0 : (this.#forms[this.#ids[last] ?? 0] ?? 0);
      const isBetweenLetters = (form & FORM.hyphen) !== 0 && end === to && to < prose.length && last >= 0 && this.#ends[last] === at;
      if ((form & FORM.end) !== 0) {
        this.#isSentenceOver = !((form & FORM.dot) !== 0 && (lastForm & FORM.abbreviation) !== 0);
        this.#hasSpaceBefore = false;
      } else if (last >= 0 && (lastForm & FORM.word) === 0 && (form & FORM.joiner) !== 0) {
        this.#isSentenceOver = false;
      }
      if (!isBetweenLetters) this.#add(id, at, end);
      at = end;
    }
  }

  #add(id: number, start: number, end: number): void {
    const number = this.#length;
    if (number === this.#ids.length) this.#grow();
    this.#ids[number] = id;
    this.#starts[number] = start;
    this.#ends[number] = end;
    this.#length = number + 1;
  }

  #grow(): void {
    const grown = (list: Int32Array) => {
      const larger = new Int32Array(2 * list.length);
      larger.set(list);
      return larger;
    };
    [this.#ids, this.#starts, this.#ends] = [grown(this.#ids), grown(this.#starts), grown(this.#ends)];
  }

  /** The number of a mark, or of a word that is more than one run. */
  #other(prose: string, from: number, to: number, isWord: boolean): number {
    const number = this.#others.numberOf(prose, from, to);
    const id = this.#runs.forms.length + number;
    if (id === this.#texts.length) {
      const spelled = this.#others.all[number] ?? "";
      if (isWord) this.#addWord(spelled);
      else this.#addMark(spelled);
    }
    return id;
  }

  #addWord(spelled: string): void {
    const text = folded(spelled);
    this.#texts.push(text);
    const own = FORM.word | ((kindAt(spelled, 0) & KIND.lower) !== 0 ? FORM.lower : 0) | (ABBREVIATIONS.has(text) ? FORM.abbreviation : 0);
    this.#forms.push(own | (this.#bitsOfText(text) << OWN_BITS));
  }

  #addMark(spelled: string): void {
    const mark = foldedMark(spelled);
    this.#texts.push(mark === "-" ? "—" : mark);
    const ending = ENDS.includes(mark) ? FORM.end : JOINERS.includes(mark) ? FORM.joiner : 0;
    this.#forms.push(ending | (mark === "-" ? FORM.hyphen : 0) | (mark === "." ? FORM.dot : 0));
  }
}

/** Most blocks are never asked for the texts of their words. */
class TokensOfBlock implements Tokens {
  readonly prose: string;
  readonly length: number;
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly sentences: readonly number[];
  readonly bits: number;
  readonly #words: WordsOfText;
  #texts: readonly string[] | undefined;
  #isWord: readonly boolean[] | undefined;

  constructor(words: WordsOfText, { prose, length, ids, starts, ends, sentences, bits }: Omit<Tokens, "texts" | "isWord" | "placesOf">) {
    this.#words = words;
    this.prose = prose;
    this.length = length;
    this.ids = ids;
    this.starts = starts;
    this.ends = ends;
    this.sentences = sentences;
    this.bits = bits;
  }

  get texts(): readonly string[] {
    if (this.#texts) return this.#texts;
    const texts: string[] = [];
    for (let at = 0; at < this.length; at += 1) texts.push(this.#words.textOf(this.ids[at] ?? 0));
    this.#texts = texts;
    return texts;
  }

  placesOf(bits: number): readonly number[] {
    const places: number[] = [];
    for (let at = 0; at < this.length; at += 1) if ((this.#words.bitsOf(this.ids[at] ?? 0) & bits) !== 0) places.push(at);
    return places;
  }

  get isWord(): readonly boolean[] {
    if (this.#isWord) return this.#isWord;
    const isWord: boolean[] = [];
    for (let at = 0; at < this.length; at += 1) isWord.push(this.#words.isWord(this.ids[at] ?? 0));
    this.#isWord = isWord;
    return isWord;
  }
}

function markEnd(prose: string, at: number, unit: number): number {
  if (unit !== DOT && unit !== HYPHEN) return at + ((prose.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1);
  let end = at + 1;
  while (prose.charCodeAt(end) === unit) end += 1;
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
