import type { z } from "zod";
import type { FrontMatter, FrontMatterFault, Path } from "./front-matter.js";
import { type KnownKeys, unknownKey } from "./unknown-key.js";

/** How each key is written. */
const WRITTEN: Readonly<Record<string, string>> = {
  name: "name: publisher",
  description: "description: Writes a post about a day of work",
  model: "model: large",
  tools: "tools: [search]",
  lanes: "lanes: [background]",
  pipelines: "pipelines: [publisher]",
  channels: "channels: [terminal]",
  memory: "memory: { days: 2, journal: 3, tokens: 2000 }",
};

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "keys with values",
};

/** What the schema found wrong with the front matter, in a person's words. */
export function issueFaults(
  { data, lineOf }: FrontMatter,
  issues: readonly z.core.$ZodIssue[],
  known: KnownKeys,
): readonly FrontMatterFault[] {
  return issues.flatMap((issue): readonly FrontMatterFault[] => {
    const { path } = issue;
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => {
        const at = [...path, key];
        return { line: lineOf(at), key: pathText(at), ...unknownKey(key, path.length > 0, known) };
      });
    }
    const found = foundAt(data, path);
    const written = WRITTEN[String(path[0])];
    const hint = written === undefined ? "write a key, a colon and a value on each line" : `write it as in \`${written}\``;
    const key = pathText(path);
    const place = { line: lineOf(path), ...(key !== "" && { key }) };
    const named = key === "" ? "the front matter" : `"${key}"`;
    if (found === undefined) return [{ ...place, what: `${named} is missing`, hint }];
    return [{ ...place, what: `${named} ${wrongText(issue, found)}`, hint }];
  });
}

function wrongText(issue: z.core.$ZodIssue, found: unknown): string {
  if (found === null || found === "") return "is empty";
  if (issue.code === "invalid_type") return `is ${inWords(found)}, expected ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === "too_small") return `is ${inWords(found)}, expected ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
  if (issue.code === "too_big") return `is ${inWords(found)}, expected at most ${issue.maximum}`;
  return `is wrong, ${issue.message}`;
}

function inWords(found: unknown): string {
  if (Array.isArray(found)) return "a list";
  if (typeof found === "object") return "an object";
  return typeof found === "string" ? "a text" : String(found);
}

function foundAt(data: unknown, path: Path): unknown {
  let found = data;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    // A list is an object, too: its numbers are its keys.
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}

/** `memory.days`, `pipelines[0]`. */
function pathText(path: Path): string {
  return path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`)).join("");
}
