import { announces } from "./announcement.js";
import { DIALECTS, RESULT_MARKS } from "./dialects.js";
import { type Fence, fencesIn } from "./fences.js";
import { type JsonCalls, jsonCallsOf } from "./json-calls.js";
import type { Range } from "./range.js";
import { type MarkedCall, toolCallsIn } from "./tool-calls.js";
import { isVisible, wordsIn } from "./visible.js";

export type WithoutMarkup =
  | { readonly isMarkup: true; readonly dialect: string; readonly calls: number }
  /** The text, less what of the markup stood at its edges. */
  | { readonly isMarkup: false; readonly text: string };

export interface Stage {
  /** Names of the tools that the model was told of. */
  readonly tools: readonly string[];
  /** Whether the stage takes a JSON value as its answer. */
  readonly takes: (value: unknown) => boolean;
}

/** A part of this length beside a call is an answer; a shorter one says what the call is for. */
const ANSWER_WORDS = 40;
const ANSWER_WORDS_UNDER_HEADING = 15;

/** Tells tool calls that were written as text from an answer, and takes leftovers of them off its edges. */
export function withoutMarkup(text: string, stage: Stage): WithoutMarkup {
  const { calls, lone } = toolCallsIn(text);
  const marks = [...calls, ...lone].sort((a, b) => a.from - b.from);
  const first = calls[0] ?? lone.find(({ dialect }) => dialect !== "");
  if (marks.length > 0) {
    const parts = partsBetween(text, marks);
    const hasResult = calls.length > 0 && RESULT_MARKS.some((mark) => text.indexOf(mark, calls[0]?.to) >= 0);
    const isAnswered = calls.length > 0 ? parts.some(isAnswer) && !hasResult : isVisible(parts.join(""));
    if (!isAnswered && first) return { isMarkup: true, dialect: first.dialect, calls: calls.length };
  }
  const rest = withoutEdges(text, marks, new Set(lone));
  const unmarked = unmarkedCalls(rest, stage);
  return unmarked ? { isMarkup: true, ...unmarked } : { isMarkup: false, text: rest };
}

function partsBetween(text: string, marks: readonly Range[]): readonly string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    parts.push(text.slice(at, from));
    at = to;
  }
  return [...parts, text.slice(at)];
}

function isAnswer(part: string): boolean {
  const words = wordsIn(part);
  if (words >= ANSWER_WORDS) return !announces(part);
  return words >= ANSWER_WORDS_UNDER_HEADING && /^#{1,6} /m.test(part);
}

/** Takes calls and lone marks off both ends, and lone marks off lines of their own. */
function withoutEdges(text: string, marks: readonly MarkedCall[], lone: ReadonlySet<MarkedCall>): string {
  if (marks.length === 0) return text;
  let from = 0;
  let to = text.length;
  let first = 0;
  let last = marks.length - 1;
  for (let mark = marks[first]; mark && text.slice(from, mark.from).trim() === ""; mark = marks[first]) {
    from = mark.to;
    first += 1;
  }
  for (let mark = marks[last]; last >= first && mark && text.slice(mark.to, to).trim() === ""; mark = marks[last]) {
    to = mark.from;
    last -= 1;
  }
  const kept: string[] = [];
  for (const mark of marks.slice(first, last + 1)) {
    const isOwnLine =
      /\n[ \t]{0,8}$/.test(text.slice(Math.max(from, mark.from - 10), mark.from)) &&
      /^[ \t]{0,8}\n/.test(text.slice(mark.to, mark.to + 10));
    if (!isOwnLine || !lone.has(mark)) continue;
    kept.push(text.slice(from, mark.from));
    from = mark.to + 1;
  }
  kept.push(text.slice(from, to));
  const rest = kept.join("");
  return rest === text ? text : rest.trim();
}

