import { type Section, sectionsOf } from "./sections-of.js";

/** A passage of a report that speaks of what is asked. */
export interface Passage {
  readonly section: string;
  readonly line: number;
  readonly text: string;
  /** The words of the question that it holds. */
  readonly holds: readonly string[];
}

const MOST_PASSAGES = 3;
/** Words that every question has, in the languages that reports are asked in most. */
const STOP = new Set(
  "a an the of to in on at is are was were be been do does did has have had and or not with for from by about as it its this that these those which who whom what when where why how many much there their they we you i und oder der die das ein eine ist sind war wie was wer wo wann warum viele si sau de la pe cu din ce cine unde cand cum de cate cati este sunt a fost".split(
    " ",
  ),
);

/** Looks a question up in a report: the passages that hold most of its words, the rarer words counting more. None: the report is silent. */
export function answersIn(markdown: string, question: string): readonly Passage[] {
  const asked = [...new Set(wordsOf(question))].filter((word) => !STOP.has(word));
  const passages = sectionsOf(markdown).flatMap((section) => passagesOf(markdown, section));
  const held = passages.map((passage) => ({ passage, words: new Set(wordsOf(`${passage.section} ${passage.text}`)) }));
  const weight = new Map(
    asked.map((word) => [word, Math.log(1 + passages.length / (1 + held.filter(({ words }) => has(words, word)).length))]),
  );
  const ranked = held
    .map(({ passage, words }) => {
      const holds = asked.filter((word) => has(words, word));
      return { ...passage, holds, score: holds.reduce((sum, word) => sum + (weight.get(word) ?? 0), 0) };
    })
    .filter(({ holds }) => holds.length > 0 && holds.length * 2 >= asked.length)
    .sort((one, other) => other.score - one.score || one.line - other.line);
  return ranked.slice(0, MOST_PASSAGES).map(({ section, line, text, holds }) => ({ section, line, text, holds }));
}

function passagesOf(markdown: string, { title, text, textFrom }: Section): readonly Omit<Passage, "holds">[] {
  return [...text.matchAll(/[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g)].map(({ 0: paragraph, index }) => ({
    section: title,
    line: markdown.slice(0, textFrom + index).split("\n").length,
    text: paragraph.trim(),
  }));
}

/** `mills` is held by `mill`, and the other way round. */
function has(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(`${word}s`) || (word.length > 3 && word.endsWith("s") && words.has(word.slice(0, -1)));
}

/** Words in small letters without accents: "Ploiesti" asks for "Ploiești". */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
