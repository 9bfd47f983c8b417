import { type Citation, citationsIn } from "./citations.js";
import { notHeld } from "./not-shown.js";
import { othersSources } from "./own-words.js";
import type { Shown } from "./shown.js";

/** A citation in a file, with its line where it can be told. */
export interface InFile {
  readonly said: string;
  readonly line: number | undefined;
}

/** What a person reads. In code and settings quotation marks and paths are the language's, and point to nothing. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|html?|xhtml)$/i;
const PAGE = /\.x?html?$/i;
/** What a program reads: a path in it may be a setting, so there only lines, addresses and quotations are looked up. */
const DATA = /\.(?:json|jsonl|csv|tsv)$/i;
const LINES_OF_JSON = /\.jsonl$/i;

/** Whether the citations of a file are looked up: of reports and data, but not of code. A name without an ending is that of a report. */
export function isCiting(path: string): boolean {
  return PROSE.test(path) || DATA.test(path) || !/\.[^/\\.]+$/.test(path);
}

/** What a file cites and no tool has shown, the worst first. What stood in it before the task is no invention of the task. */
export function notShownInFile(path: string, { before, after }: { readonly before: string; readonly after: string }, shown: Shown) {
  const text = PAGE.test(path) ? wordsOfPage(after) : after;
  const files = [...shown.files, ...(shown.written ?? [])];
  const sources = () => othersSources({ ...shown, texts: [...shown.texts, before] });
  const lost = notHeld(citationsOf(path, text), sources, { folder: shown.folder, files });
  const prose = withoutCode(text);
  return lost.map((citation): InFile => ({ said: citation.said, line: lineOf(prose, citation) }));
}

function citationsOf(path: string, text: string): readonly Citation[] {
  const parts = LINES_OF_JSON.test(path) ? text.split("\n") : [text];
  const all = parts.flatMap(citationsIn);
  return DATA.test(path) ? all.filter(({ is }) => is !== "path") : all;
}

/** A page without its marks, line by line as it was; where a link leads is kept. */
function wordsOfPage(page: string): string {
  return page
    .replaceAll(/<!--[\s\S]*?-->|<(script|style|pre|code)\b[\s\S]*?<\/\1\s*>/gi, lineEnds)
    .replaceAll(
      /<[a-z/!][^<>]*>/gi,
      (mark) => ` ${/^<a\s[^>]*\bhref\s*=\s*["']?(https?:[^\s"'>]+)/i.exec(mark)?.[1] ?? ""} ${lineEnds(mark)}`,
    )
    .replaceAll(/&(?:quot|#34);/g, '"');
}

function withoutCode(text: string): string {
  return text.replaceAll(/^ *(`{3,}|~{3,})[\s\S]*?^ *\1[^\S\n]*$/gm, lineEnds);
}

function lineEnds(text: string): string {
  return text.replaceAll(/[^\n]+/g, "");
}

/** Between the words of a passage there may be the end of a line, with the mark of a quotation. */
function lineOf(text: string, citation: Citation): number | undefined {
  const [begins, ...more] = (citation.is === "line" ? citation.path : citation.said).split(" ").map(escaped);
  const words = [begins, ...more].join(String.raw`[\s>]+`);
  const place = citation.is === "line" ? String.raw`${words}(?=[^\n]{0,60}?\D${citation.line}(?!\d))` : words;
  const found = new RegExp(String.raw`(?<![\p{L}\p{N}_/.-])${place}`, "u").exec(text) ?? new RegExp(words, "u").exec(text);
  return found === null ? undefined : text.slice(0, found.index).split("\n").length;
}

/** In JSON a quotation mark has a stroke before it. */
function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll('"', String.raw`\\?"`);
}
