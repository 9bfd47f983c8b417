import { z } from "zod";
import { estimateTokens } from "../../src/model/index.js";
import { type Document, sectionAt, windowsOf } from "../../src/reading/index.js";

/** A part of a source that speaks of the question, with what a citation needs. */
export const Passage = z.object({ document: z.string(), section: z.string(), offset: z.int(), text: z.string() });
export type Passage = z.output<typeof Passage>;

const PASSAGE_TOKENS = 160;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The passages that say most of the question's words, rare words counting more than common ones (inverse document frequency), the
 * best first; those that say none are left out. Of equals the earlier one goes first.
 */
export function passagesFor(question: string, documents: readonly Document[], most: number): readonly Passage[] {
  const passages = documents.flatMap((document) =>
    windowsOf(document, { maxTokens: PASSAGE_TOKENS, estimate: (text) => estimateTokens([text]) }).map(
      ({ from, text }): Passage => ({ document: document.id, section: sectionAt(document, from)?.id ?? "1", offset: from, text }),
    ),
  );
  const asked = new Set(wordsOf(question));
  const said = passages.map(({ text }) => new Set(wordsOf(text).filter((word) => asked.has(word))));
  const weights = new Map<string, number>();
  for (const word of asked) {
    const holding = said.filter((words) => words.has(word)).length;
    if (holding > 0) weights.set(word, Math.log(1 + passages.length / holding));
  }
  return passages
    .map((passage, index) => ({ passage, index, score: [...(said[index] ?? [])].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, most)
    .map(({ passage }) => passage);
}

/** Words without their diacritics, so that "Ploiesti" is said by "Ploiești"; very short ones say nothing. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(WORD) ?? []).filter((word) => word.length > 2 || /\d/.test(word));
}
