import { commentsOf } from "./text/comments.js";
import { lastAtMost } from "./text/places.js";

/** A rule that a directive names, and where. */
export interface Named {
  readonly rule: string;
  readonly from: number;
}

/** A comment of a text to its checks. */
export interface Directive {
  readonly kind: "disable-next-line" | "disable" | "enable";
  readonly rules: readonly Named[];
  /** Empty where none is given. */
  readonly reason: string;
  readonly from: number;
  readonly to: number;
  /** Where it ends to switch off: behind the next line that is not empty, or never. */
  readonly reach: number;
  /** The comment, with its line end where it stands on a line alone. */
  readonly line: { readonly from: number; readonly to: number };
}

interface Unknown {
  readonly kind: "unknown";
  readonly word: string;
  readonly from: number;
}

const DIRECTIVE = /^<!--\s*(stagewright-[\w-]*)([\s\S]*?)(?:-->|$)/;
const KIND = /^stagewright-(disable-next-line|disable|enable)$/;

export function directivesOf(markdown: string): readonly (Directive | Unknown)[] {
  if (!markdown.includes("stagewright-")) return [];
  const endOfNextLine = nextLinesOf(markdown);
  return commentsOf(markdown).flatMap(({ text, from, to }): readonly (Directive | Unknown)[] => {
    const [, word = "", body = ""] = DIRECTIVE.exec(text) ?? [];
    if (word === "") return [];
    const kind = KIND.exec(word)?.[1];
    if (kind !== "disable-next-line" && kind !== "disable" && kind !== "enable") return [{ kind: "unknown", word, from }];
    const reasonAt = / --(?=\s|$)/.exec(body)?.index ?? body.length;
    const bodyFrom = from + text.indexOf(word) + word.length;
    const rules = [...body.slice(0, reasonAt).matchAll(/[^\s,]+/g)].map(({ index, 0: rule }) => ({ rule, from: bodyFrom + index }));
    const reason = body.slice(reasonAt + " --".length).trim();
    const reach = kind === "disable-next-line" ? endOfNextLine(to) : Number.POSITIVE_INFINITY;
    return [{ kind, rules, reason, from, to, reach, line: lineOf(markdown, from, to) }];
  });
}

/** Leads from an offset behind the next line with anything on it: a formatter puts an empty one below a comment. */
function nextLinesOf(markdown: string): (offset: number) => number {
  const ends = [...markdown.matchAll(/\n|$(?![\s\S])/g)].map(({ index }) => index + 1);
  // For each line the end of the first that follows it and is not empty, found from the last line up.
  const next = new Array<number>(ends.length).fill(markdown.length + 1);
  for (let line = ends.length - 2; line >= 0; line -= 1) {
    const isEmpty = markdown.slice(ends[line], ends[line + 1]).trim() === "";
    next[line] = (isEmpty ? next[line + 1] : ends[line + 1]) ?? markdown.length + 1;
  }
  return (offset) => next[firstAbove(ends, offset)] ?? markdown.length + 1;
}

/** The index of the first of ascending values that is greater than `limit`. */
function firstAbove(values: readonly number[], limit: number): number {
  const last = lastAtMost(values.length, (index) => values[index] ?? 0, limit);
  return (values[last] ?? 0) > limit ? last : last + 1;
}

const BLANK = /[ \t\r]/;

function lineOf(markdown: string, from: number, to: number): { from: number; to: number } {
  let start = from;
  while (start > 0 && BLANK.test(markdown[start - 1] ?? "")) start -= 1;
  let end = to;
  while (end < markdown.length && BLANK.test(markdown[end] ?? "")) end += 1;
  const isAlone = (start === 0 || markdown[start - 1] === "\n") && (end === markdown.length || markdown[end] === "\n");
  return isAlone ? { from: start, to: Math.min(end + 1, markdown.length) } : { from, to };
}
