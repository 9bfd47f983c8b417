import { ANNOUNCEMENT_PHRASES } from "./announcement-phrases.js";
import { wordsIn } from "./visible.js";

/** Above this nobody only announces; and it bounds what the patterns below are tried on. */
const MOST_LETTERS = 600;
const MOST_WORDS = 60;

/** A fence that was opened for the answer, and into which nothing came. */
const EMPTY_FENCE = /(?:^|\n) {0,3}`{3,10}[\w-]{0,20}\s{0,9}(?:`{3,10})?$/;

/** What may stand between the promise and the work. */
const BETWEEN = "first|now|just|quickly|then|also|mai întâi|acum|d'abord|ahora|prima|agora";

const LANGUAGES = ANNOUNCEMENT_PHRASES.map((phrases) => {
  const { clauses, fillers, intents, works, isVerbLast, wholes, heres, asked, kept } = phrases;
  // Chinese sets no spaces between words, and so has no ends of words to look for.
  const [space, before, after] = phrases.hasSpaces ? [" ", "(?<!\\p{L})", "(?!\\p{L})"] : [" ?", "", ""];
  const opening = `^(?:(?:${fillers})(?: ?[,.!…:–—-]{1,3})?${space}){0,3}(?:(?:${clauses})${space}[^,.!?\\n]{1,80},${space})?`;
  const between = isVerbLast ? "[^.!?]{1,120} " : `(?:${space}|(?<='))(?:(?:${BETWEEN}) )?`;
  return {
    filler: new RegExp(`^(?:(?:${fillers})[ ,.!…]{0,3}){1,3}$`, "iu"),
    intent: new RegExp(`${opening}(?:(?:${intents})${between}(?:${works})|${wholes})${after}`, "iu"),
    here: new RegExp(`${opening}(?:${heres})${after}`, "iu"),
    asked: new RegExp(`${before}(?:${asked})${after}`, "iu"),
    kept: new RegExp(`${before}(?:${kept})${after}`, "iu"),
  };
});

type Kind = "filler" | "intent" | "here" | "other";

/** Whether a text only says what its writer is about to do: "I'll look at the files now." */
export function announces(text: string): boolean {
  const sentences = sentencesOf(text);
  if (sentences.length === 0 || isPromise(text) || isTitle(text)) return false;
  const kinds = sentences.map(kindOf);
  return kinds.includes("intent") && !kinds.includes("other");
}

/** Whether a text is an announcement, or hands over something and then ends: "Sure! Here is the post you asked for:" */
export function isPreamble(text: string): boolean {
  if (announces(text)) return true;
  const sentences = sentencesOf(text);
  const last = sentences.at(-1) ?? "";
  const kinds = sentences.map(kindOf);
  if (kinds.at(-1) !== "here" || kinds.includes("other") || isPromise(text) || isTitle(text)) return false;
  return /[:…]$/u.test(last) || LANGUAGES.some(({ asked }) => asked.test(last));
}

function kindOf(sentence: string): Kind {
  if (LANGUAGES.some(({ here }) => here.test(sentence))) return "here";
  if (LANGUAGES.some(({ intent }) => intent.test(sentence))) return "intent";
  return LANGUAGES.some(({ filler }) => filler.test(sentence)) ? "filler" : "other";
}

/** The sentences of a short text without marks of emphasis, rules and empty fences. None if the text is long. */
function sentencesOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.length > MOST_LETTERS || wordsIn(trimmed) > MOST_WORDS) return [];
  return trimmed
    .replace(EMPTY_FENCE, "")
    .replaceAll(/[*_]/g, "")
    .replaceAll(/(?<![.!?:…\n])\n(?=\p{Ll})/gu, " ")
    .replaceAll("’", "'")
    .replaceAll(/[，。：！]/g, (mark) => `${{ "，": ",", "。": ".", "：": ":", "！": "!" }[mark]} `)
    .replaceAll(/[¡¿]/g, "")
    .replaceAll(/\s([!?:;])/g, "$1")
    .split(/(?<=[.!?…:])[^\S\n]+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** A promise to a person is an answer: "I'll look at it and get back to you tomorrow." */
function isPromise(text: string): boolean {
  return LANGUAGES.some(({ kept }) => kept.test(text));
}

/** A heading without an end mark, most words of it with a capital. */
function isTitle(text: string): boolean {
  const trimmed = text.trim();
  if (/[.!:…]$/u.test(trimmed)) return false;
  if (/^#{1,6} /.test(trimmed)) return true;
  const words = trimmed.match(/\p{L}[\p{L}']*/gu) ?? [];
  return words.filter((word) => /^\p{Lu}/u.test(word)).length * 5 >= words.length * 3;
}
