import type { Check, Finding } from "../../src/dsl/index.js";
import { citationsOf, citationText } from "../../src/reading/index.js";
import { type Passage, wordsOf } from "./passages.js";

/** The embedded writer draws no conclusions; where it was asked, code quotes instead. */
const WITHOUT_A_MODEL = /composed without a language model/;

/** A model's answer as it is; without a model, what the passages themselves say. */
export function answerFrom(text: string, question: string, passages: readonly Passage[]): string {
  return WITHOUT_A_MODEL.test(text) ? quoted(question, passages) : text.trim();
}

/** Of each passage the sentence that says most of the question, with its citation. */
function quoted(question: string, passages: readonly Passage[]): string {
  const asked = new Set(wordsOf(question));
  const lines = passages.map(({ document, section, offset, text }) => {
    const sentences = [...text.matchAll(/[^.!?\n]+[.!?]*/g)]
      .map((match) => ({ text: match[0].trim(), at: match.index }))
      .filter((sentence) => !/^#{1,6}\s/.test(sentence.text));
    const said = (sentence: string) => new Set(wordsOf(sentence).filter((word) => asked.has(word))).size;
    const best = sentences.reduce((one, other) => (said(other.text) > said(one.text) ? other : one), sentences[0] ?? { text: "", at: 0 });
    // A quotation ends at a quote mark with a bracket behind it, and a source may hold one.
    const quote = best.text
      .replace(/["“”„«»]\s*\][\s\S]*$/, "")
      .slice(0, 300)
      .trim();
    return quote === "" ? "" : citationText({ document, section, offset: offset + best.at, quote });
  });
  return ["The sources say the following of it. No model has weighed it.", ...lines.filter((line) => line !== "")].join("\n\n");
}

/** Whatever is said is cited: a paragraph without a citation is a claim that nobody can look up. */
export const everythingCited: Check<string> = {
  rule: "dossier/cited",
  run: (text) =>
    paragraphsOf(text).flatMap(({ text: paragraph, line }): Finding[] => {
      if (citationsOf(paragraph).length > 0) return [];
      const shown = paragraph.length > 80 ? `${paragraph.slice(0, 80)}…` : paragraph;
      return [
        {
          rule: "dossier/cited",
          severity: "error",
          message: `"${shown}" cites nothing: end it with the citation that shows it, or leave it out`,
          at: { line, column: 1, offset: 0 },
        },
      ];
    }),
};

/** The words with which an answer may begin or end without being a claim. */
const NO_CLAIM = /^(?:#{1,6}\s|The sources say the following of it\.|The sources do not say\b)/;

function paragraphsOf(text: string): readonly { readonly text: string; readonly line: number }[] {
  const paragraphs: { text: string; line: number }[] = [];
  let line = 1;
  for (const block of text.split(/\n{2,}/)) {
    const trimmed = block.trim();
    if (trimmed !== "" && !NO_CLAIM.test(trimmed)) paragraphs.push({ text: trimmed, line });
    line += block.split("\n").length + 1;
  }
  return paragraphs;
}
