import { z } from "zod";
import { estimateTokens } from "../../src/model/index.js";
import { type Document, sectionAt, windowsOf } from "../../src/reading/index.js";

/** A part of one section of a source, with what a citation needs. */
export const Passage = z.object({ document: z.string(), section: z.string(), offset: z.int(), text: z.string() });
export type Passage = z.output<typeof Passage>;

const PASSAGE_TOKENS = 160;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The passages that say most of the question's words, rare words counting more than common ones (inverse document frequency), the
 * best first; those that say none are left out. Of equals the earlier one goes first.
 */
export function passagesFor(question: string, documents: readonly Document[], most: number): readonly Passage[] {
  const passages = documents.flatMap(partsOf);
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

/** A window that goes over several sections is cut where each begins: words are cited by the section in which they stand. */
function partsOf(document: Document): readonly Passage[] {
  const windows = windowsOf(document, { maxTokens: PASSAGE_TOKENS, estimate: (text) => estimateTokens([text]) });
  return windows.flatMap(({ from, to }) => {
    const starts = [from, ...document.sections.map((section) => section.from).filter((start) => start > from && start < to)];
    return starts.flatMap((start, index): readonly Passage[] => {
      const text = document.text.slice(start, starts[index + 1] ?? to);
      const section = sectionAt(document, start);
      // A heading by itself says nothing.
      if (text.replace(/^#+/, "").trim() === (section?.title ?? "")) return [];
      return [{ document: document.id, section: section?.id ?? "1", offset: start, text }];
    });
  });
}

/** Words without their diacritics, so that "Ploiesti" is said by "Ploiești"; very short ones say nothing. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(WORD) ?? []).filter((word) => word.length > 2 || /\d/.test(word));
}
