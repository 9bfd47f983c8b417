import { fencesIn } from "./fences.js";
import type { Range } from "./range.js";

/** The parts of a Markdown text that show something rather than say it: fences, code spans, block quotes and indented code. */
export function quotedRanges(text: string): readonly Range[] {
  const ranges: Range[] = [];
  let at = 0;
  for (const fence of fencesIn(text)) {
    ranges.push(...quotedProse(text, at, fence.from), fence);
    at = fence.to;
  }
  return [...ranges, ...quotedProse(text, at, text.length)];
}

function quotedProse(text: string, from: number, to: number): Range[] {
  const lines: Range[] = [];
  let isCode = true;
  let paragraphFrom = from;
  const ranges: Range[] = [];
  const endParagraph = (end: number) => {
    ranges.push(...codeSpans(text, paragraphFrom, end));
    paragraphFrom = end;
  };
  for (let at = from; at < to; ) {
    const newline = text.indexOf("\n", at);
    const next = newline < 0 || newline >= to ? to : newline + 1;
    const line = text.slice(at, next);
    const isBlank = line.trim() === "";
    const isShown: boolean = /^ {0,3}>(?!>>)/.test(line) || (isCode && at > 0 && /^(?: {4}|\t)/.test(line));
    if (isBlank || isShown) endParagraph(at);
    if (isShown && !isBlank) {
      lines.push({ from: at, to: next });
      paragraphFrom = next;
    }
    isCode = isBlank || (isCode && isShown);
    at = next;
  }
  endParagraph(to);
  return [...ranges, ...lines].sort((a, b) => a.from - b.from);
}

/** Code spans: from one run of backticks to the next of the same length in the same paragraph. */
function codeSpans(text: string, from: number, to: number): Range[] {
  const runs = [...text.slice(from, to).matchAll(/`+/g)];
  const partners = new Array<number | undefined>(runs.length);
  const nextOfLength = new Map<number, number>();
  for (let run = runs.length - 1; run >= 0; run -= 1) {
    const length = runs[run]?.[0].length ?? 0;
    partners[run] = nextOfLength.get(length);
    nextOfLength.set(length, run);
  }
  const spans: Range[] = [];
  for (let run = 0; run < runs.length; run += 1) {
    const partner = partners[run];
    const opening = runs[run];
    const closing = partner === undefined ? undefined : runs[partner];
    if (partner === undefined || opening === undefined || closing === undefined) continue;
    spans.push({ from: from + opening.index, to: from + closing.index + closing[0].length });
    run = partner;
  }
  return spans;
}