/** Calls without marks: JSON, a fenced block, a list as in Python. Beside them stands no more than an announcement. */
function unmarkedCalls(text: string, stage: Stage): { dialect: string; calls: number } | undefined {
  const trimmed = text.trim();
  if (PYTHON_CALL.test(trimmed.slice(0, 300)) && trimmed.endsWith("}")) return { dialect: "json", calls: 1 };
  const start = trimmed.search(/^[ \t]*[{[]/m);
  if (start >= 0) {
    const before = trimmed.slice(0, start);
    const json = trimmed.slice(start).trimStart();
    const isAlone = before.trim() === "" || isSaidBefore(before);
    if (isAlone && isPythonList(json)) return { dialect: "python-list", calls: 1 };
    const calls = isAlone ? jsonCallsOf(json, stage.tools) : undefined;
    if (calls && isSaidBehind(calls, stage) && !takesIt(json, stage)) return { dialect: "json", calls: calls.names.length };
  }
  if (isNamedTag(trimmed, stage.tools)) return { dialect: "named-tags", calls: 1 };
  const fences = fencesIn(trimmed);
  const called = fences.map((fence) => fencedCalls(fence, stage));
  const calls = called.reduce<number>((sum, found) => sum + (found ?? 0), 0);
  if (calls === 0 || called.includes(undefined)) return undefined;
  const outside = partsBetween(trimmed, fences);
  const isAlone = outside.every((part, index) => part.trim() === "" || (index < fences.length && isSaidBefore(part)));
  const isKnown =
    stage.tools.length > 0 &&
    fences.some(({ body }) => namesTool(body, stage.tools)) &&
    outside.every((part) => wordsIn(part) < ANSWER_WORDS);
  return isAlone || isKnown ? { dialect: "fence", calls } : undefined;
}

function isSaidBefore(text: string): boolean {
  return announces(text.trim());
}

/** Behind a call may stand what it is for, and where the tool is the stage's own, a few words of any kind. */
function isSaidBehind({ names, rest }: JsonCalls, { tools }: Stage): boolean {
  return rest === "" || announces(rest) || (names.some((name) => tools.includes(name)) && wordsIn(rest) < ANSWER_WORDS);
}

function namesTool(body: string, tools: readonly string[]): boolean {
  return tools.some((tool) => body.includes(tool));
}

function takesIt(json: string, stage: Stage): boolean {
  try {
    return stage.takes(JSON.parse(json));
  } catch {
    return false;
  }
}

const CALL_LANGUAGES = new Set(DIALECTS.flatMap((dialect) => (dialect.form === "fence" ? dialect.languages : [])));

/** How many calls a fenced block makes; undefined if it holds anything else. */
function fencedCalls({ info, body }: Fence, stage: Stage): number | undefined {
  const language = info.toLowerCase().split(/\s/)[0] ?? "";
  if (CALL_LANGUAGES.has(language)) return isVisible(body) ? 1 : undefined;
  if (!["", "json", "jsonc", "xml", "html", "tool", "text", "plaintext"].includes(language)) return undefined;
  const calls = jsonCallsOf(body, stage.tools);
  if (calls) return takesIt(body, stage) || calls.rest !== "" ? undefined : calls.names.length;
  const marked = toolCallsIn(body);
  return marked.calls.length > 0 &&
    !isVisible(
      partsBetween(
        body,
        [...marked.calls, ...marked.lone].sort((a, b) => a.from - b.from),
      ).join(""),
    )
    ? marked.calls.length
    : undefined;
}

/** A call as JSON would have it, with Python's quotes. */
const PYTHON_CALL = /^\{\s?'(?:name|tool|function)'\s?:\s?'[\w.:-]{1,80}'\s?,\s?'(?:arguments|parameters|args|input)'\s?:\s?\{/;

/** `[get_weather(city="Paris"), get_time()]` and nothing else. */
function isPythonList(text: string): boolean {
  return (
    /^\[\s{0,8}[A-Za-z_][\w.]{0,80}\((?:\s{0,8}[A-Za-z_]\w{0,60}\s?=|\)\s{0,8}[,\]])/.test(text.slice(0, 400)) &&
    /\)\s{0,8}\]$/.test(text.slice(-20))
  );
}

/** A tag with the name of a tool, to the end of the text, and no more than an announcement before it. */
function isNamedTag(text: string, tools: readonly string[]): boolean {
  const start = text.search(/^<[A-Za-z_]/m);
  if (start < 0 || (start > 0 && !isSaidBefore(text.slice(0, start)))) return false;
  return tools.some((tool) => text.startsWith(`<${tool}>`, start) && (text.endsWith(`</${tool}>`) || !text.includes(`</${tool}>`)));
}
