import { answerTo, type Scope } from "./answers.js";
import { type Citation, isReal } from "./citations.js";
import type { Denial } from "./denials.js";
import { filesOf, type Held } from "./held.js";
import { type Passage, sentenceAt } from "./passages.js";
import { shortened } from "./shown.js";

/** "Nothing in a.ts calls it": the place is looked into, and not where it is defined. */
const OF_A_PLACE = /^(?:nothing|nobody|no)\b/i;

/** Behind a denial: a place that is neither a file nor all of the code. */
const ELSEWHERE =
  /^["”]? (?:in|from|by|inside|within|on) (?!(?:the |this |our |any )?(?:code|code ?base|repo|repository|tree|project|source|sources|module|file|package|suite|tests?|test suite|anything|anyone|anybody|code base)(?![\w-]))/i;

/** Whether the code has what is said to be missing. */
export function checkDenial(on: Held, denial: Denial, passage: Passage, citations: readonly Citation[], context: string | undefined): void {
  const sentence = sentenceAt(passage, denial.from);
  const beside = citations.filter(
    (cited) => isReal(cited) && cited.from >= sentence.from && cited.from < sentence.to && cited.offset !== denial.offset,
  );
  const paths = new Set(beside.map(({ path }) => path));
  // Two files in one sentence: which of them is meant cannot be told.
  if (paths.size > 1) return;
  const needsPlace = denial.kind === "validated" || denial.kind === "closed" || denial.kind === "handled" || denial.kind === "lacking";
  const path = [...paths][0] ?? (needsPlace && beside.length === 0 ? context : undefined);
  const files = path === undefined ? [] : filesOf(on.index, path);
  if (path !== undefined && files.length === 0) return;
  // "… is not defined in the config": a place that is no file.
  const after = passage.prose.slice(denial.to, sentence.to);
  if (path === undefined && ELSEWHERE.test(after)) return;
  const scope: Scope = {
    files,
    lines: beside.flatMap(({ lines }) => lines),
    isBehind: beside.some(({ from }) => from >= (OF_A_PLACE.test(denial.said) ? denial.from : denial.to - 1)),
  };
  const answer = answerTo(denial, scope, on.index);
  if (answer === undefined) return;
  const { says, file, line } = answer;
  const shown = line === 1 && says.endsWith(" there") ? "" : `:${line}, "${shortened(file.line(line).trim())}"`;
  on.report("missing", `${says}, against what is said here: see ${file.path}${shown}; take the claim out`, denial.offset);
}
