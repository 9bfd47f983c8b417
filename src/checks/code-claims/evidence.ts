import type { CodeRange } from "../comments/index.js";
import { COMMENT_WORD, isAboutComment } from "./about-comment.js";
import { pathIn } from "./citations.js";
import type { CodeFile, Lines } from "./code-file.js";
import { filesOf, type Held, NEAR } from "./held.js";
import { type Passage, sentenceAt } from "./passages.js";
import { lineWords, shortened } from "./shown.js";
import { snippetOf } from "./snippets.js";

/** A place in the code that a sentence gives as its evidence. */
export interface Evidence {
  readonly at: number;
  readonly offset: number;
  readonly kind: "comment" | "code";
  readonly shown: string;
}

/** Notes whether cited lines are code or comments. */
export function takeEvidence(
  on: Held,
  { path, lines, at, offset }: { readonly path: string; readonly lines: Lines; readonly at: number; readonly offset: number },
  passage: Passage,
  evidence: Evidence[],
): void {
  const files = filesOf(on.index, path).filter(({ lineCount }) => lines.from <= lineCount);
  if (files.length === 0) return;
  const sentence = sentenceAt(passage, at);
  // The line of a comment above a function is often given for the function.
  const isSaid = COMMENT_WORD.test(passage.prose.slice(sentence.from, sentence.to));
  const names = (isSaid ? [] : passage.spans).filter(
    (span) => span.at >= sentence.from && span.at < sentence.to && pathIn(span.text) === undefined,
  );
  const isCode = files.some((file) => {
    if (file.kindOf(file.rangeOf(lines)) !== "comment") return true;
    const around = { from: Math.max(1, lines.from - NEAR), to: Math.min(file.lineCount, lines.to + NEAR) };
    return names.some(({ text }) => placesWithin(file, wordsToFind(text), around).some((place) => file.kindOf(place) === "code"));
  });
  const [file] = files;
  if (file === undefined) return;
  evidence.push({
    at,
    offset,
    kind: isCode ? "code" : "comment",
    shown: `${lineWords(lines)} of "${file.path}" ${lines.from === lines.to ? "is" : "are"} a comment, "${shortened(file.line(lines.from).trim())}"`,
  });
}

/** Refuses the sentences whose evidence, and that of the sentences beside them, is comments alone. */
export function checkEvidence(on: Held, passage: Passage, evidence: readonly Evidence[]): void {
  const sentences = passage.sentences.map(({ from, to }) => ({ from, to, evidence: evidence.filter(({ at }) => at >= from && at < to) }));
  for (const [index, sentence] of sentences.entries()) {
    const [first] = sentence.evidence;
    const around = [sentences[index - 1], sentence, sentences[index + 1]].flatMap((one) => one?.evidence ?? []);
    if (first === undefined || around.some(({ kind }) => kind === "code")) continue;
    if (isAboutComment(passage.prose.slice(sentence.from, sentence.to))) continue;
    on.report(
      "comment-only",
      `the only evidence is a comment: ${first.shown}; cite the code that shows it, or take the claim out`,
      first.offset,
    );
  }
}

/** What of a span is looked for near a cited line: the name of a call, or the code as it is. */
function wordsToFind(text: string): string {
  const snippet = snippetOf(text);
  return snippet === undefined || snippet.kind === "code" ? text : snippet.name;
}

function placesWithin(file: CodeFile, text: string, { from, to }: Lines): readonly CodeRange[] {
  return file.find(text).filter((place) => file.lineOf(place.from) >= from && file.lineOf(place.from) <= to);
}
