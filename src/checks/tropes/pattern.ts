import { folded } from "./tokens.js";

/** What one word or mark of a pattern takes, and which may follow it. */
export interface Step {
  readonly words: readonly string[];
  /** Beginnings of words, from `*`. */
  readonly prefixes: readonly string[];
  /** Any word at all, from `{0,2}`; never a mark. */
  readonly isAny: boolean;
  /** The numbers of the steps that may follow this one. */
  readonly next: readonly number[];
  /** Whether the pattern may end here. */
  readonly isLast: boolean;
}

/** All ways of saying a pattern, as steps that lead to each other. */
export interface Sequence {
  readonly atSentenceStart: boolean;
  readonly steps: readonly Step[];
  /** The numbers of the steps that it may begin with. */
  readonly first: readonly number[];
}

/** A pattern that cannot be read, with the index of the fault in it. */
export class PatternFault extends Error {
  readonly index: number;
  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

const WORDS_IN_A_ROW_AT_MOST = 30;
/** All that may follow all of so many is still little. */
const WORDS_AT_MOST = 400;
const SPELLINGS_AT_MOST = 256;
const DEPTH_AT_MOST = 4;
const PREFIX_AT_LEAST = 3;
const MARKS = ",:;.!—…";
const BETWEEN = /[\s-]/;
const LETTER = /[\p{L}\p{M}\p{N}']/u;
const PLAIN_OPTION = /[\p{L}\p{M}\p{N}']+(?=[|)])/uy;
const LETTERS = /[\p{L}\p{M}\p{N}']+/uy;

/** A part of a pattern: where it begins and ends, and whether it may be left out. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isOptional: boolean;
  readonly longest: number;
  readonly beginsWithGap: boolean;
  /** The spellings of a part that is one word and must stand there. */
  readonly word?: Literal;
}

interface Literal {
  readonly words: readonly string[];
  readonly prefixes: readonly string[];
}

const NOTHING: Part = { first: [], last: [], isOptional: true, longest: 0, beginsWithGap: false };

function wordPart(word: Literal): Part {
  return { first: [], last: [], isOptional: false, longest: 1, beginsWithGap: false, word };
}

/** Reads a pattern; `docs/checks/patterns.md` describes the language. Throws `PatternFault`. */
export function parsePattern(pattern: string): readonly Sequence[] {
  const text = pattern.replace(/[’‘ʼ]/g, "'").replace(/[–―]/g, "—");
  const atSentenceStart = /^\s*\^/.test(text);
  return [new PatternReader(text, atSentenceStart ? text.indexOf("^") + 1 : 0).read(atSentenceStart)];
}

class PatternReader {
  readonly #text: string;
  readonly #steps: { words: readonly string[]; prefixes: readonly string[]; isAny: boolean; next: number[]; isLast: boolean }[] = [];
  #at: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
  }

  read(atSentenceStart: boolean): Sequence {
    const { first, last, isOptional, beginsWithGap, longest } = this.#placed(this.#way(0));
    this.assertOver();
    if (isOptional) throw new PatternFault(0, "no word in it must stand there, expected at least one");
    if (beginsWithGap) throw new PatternFault(0, "begins with a gap, expected a word");
    if (longest > WORDS_IN_A_ROW_AT_MOST) this.#fail(`more than ${WORDS_IN_A_ROW_AT_MOST} words, expected fewer`);
    for (const number of last) {
      const step = this.#steps[number];
      if (step) step.isLast = true;
    }
    return { atSentenceStart, steps: this.#steps, first: first.filter((number) => !this.#steps[number]?.isAny) };
  }

  assertOver(): void {
    if (this.#at >= this.#text.length) return;
    const sign = this.#text[this.#at];
    this.#fail(sign === ")" ? `")" closes nothing, expected "(" before it` : `"${sign}" stands outside a group, expected "(" before it`);
  }

  /** What stands up to the end, a `|` or a `)`. */
  #way(depth: number): Part {
    let way = NOTHING;
    while (this.#at < this.#text.length && !"|)".includes(this.#sign())) {
      if (BETWEEN.test(this.#sign())) {
        this.#at += 1;
        continue;
      }
      const start = this.#at;
      way = this.#followed(way, this.#sign() === "{" ? this.#gap() : this.#word(depth));
      if (depth === 0 && this.#steps.length > WORDS_AT_MOST)
        this.#fail(`more than ${WORDS_AT_MOST} words in all, expected two patterns`, start);
    }
    return way;
  }

  #gap(): Part {
    const sample = this.#text.slice(this.#at, this.#at + 5);
    const [gap = "", least = "", most = ""] = /^\{(\d),(\d)\}/.exec(sample) ?? [];
    if (gap === "") this.#fail(`"${sample}" is no gap, expected the least and the most words, as in "{0,2}"`);
    if (Number(least) > Number(most)) this.#fail(`the gap "${gap}" has its least above its most, expected "{${most},${least}}"`);
    this.#at += gap.length;
    let way = NOTHING;
    for (let number = 0; number < Number(most); number += 1) {
      way = this.#followed(way, { ...this.#step({ words: [], prefixes: [] }, true), isOptional: number >= Number(least) });
    }
    return { ...way, beginsWithGap: true };
  }

  /** A mark, a word with groups of endings in it, or a group of words; then `*` and `?`. */
  #word(depth: number): Part {
    const start = this.#at;
    if (MARKS.includes(this.#sign()) || this.#text.startsWith("\\?", start)) {
      const mark = this.#sign() === "\\" ? "?" : this.#sign();
      this.#at += mark === "?" ? 2 : 1;
      return this.#either([wordPart({ words: [mark], prefixes: [] })]);
    }
    let spellings = [""];
    while (this.#isInWord()) {
      if (this.#sign() !== "(") {
        LETTERS.lastIndex = this.#at;
        const letters = LETTERS.exec(this.#text)?.[0] ?? this.#sign();
        spellings = spellings.map((spelling) => spelling + letters);
        this.#at += letters.length;
        continue;
      }
      const from = this.#at;
      const options = this.#group(depth);
      if (from === start && !this.#isInWord() && this.#sign() !== "*") return this.#either(options);
      const endings = options.flatMap((option) => this.#endings(option, from));
      spellings = spellings.flatMap((spelling) => endings.map((ending) => spelling + ending));
      if (spellings.length > SPELLINGS_AT_MOST)
        this.#fail(`more than ${SPELLINGS_AT_MOST} spellings of one word, expected two patterns`, from);
    }
    if (this.#at === start) this.#fail(`"${this.#sign()}" means nothing here, expected a word`);
    const isOpen = this.#takes("*");
    if (isOpen && spellings.some((spelling) => spelling.length < PREFIX_AT_LEAST)) {
      this.#fail(`"*" follows fewer than ${PREFIX_AT_LEAST} letters, expected more of the word`, start);
    }
    const words = spellings.map(folded);
    return this.#either([wordPart(isOpen ? { words: [], prefixes: words } : { words, prefixes: [] })]);
  }

  /** The options of a group; one that is a single word has no step yet. */
  #group(depth: number): readonly Part[] {
    const from = this.#at;
    if (depth >= DEPTH_AT_MOST) this.#fail(`groups stand in each other more than ${DEPTH_AT_MOST} deep, expected fewer`);
    const options: Part[] = [];
    const words: string[] = [];
    do {
      this.#at += 1;
      const word = this.#plainOption();
      if (word === undefined) options.push(this.#way(depth + 1));
      else words.push(word);
    } while (this.#sign() === "|");
    if (words.length > 0) options.unshift(wordPart({ words, prefixes: [] }));
    if (!this.#takes(")")) this.#fail(`"(" is never closed, expected ")"`, from);
    return options;
  }

  /** An option that is letters and no more, as most are. */
  #plainOption(): string | undefined {
    PLAIN_OPTION.lastIndex = this.#at;
    const [letters] = PLAIN_OPTION.exec(this.#text) ?? [];
    if (letters === undefined) return undefined;
    this.#at += letters.length;
    return folded(letters);
  }

  /** What an option adds to the word that its group is glued to. */
  #endings({ word, longest }: Part, from: number): readonly string[] {
    if (longest === 0) return [""];
    if (!word || word.prefixes.length > 0) {
      this.#fail("a group that is glued to a word has more than endings in it, expected a space around it", from);
    }
    return word.words;
  }

  /** One of several; those of a single word are one step. A `?` behind it is read as well. */
  #either(options: readonly Part[]): Part {
    const isOptional = this.#takes("?");
    const [only] = options;
    if (!isOptional && options.length === 1 && only) return only;
    const single = options.flatMap(({ word }) => word ?? []);
    const others = options.filter(({ word }) => !word);
    const word = { words: single.flatMap(({ words }) => words), prefixes: single.flatMap(({ prefixes }) => prefixes) };
    if (!isOptional && others.length === 0) return wordPart(word);
    const parts = single.length === 0 ? others : [this.#step(word), ...others];
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      isOptional: isOptional || parts.some((part) => part.isOptional),
      longest: Math.max(0, ...parts.map(({ longest }) => longest)),
      beginsWithGap: parts.some((part) => part.beginsWithGap),
    };
  }

  #step({ words, prefixes }: Literal, isAny = false): Part {
    const number = this.#steps.push({ words, prefixes, isAny, next: [], isLast: false }) - 1;
    return { first: [number], last: [number], isOptional: false, longest: 1, beginsWithGap: false };
  }

  /** A word by itself gets its step only here: in a group it is one of many of one step. */
  #placed(part: Part): Part {
    return part.word ? this.#step(part.word) : part;
  }

  #followed(one: Part, other: Part): Part {
    if (one.longest === 0) return other;
    const [before, after] = [this.#placed(one), this.#placed(other)];
    for (const number of before.last) this.#steps[number]?.next.push(...after.first);
    return {
      first: before.isOptional ? [...before.first, ...after.first] : before.first,
      last: after.isOptional ? [...before.last, ...after.last] : after.last,
      isOptional: before.isOptional && after.isOptional,
      longest: before.longest + after.longest,
      beginsWithGap: before.beginsWithGap,
    };
  }

  #sign(): string {
    return this.#text[this.#at] ?? "";
  }

  #isInWord(): boolean {
    return this.#sign() === "(" || LETTER.test(this.#sign());
  }

  #takes(sign: string): boolean {
    if (this.#sign() !== sign) return false;
    this.#at += 1;
    return true;
  }

  #fail(message: string, index = this.#at): never {
    throw new PatternFault(index, message);
  }
}
