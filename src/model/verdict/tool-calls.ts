import { CallEnds, type Mark, type MarkedDialect } from "./call-end.js";
import { DIALECTS, LONE_MARKS } from "./dialects.js";
import { goesOn, isLedUpTo } from "./in-sentence.js";
import { quotedRanges } from "./quoted-ranges.js";
import { isWithin, type Range } from "./range.js";

export interface MarkedCall extends Range {
  /** The dialect's id. */
  readonly dialect: string;
}

export interface Marked {
  /** Calls with marks around them, in order. */
  readonly calls: readonly MarkedCall[];
  /** Marks without a call. */
  readonly lone: readonly MarkedCall[];
}

const MARKED = DIALECTS.filter((dialect) => dialect.form === "marks" || dialect.form === "mark-json" || dialect.form === "lines");
const MEANING = new Map<string, Pick<Mark, "dialect" | "is">>([
  ...LONE_MARKS.map((mark) => [mark, { dialect: undefined, is: "lone" as const }] as const),
  ...MARKED.flatMap((dialect) => opens(dialect).map((mark) => [mark, { dialect, is: "open" as const }] as const)),
  ...MARKED.flatMap((dialect) => closes(dialect).map((mark) => [mark, { dialect, is: "close" as const }] as const)),
]);
const LITERALS = [...MEANING.keys()].sort((a, b) => b.length - a.length).map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
const NAMESPACE = /^(<\/?)[a-z]{1,12}:(?=[a-z])/;
const MARKS = new RegExp(`${LITERALS.join("|")}|</?[a-z]{1,12}:(?:tool_calls?|function_calls|invoke)(?=[>\\s])(?: name=|>)?`, "g");

/** White space between a call and the closing marks that belong to it. */
const MOST_SPACE = 40;

/** Finds the calls that a text makes. One that it shows (in a fence, a code span) or names in the middle of a sentence is none. Linear. */
export function toolCallsIn(text: string): Marked {
  const marks = marksIn(text);
  if (marks.length === 0) return { calls: [], lone: [] };
  const shown = quotedRanges(text);
  const ends = new CallEnds(text, marks);
  const calls: MarkedCall[] = [];
  const lone: MarkedCall[] = [];
  let done = 0;
  for (const [index, mark] of marks.entries()) {
    if (mark.from < done || isWithin(shown, mark.from)) continue;
    const end = ends.of(mark);
    const dialect = mark.dialect?.id ?? "";
    // Alone they are also a prompt of Python, and a quotation in a quotation.
    if (!end && mark.is === "open" && text.startsWith(">>>", mark.from)) continue;
    const range = { from: mark.from, to: end ? endWithMarks(text, end.to, marks, index) : mark.to, dialect };
    const isNamed = isLedUpTo(text, range, end ? end.isWhole : mark.is !== "open") || goesOn(text, range.to);
    // What a sentence names and nothing ends may be no call at all, and then the text goes on behind the mark.
    done = isNamed && end && !end.isWhole ? mark.to : range.to;
    if (isNamed) continue;
    if (end) calls.push(range);
    else lone.push(range);
  }
  return { calls, lone };
}

function marksIn(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (const { 0: found, index } of text.matchAll(MARKS)) {
    const meaning = MEANING.get(found) ?? MEANING.get(found.replace(NAMESPACE, "$1"));
    if (meaning) marks.push({ from: index, to: index + found.length, ...meaning });
  }
  return marks;
}

/** A call's end with the closing marks right behind it. */
function endWithMarks(text: string, end: number, marks: readonly Mark[], index: number): number {
  let to = end;
  if (end === text.length) return end;
  for (let next = index + 1; next < marks.length; next += 1) {
    const mark = marks[next];
    if (!mark || mark.from < to) continue;
    if (mark.is === "open" || mark.from > to + MOST_SPACE || text.slice(to, mark.from).trim() !== "") break;
    to = mark.to;
  }
  return to;
}

function opens(dialect: MarkedDialect): readonly string[] {
  return dialect.form === "lines" ? dialect.begins.map(([name]) => name) : dialect.opens;
}

function closes(dialect: MarkedDialect): readonly string[] {
  return dialect.form === "marks" ? dialect.closes : [];
}
