import { KIND, kindAt, kindBefore, OF_WORD } from "../text/letters.js";
import { FAMILIAR_NAMES, FIRST_NAMES, SMALL_WORDS } from "./familiar-words.js";
import { endOf, isCapital, nextWord, plainName, type Word } from "./name-words.js";
import { isTitleCase } from "./title-case.js";

export interface Name {
  readonly text: string;
  readonly from: number;
  /** The words that have to be known: without titles, particles and words that everybody knows. */
  readonly words: readonly string[];
}

const SPACE = 32;
const JOINTS = "'’.+#-";

/** What there is to know of a word with a capital, wherever it stands. */
interface Spelling {
  readonly plain: string;
  readonly isCapital: boolean;
  readonly isAbbreviation: boolean;
  /** Whether it has to be known. */
  readonly isNeeded: boolean;
  /** Whether it opens a sentence like any other word, by itself and before others. */
  readonly opensAlone: boolean;
  readonly opens: boolean;
}

const MOST_KNOWN = 20_000;
const spellings = new Map<string, Spelling>();

/** Of each word found out once, as far as there is room. */
function spellingOf(word: string): Spelling {
  const known = spellings.get(word);
  if (known !== undefined) return known;
  const plain = plainName(word);
  const opens = SMALL_WORDS.has(plain) || /(?:ing|ly)$/.test(plain);
  const made: Spelling = {
    plain,
    isCapital: isCapital(word),
    isAbbreviation: isAbbreviation(word),
    isNeeded: plain !== "" && !PARTICLES.has(plain) && !FAMILIAR_NAMES.has(plain),
    opensAlone: opens || !FIRST_NAMES.has(plain),
    opens,
  };
  if (spellings.size < MOST_KNOWN) spellings.set(word, made);
  return made;
}

const PARTICLES = new Set("de da di van von der den la le of du del din al bin ibn y".split(" "));

const INITIAL_OR_TITLE = /^(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St)$/u;

/**
 * Proper names in prose: words with a capital inside a sentence, several in a row being one name. The first word of a sentence has a
 * capital anyway, so it counts only where a name goes on after it or where it is a common first name. Words in capitals throughout
 * up to five letters are abbreviations, which a text may use without explaining; so is a word that everybody knows (`English`, `GitHub`).
 */
export function namesIn(prose: string): readonly Name[] {
  if (isTitleCase(prose)) return [];
  const names: Name[] = [];
  let wordsFrom = 0;
  for (let at = nextCapital(prose, 0); at !== -1; at = nextCapital(prose, wordsFrom)) {
    wordsFrom = at + 1;
    const first = wordFrom(prose, at);
    if (first === undefined) continue;
    wordsFrom = endOf(first);
    if (!first.isCapital) continue;
    const run = [first];
    let end = endOf(first);
    for (let word = wordAfter(prose, end); word !== undefined && run.length < 6; word = wordAfter(prose, end)) {
      const between = prose.slice(end, word.index);
      if (between !== " " && between !== ". " && between !== "-" && between !== "\n") break;
      // After a full stop a name goes on only behind an initial or a title.
      if (between === ". " && (!INITIAL_OR_TITLE.test(run.at(-1)?.text ?? "") || SMALL_WORDS.has(plainName(word.text)))) break;
      if (!word.isCapital && !goesOnAfter(prose, word, first)) break;
      run.push(word);
      end = endOf(word);
    }
    wordsFrom = end;
    const isOpening = opensSentence(prose, first.index);
    const kept = isOpening && (run.length === 1 ? spellingOf(first.text).opensAlone : spellingOf(first.text).opens) ? run.slice(1) : run;
    const [start] = kept;
    if (start === undefined) continue;
    const needed: string[] = [];
    let isAllShort = true;
    for (const { text } of kept) {
      const { plain, isNeeded, isAbbreviation } = spellingOf(text);
      if (isNeeded) needed.push(plain);
      isAllShort &&= isAbbreviation;
    }
    if (needed.length === 0 || isAllShort) continue;
    names.push({ text: prose.slice(start.index, end), from: start.index, words: needed });
  }
  return names;
}

/** A small word such as `von` goes on with a name where a capital follows. */
function goesOnAfter(prose: string, word: Word, first: Word): boolean {
  if (!PARTICLES.has(word.text) || SMALL_WORDS.has(plainName(first.text))) return false;
  const after = nextWord(prose, endOf(word));
  return after?.isCapital === true && prose.slice(endOf(word), after.index) === " ";
}

/** Where the next word with a capital begins, or what looks like one. */
function nextCapital(prose: string, from: number): number {
  for (let at = from; at < prose.length; at += 1) {
    if ((kindAt(prose, at) & KIND.upper) !== 0 && (kindBefore(prose, at) & OF_WORD) === 0) return at;
  }
  return -1;
}

/** The word that begins at `index`; none where a word before it goes on there. */
function wordFrom(prose: string, index: number): Word | undefined {
  if (JOINTS.includes(prose.charAt(index - 1)) && index > 0 && (kindBefore(prose, index - 1) & OF_WORD) !== 0) return undefined;
  return nextWord(prose, index);
}

const BEGINNINGS_OF_PARTICLES = new Set([...PARTICLES].map((particle) => particle.charAt(0)));

/** The word that may go on with a name that ends at `end`: one with a capital, or a particle, behind one mark. Most names end there. */
function wordAfter(prose: string, end: number): Word | undefined {
  const mark = prose.charAt(end);
  if (mark !== " " && mark !== "." && mark !== "-" && mark !== "\n") return undefined;
  const from = mark === "." ? end + 2 : end + 1;
  if ((kindAt(prose, from) & KIND.upper) === 0 && !BEGINNINGS_OF_PARTICLES.has(prose.charAt(from))) return undefined;
  return nextWord(prose, end);
}

function isAbbreviation(word: string): boolean {
  return (
    /^(?:[\p{Lu}\p{N}][.-]?){2,5}s?$/u.test(word) ||
    /^\p{Lu}{1,4}\p{N}*$/u.test(word) ||
    /^(?:(?:Alt|Cmd|Command|Control|Ctrl|Esc|Option|Shift|Tab|Win)[+-]){1,3}\w{1,9}$/.test(word) ||
    /^\p{Lu}{2,8}(?:-[\p{Lu}\p{N}]{1,12}){0,3}-\d+$/u.test(word)
  );
}

/** At the start of a block, after the end of a sentence, a colon, an opening mark or a dash. */
function opensSentence(prose: string, index: number): boolean {
  // Most words stand behind a letter and a space.
  if (prose.charCodeAt(index - 1) === SPACE && (kindAt(prose, index - 2) & KIND.letter) !== 0) return false;
  const before = prose.slice(Math.max(0, index - 8), index).trimEnd();
  return before === "" || /[.!?…:;•|"“„«(\]—–-]$/.test(before) || /[\n\r]\s*$/.test(prose.slice(Math.max(0, index - 2), index));
}
