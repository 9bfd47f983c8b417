import { jsonEnd } from "./json-end.js";

/** What the keys of a call are named. */
const NAMES = ["name", "tool", "tool_name", "function", "function_name", "action"] as const;
const ARGUMENTS = ["arguments", "parameters", "args", "params", "input", "tool_input", "action_input", "tool_args", "kwargs"] as const;
const BESIDE = new Set<string>([...NAMES, ...ARGUMENTS, "id", "type", "tool_call_id", "call_id", "index", "thought", "reason"]);
/** What llama.cpp's generic format, and transcripts of chat completions, put around calls. */
const WRAPPERS = ["tool_call", "tool_calls", "function_call", "function_calls"] as const;

/** A call stands in a function in a list of calls, and no deeper. */
const DEEPEST = 5;

/** A function's name has no spaces in it. */
const NAME = /^[A-Za-z_][\w.:/-]{0,127}$/;

/** A call that the text's end cuts off. */
const CUT_CALL =
  /^\{\s{0,40}"(?:name|tool|tool_name|function)"\s{0,8}:\s{0,8}"[A-Za-z_][\w.:/-]{0,127}"\s{0,8},\s{0,40}"(?:arguments|parameters|args|input)"\s{0,8}:\s{0,8}\{/;

export interface JsonCalls {
  readonly names: readonly string[];
  /** What stands behind the last of them. */
  readonly rest: string;
}

/** The calls that a text begins with as JSON, one or several with no more than white space, commas or semicolons between; undefined without. */
export function jsonCallsOf(text: string, tools: readonly string[]): JsonCalls | undefined {
  const names: string[] = [];
  let bare = 0;
  let rest = "";
  const between = /[\s,;]*/y;
  for (let at = 0; at < text.length; ) {
    between.lastIndex = at;
    at += between.exec(text)?.[0].length ?? 0;
    if (at >= text.length) break;
    if (text[at] !== "{" && text[at] !== "[") {
      rest = text.slice(at);
      break;
    }
    const end = jsonEnd(text, at);
    if (end === undefined) {
      const cut = CUT_CALL.exec(text.slice(at, at + 600));
      return cut ? { names: [...names, ""], rest: "" } : undefined;
    }
    const found = callsIn(parsed(text.slice(at, end)));
    if (!found) return undefined;
    names.push(...found.names);
    bare += found.bare;
    at = end;
  }
  if (names.length === 0) return undefined;
  // `{"name": "x"}` alone is as well the answer to "what is it called?". Two things make it a call: a real one beside it, or its name.
  const isCall = bare < names.length || names.some((name) => tools.includes(name));
  return isCall ? { names, rest } : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The names that a value calls, and how many of them without arguments; undefined if any part of it is no call. */
function callsIn(value: unknown, depth = 0): { names: string[]; bare: number } | undefined {
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const all = { names: [] as string[], bare: 0 };
    for (const item of value) {
      const found = isObject(item) ? callsIn(item, depth + 1) : undefined;
      if (!found) return undefined;
      all.names.push(...found.names);
      all.bare += found.bare;
    }
    return all.names.length > 0 ? all : undefined;
  }
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  const wrapper = WRAPPERS.find((key) => key in value);
  if (wrapper !== undefined && keys.every((key) => key === wrapper || BESIDE.has(key) || key === "content" || key === "role"))
    return callsIn(value[wrapper], depth + 1);
  if (isObject(value.function) && keys.every((key) => BESIDE.has(key))) return callsIn(value.function, depth + 1);
  const key = NAMES.find((name) => typeof value[name] === "string");
  const name = key === undefined ? undefined : value[key];
  if (typeof name !== "string" || !NAME.test(name) || !keys.every((each) => BESIDE.has(each))) return undefined;
  const given = ARGUMENTS.filter((each) => each in value);
  if (given.length === 0) return keys.length === 1 ? { names: [name], bare: 1 } : undefined;
  return given.every((each) => isArguments(value[each])) ? { names: [name], bare: 0 } : undefined;
}

/** An object, or one as a string. */
function isArguments(value: unknown): boolean {
  return isObject(value) || value === null || (typeof value === "string" && /^\s*\{/.test(value));
}
