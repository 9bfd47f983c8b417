import { FAMILIAR_NAMES, FIRST_NAMES, SMALL_WORDS } from "./familiar-words.js";

export interface Name {
  readonly text: string;
  readonly from: number;
  /** The words that have to be known: without titles, particles and words that everybody knows. */
  readonly words: readonly string[];
}

const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.+#-](?=[\p{L}\p{M}\p{N}])){0,63}[+#]{0,2}/gu;
const PARTICLES = new Set("de da di van von der den la le of du del din al bin ibn y".split(" "));

/**
 * Proper names in prose: words with a capital inside a sentence, several in a row being one name. The first word of a sentence has a
 * capital anyway, so it counts only where a name goes on after it or where it is a common first name. Words in capitals throughout
 * up to five letters are abbreviations, which a text may use without explaining; so is a word that everybody knows (`English`, `GitHub`).
 */
export function namesIn(prose: string): readonly Name[] {
  const words = [...prose.matchAll(WORD)].map(({ 0: text, index }) => ({ text, index, isCapital: isCapital(text) }));
  if (isTitleCase(words)) return [];
  const names: Name[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at];
    if (!first?.isCapital) continue;
    const run = [first];
    let end = first.index + first.text.length;
    for (let next = at + 1; next < words.length && run.length < 6; next += 1) {
      const word = words[next];
      const after = words[next + 1];
      const between = word === undefined ? "" : prose.slice(end, word.index);
      if (word === undefined || !/^(?: |\. |-|\n)$/.test(between)) break;
      // After a full stop a name goes on only behind an initial or a title.
      const isShort = /^(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St)$/u.test(run.at(-1)?.text ?? "");
      if (between === ". " && (!isShort || SMALL_WORDS.has(plainName(word.text)))) break;
      const goesOn =
        !SMALL_WORDS.has(plainName(first.text)) &&
        PARTICLES.has(word.text) &&
        after?.isCapital === true &&
        prose.slice(word.index + word.text.length, after.index) === " ";
      if (!word.isCapital && !goesOn) break;
      run.push(word);
      end = word.index + word.text.length;
    }
    const isOpening = opensSentence(prose, first.index);
    at += run.length - 1;
    const kept = isOpening && isPlainOpening(first.text, run.length) ? run.slice(1) : run;
    const needed = kept
      .map(({ text }) => plainName(text))
      .filter((word) => word !== "" && !PARTICLES.has(word) && !FAMILIAR_NAMES.has(word));
    const [start] = kept;
    if (start === undefined || needed.length === 0 || kept.every(({ text }) => isAbbreviation(text))) continue;
    names.push({ text: prose.slice(start.index, end), from: start.index, words: needed });
  }
  return names;
}

/** As names are compared: in small letters, without a possessive. */
export function plainName(word: string): string {
  return word
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]s?$/, "");
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word) && !/^I(?:['’]|$)/.test(word);
}

function isAbbreviation(word: string): boolean {
  return /^(?:[\p{Lu}\p{N}][.-]?){2,5}s?$/u.test(word) || /^\p{Lu}{1,4}\p{N}*$/u.test(word) || /^\p{Lu}{2,8}-\d+$/u.test(word);
}

function isPlainOpening(word: string, length: number): boolean {
  const plain = plainName(word);
  if (SMALL_WORDS.has(plain) || /(?:ing|ly)$/.test(plain)) return true;
  return length === 1 && !FIRST_NAMES.has(plain);
}

/** At the start of a block, after the end of a sentence, a colon, an opening mark or a dash. */
function opensSentence(prose: string, index: number): boolean {
  const before = prose.slice(Math.max(0, index - 8), index).trimEnd();
  return before === "" || /[.!?…:;•|"“„«(\]—–-]$/.test(before) || /[\n\r]\s*$/.test(prose.slice(Math.max(0, index - 2), index));
}

/** A heading with a capital on nearly each word says nothing of which are names. */
function isTitleCase(words: readonly { readonly text: string; readonly isCapital: boolean }[]): boolean {
  const long = words.filter(({ text }) => text.length > 3 && /^\p{L}/u.test(text));
  return long.length >= 2 && long.every(({ isCapital: capital }) => capital) && words.length <= 14;
}
