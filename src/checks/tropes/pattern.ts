import { folded } from "./tokens.js";

/** What one word or mark of a pattern takes. */
export interface Step {
  readonly words: ReadonlySet<string>;
  /** Beginnings of words, from `*`. */
  readonly prefixes: readonly string[];
  /** Any word at all, from `{0,2}`; never a mark. */
  readonly isAny: boolean;
  readonly isOptional: boolean;
}

/** One way of saying a pattern: steps that follow each other. */
export interface Sequence {
  readonly atSentenceStart: boolean;
  readonly steps: readonly Step[];
}

/** A pattern that cannot be read, with the index of the fault in it. */
export class PatternFault extends Error {
  readonly index: number;
  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

/** A matcher holds the steps that it may be at in the bits of one number. */
const STEPS_AT_MOST = 30;
const WAYS_AT_MOST = 256;
const SPELLINGS_AT_MOST = 256;
const DEPTH_AT_MOST = 4;
const PREFIX_AT_LEAST = 3;
const MARKS = ",:;.!—…";
const LETTER = /[\p{L}\p{M}\p{N}']/u;

type Way = readonly Step[];

/** Reads a pattern; `docs/checks/patterns.md` describes the language. Throws `PatternFault`. */
export function parsePattern(pattern: string): readonly Sequence[] {
  const text = pattern.replace(/[’‘ʼ]/g, "'").replace(/[–―]/g, "—");
  const atSentenceStart = /^\s*\^/.test(text);
  const reader = new PatternReader(text, atSentenceStart ? text.indexOf("^") + 1 : 0);
  const ways = reader.ways(0);
  reader.assertOver();
  for (const steps of ways) {
    if (steps.every((step) => step.isOptional)) throw new PatternFault(0, "no word in it must stand there, expected at least one");
    if (steps[0]?.isAny) throw new PatternFault(0, "begins with a gap, expected a word");
    if (steps.length > STEPS_AT_MOST) throw new PatternFault(text.length, `more than ${STEPS_AT_MOST} words, expected fewer`);
  }
  return ways.map((steps) => ({ atSentenceStart, steps }));
}

class PatternReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
  }

  assertOver(): void {
    if (this.#at >= this.#text.length) return;
    const sign = this.#text[this.#at];
    this.#fail(sign === ")" ? `")" closes nothing, expected "(" before it` : `"${sign}" stands outside a group, expected "(" before it`);
  }

  /** The ways of saying what stands up to the end, a `|` or a `)`. */
  ways(depth: number): readonly Way[] {
    let ways: readonly Way[] = [[]];
    while (this.#at < this.#text.length && !"|)".includes(this.#sign())) {
      if (/[\s-]/.test(this.#sign())) {
        this.#at += 1;
        continue;
      }
      const start = this.#at;
      const next = this.#sign() === "{" ? [this.#gap()] : this.#word(depth);
      ways = ways.flatMap((before) => next.map((way) => [...before, ...way]));
      if (ways.length > WAYS_AT_MOST) this.#fail(`more than ${WAYS_AT_MOST} ways of saying it, expected two patterns`, start);
    }
    return ways;
  }

  #gap(): Way {
    const sample = this.#text.slice(this.#at, this.#at + 5);
    const [gap = "", least = "", most = ""] = /^\{(\d),(\d)\}/.exec(sample) ?? [];
    if (gap === "") this.#fail(`"${sample}" is no gap, expected the least and the most words, as in "{0,2}"`);
    if (Number(least) > Number(most)) this.#fail(`the gap "${gap}" has its least above its most, expected "{${most},${least}}"`);
    this.#at += gap.length;
    return Array.from({ length: Number(most) }, (_, index) => ({
      words: new Set<string>(),
      prefixes: [],
      isAny: true,
      isOptional: index >= Number(least),
    }));
  }

  /** A mark, a word with groups of endings in it, or a group of words; then `*` and `?`. */
  #word(depth: number): readonly Way[] {
    const start = this.#at;
    if (MARKS.includes(this.#sign()) || this.#text.startsWith("\\?", start)) {
      const mark = this.#sign() === "\\" ? "?" : this.#sign();
      this.#at += mark === "?" ? 2 : 1;
      return [[literal([mark], false, this.#takes("?"))]];
    }
    let spellings = [""];
    while (this.#isInWord()) {
      if (this.#sign() !== "(") {
        const letter = this.#sign();
        spellings = spellings.map((spelling) => spelling + letter);
        this.#at += 1;
        continue;
      }
      const from = this.#at;
      const options = this.#group(depth);
      if (from === start && !this.#isInWord() && this.#sign() !== "*") return optional(joined(options), this.#takes("?"));
      const endings = options.map((way) => this.#ending(way, from));
      spellings = spellings.flatMap((spelling) => endings.flat().map((ending) => spelling + ending));
      if (spellings.length > SPELLINGS_AT_MOST)
        this.#fail(`more than ${SPELLINGS_AT_MOST} spellings of one word, expected two patterns`, from);
    }
    if (this.#at === start) this.#fail(`"${this.#sign()}" means nothing here, expected a word`);
    const isOpen = this.#takes("*");
    if (isOpen && spellings.some((spelling) => spelling.length < PREFIX_AT_LEAST)) {
      this.#fail(`"*" follows fewer than ${PREFIX_AT_LEAST} letters, expected more of the word`, start);
    }
    return [[literal(spellings, isOpen, this.#takes("?"))]];
  }

  #group(depth: number): readonly Way[] {
    const from = this.#at;
    if (depth >= DEPTH_AT_MOST) this.#fail(`groups stand in each other more than ${DEPTH_AT_MOST} deep, expected fewer`);
    const options: Way[] = [];
    do {
      this.#at += 1;
      options.push(...this.ways(depth + 1));
    } while (this.#sign() === "|");
    if (!this.#takes(")")) this.#fail(`"(" is never closed, expected ")"`, from);
    return options;
  }

  /** What a way adds to the word that its group is glued to. */
  #ending(way: Way, from: number): readonly string[] {
    const [step] = way;
    if (!step) return [""];
    if (way.length > 1 || step.isAny || step.isOptional || step.prefixes.length > 0) {
      this.#fail("a group that is glued to a word has more than endings in it, expected a space around it", from);
    }
    return [...step.words];
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

function literal(spellings: readonly string[], isOpen: boolean, isOptional: boolean): Step {
  const words = spellings.map(folded);
  return { words: new Set(isOpen ? [] : words), prefixes: isOpen ? words : [], isAny: false, isOptional };
}

/** Ways of one word are one step: only the longer ones multiply the sequences. */
function joined(ways: readonly Way[]): readonly Way[] {
  const isSingle = (way: Way) => way.length === 1 && way.every((step) => !step.isAny && !step.isOptional);
  const singles = ways.filter(isSingle).flat();
  if (singles.length === 0) return ways;
  const step: Step = {
    words: new Set(singles.flatMap(({ words }) => [...words])),
    prefixes: singles.flatMap(({ prefixes }) => prefixes),
    isAny: false,
    isOptional: false,
  };
  return [[step], ...ways.filter((way) => !isSingle(way))];
}

function optional(ways: readonly Way[], isOptional: boolean): readonly Way[] {
  const [first] = ways;
  if (!isOptional) return ways;
  return ways.length === 1 && first?.length === 1 ? [first.map((step) => ({ ...step, isOptional: true }))] : [...ways, []];
}
