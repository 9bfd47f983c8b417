import { type Completion, type ToolSpec, verdictOf } from "../model/index.js";

/** How a call can be wrong, from worst to nearest. */
export type Fault =
  | "no call"
  | "call as text"
  | "unknown tool"
  | "another tool"
  | "unreadable arguments"
  | "other arguments"
  | "more than one call";

export type Judgement = { readonly isRight: true } | { readonly isRight: false; readonly fault: Fault; readonly what: string };

/** Whether an answer is the one call that was asked for, and nothing else. */
export function judge(
  completion: Completion,
  { tools, expected }: { readonly tools: readonly ToolSpec[]; readonly expected: { readonly name: string; readonly arguments: unknown } },
): Judgement {
  const names = tools.map(({ name }) => name);
  const [call, ...more] = completion.calls ?? [];
  if (call === undefined) {
    const verdict = verdictOf(completion, { tools: names });
    if (verdict.verdict === "failed" && verdict.reason === "markup-only") return wrong("call as text", verdict.message);
    return wrong("no call", verdict.verdict === "failed" ? verdict.message : `it said ${quoted(verdict.text)}`);
  }
  if (!names.includes(call.name)) return wrong("unknown tool", `it called "${call.name}"`);
  if (call.name !== expected.name) return wrong("another tool", `it called "${call.name}" and not "${expected.name}"`);
  if (call.unreadable !== undefined) return wrong("unreadable arguments", quoted(call.unreadable));
  const difference = differenceOf(expected.arguments, call.arguments);
  if (difference !== undefined) return wrong("other arguments", difference);
  return more.length === 0 ? { isRight: true } : wrong("more than one call", `it called ${more.length + 1} times`);
}

function wrong(fault: Fault, what: string): Judgement {
  return { isRight: false, fault, what };
}

/** Where two values differ first, in words. A null where nothing was asked for says the same as leaving it out. */
export function differenceOf(expected: unknown, got: unknown, path = ""): string | undefined {
  if (isRecord(expected) && isRecord(got)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      if (!Object.hasOwn(expected, name) && got[name] === null) continue;
      const difference = differenceOf(expected[name], got[name], path === "" ? name : `${path}.${name}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    for (const [index, item] of expected.entries()) {
      const difference = differenceOf(item, got[index], `${path}[${index}]`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  return Object.is(expected, got) ? undefined : `${path === "" ? "the arguments" : path}: expected ${said(expected)}, got ${said(got)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function said(value: unknown): string {
  return value === undefined ? "nothing" : quoted(JSON.stringify(value), "");
}

function quoted(text: string, mark = '"'): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return `${mark}${line.length > 80 ? `${line.slice(0, 80)}…` : line}${mark}`;
}
