/** What a call's parts are named by the models that write it as text. */
const NAMES = ["name", "tool", "tool_name", "function"] as const;
const ARGUMENTS = ["arguments", "parameters", "args", "input"] as const;

export interface TextCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/**
 * The calls that an answer is made of, where it was written as JSON and as nothing else: bare, one behind the other or in a
 * list, in a fence, or between the tags of Hermes. `undefined` if anything else stands there, or if one of them names no tool of these.
 */
export function textCalls(text: string, tools: readonly string[]): readonly TextCall[] | undefined {
  const bare = text
    .replace(/^[\s\S]*<\/think>/, "")
    .replaceAll(/^[ \t]*(?:`{3,}|~{3,})[\w-]*[ \t]*$/gm, "")
    .replaceAll(/<\/?tool_calls?>|\[\/?TOOL_CALLS\]/g, "");
  const calls: TextCall[] = [];
  for (const json of jsonValues(bare) ?? []) {
    for (const item of Array.isArray(json) ? json : [json]) {
      const call = callOf(item);
      if (call === undefined || !tools.includes(call.name)) return undefined;
      calls.push(call);
    }
  }
  return calls.length === 0 ? undefined : calls;
}

/** JSON values with no more than white space, commas or semicolons between; `undefined` if there is anything else. */
function jsonValues(text: string): readonly unknown[] | undefined {
  const values: unknown[] = [];
  for (let at = 0; at < text.length; ) {
    if (/[\s,;]/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = endOfJson(text, at);
    if (end === undefined) return undefined;
    try {
      values.push(JSON.parse(text.slice(at, end)));
    } catch {
      return undefined;
    }
    at = end;
  }
  return values;
}

/** Where the object or the list ends that begins at `from`. */
function endOfJson(text: string, from: number): number | undefined {
  if (text[from] !== "{" && text[from] !== "[") return undefined;
  let depth = 0;
  let isInText = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (isInText) {
      if (letter === "\\") at += 1;
      else if (letter === '"') isInText = false;
    } else if (letter === '"') isInText = true;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function callOf(value: unknown): TextCall | undefined {
  if (!isObject(value)) return undefined;
  // As transcripts of chat completions have it.
  const said = isObject(value.function) ? value.function : value;
  const name = NAMES.map((key) => said[key]).find((found) => typeof found === "string");
  if (typeof name !== "string") return undefined;
  const key = ARGUMENTS.find((found) => found in said);
  const given = key === undefined ? {} : said[key];
  const args = typeof given === "string" ? parsed(given) : (given ?? {});
  return isObject(args) ? { name, arguments: args } : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
