import type { Finding, Severity } from "../../dsl/index.js";
import { type ParsedText, parseText, type Text } from "../text/parse-text.js";
import { checkCitation, checkLines } from "./check-citation.js";
import { checkDenial } from "./check-denial.js";
import { checkFence } from "./check-fence.js";
import { checkIdentifiers } from "./check-identifiers.js";
import { checkQuote } from "./check-quote.js";
import { type Citation, citationsIn, isReal, type LooseLines, looseLinesIn, onlyFile, pathIn } from "./citations.js";
import { indexOf } from "./code-index.js";
import type { CodeTree } from "./code-tree.js";
import { denialsIn } from "./denials.js";
import { checkEvidence, type Evidence, takeEvidence } from "./evidence.js";
import { fencedCode } from "./fences.js";
import type { Held } from "./held.js";
import { type Passage, passagesOf } from "./passages.js";
import { quotesIn } from "./quotes.js";

const RULE = "code-claims";
/** For more than so many faults in one text the nearest line is not looked for. */
const MOST_NEAREST = 60;

/** Holds what a text says of code against the code. */
export function reviewFindings(text: Text, tree: CodeTree, severity: Severity): readonly Finding[] {
  const parsed = parseText(text);
  const found: { rule: string; message: string; offset: number }[] = [];
  let compared = 0;
  read(
    {
      index: indexOf(tree),
      markdown: parsed.markdown,
      report: (name, message, offset) => found.push({ rule: `${RULE}/${name}`, message, offset }),
      mayCompare: () => {
        compared += 1;
        return compared <= MOST_NEAREST;
      },
    },
    parsed,
  );
  return found
    .sort((a, b) => a.offset - b.offset)
    .map(({ rule, message, offset }) => ({ rule, severity, message, at: parsed.placeAt(offset) }));
}

function read(on: Held, parsed: ParsedText): void {
  const passages = passagesOf(parsed);
  const cited: (readonly Citation[])[] = [];
  const quoted = fencedCode(parsed);
  let fence = 0;
  for (const [at, passage] of passages.entries()) {
    while (fence < quoted.length && (quoted[fence]?.from ?? 0) < passage.block.from) {
      checkFence(on, quoted[fence], passages[at - 1], cited[at - 1] ?? []);
      fence += 1;
    }
    const heading = passage.heading === undefined ? "" : (passages[passage.heading]?.prose ?? "");
    const citations = citationsIn(passage, heading);
    cited.push(citations);
    const context = passage.heading === undefined ? undefined : onlyFile(cited[passage.heading] ?? []);
    readPassage(on, passage, citations, context);
  }
  for (; fence < quoted.length; fence += 1) checkFence(on, quoted[fence], passages.at(-1), cited.at(-1) ?? []);
  const named = new Set(cited.flat().map(({ path }) => path));
  for (const { target, from } of parsed.links) {
    const link = pathIn(target);
    if (link === undefined || named.has(link.path)) continue;
    const lines = link.lines === undefined ? [] : [link.lines];
    checkCitation(on, { path: link.path, offset: from, from, to: from, lines, isUnreal: false, isFolder: false });
  }
}

function readPassage(on: Held, passage: Passage, citations: readonly Citation[], context: string | undefined): void {
  const denials = denialsIn(passage);
  const denied = new Set(denials.filter(({ kind }) => kind === "defined" || kind === "lacking").map(({ offset }) => offset));
  for (const citation of citations) if (!citation.isUnreal && !denied.has(citation.offset)) checkCitation(on, citation);
  if (passage.spans.length === 0 && citations.length === 0 && denials.length === 0 && context === undefined) return;
  const evidence: Evidence[] = [];
  const loose = looseLinesIn(passage, citations);
  for (const { path, lines, at, offset } of [
    ...citations.filter(isReal).map(asPlace),
    ...loosePlaces(passage, loose, citations, context),
  ]) {
    for (const one of lines) takeEvidence(on, { path, lines: one, at, offset }, passage, evidence);
  }
  for (const { lines, path, offset, isLoose } of loosePlaces(passage, loose, citations, context)) {
    if (isLoose) for (const one of lines) checkLines(on, path, one, offset);
  }
  for (const quote of quotesIn(passage, citations, loose, context)) {
    if (denials.some(({ from, to }) => quote.at >= from && quote.at < to)) continue;
    // Of evidence that is wrong it does not matter whether it is a comment.
    if (checkQuote(on, quote, evidence)) evidence.push({ at: quote.at, offset: quote.offset, kind: "code", shown: "" });
  }
  checkIdentifiers(on, passage, citations, denials);
  for (const denial of denials) checkDenial(on, denial, passage, citations, context);
  checkEvidence(on, passage, evidence);
}

function loosePlaces({ offsetAt }: Passage, loose: readonly LooseLines[], citations: readonly Citation[], context: string | undefined) {
  return loose.flatMap(({ lines, from }) => {
    const path = citations.filter((cited) => isReal(cited) && cited.from < from).at(-1)?.path ?? onlyFile(citations) ?? context;
    return path === undefined ? [] : [{ path, lines: [lines], at: from, offset: offsetAt(from), isLoose: true }];
  });
}

function asPlace({ path, lines, from, offset }: Citation) {
  return { path, lines, at: from, offset, isLoose: false };
}
