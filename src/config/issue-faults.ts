import type { z } from "zod";
import type { Fault } from "./fault.js";
import { placeOf } from "./known-keys.js";
import { nearest } from "./nearest.js";
import { unknownKey } from "./unknown-key.js";

type Issue = z.core.$ZodIssue;

/** Puts what a schema found wrong into a person's words; `value` is what it looked at. */
export function issueFaults(issue: Issue, schema: z.core.$ZodType, value: unknown): readonly Fault[] {
  const { path } = issue;
  const fault = (message: string): readonly Fault[] => [{ path, message }];
  const found = foundAt(value, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(schema, path, key) }));
    case "invalid_type":
      return fault(wrongType(placeOf(schema, path), issue.expected, found));
    case "invalid_value":
      return fault(notOneOf(issue.values.map(String), found));
    case "invalid_union":
      return unionFaults(issue, schema, value);
    case "invalid_key":
    case "invalid_element":
      return fault(issue.issues[0]?.message ?? issue.message);
    case "too_small":
      if (issue.origin === "number" || issue.origin === "int") {
        return fault(`expected ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}, found ${inWords(found)}`);
      }
      if (issue.origin === "string") return fault("expected a text that is not empty");
      return fault(`expected ${count(issue.minimum)}${issue.exact === true ? "" : " or more"}, found ${lengthOf(found)}`);
    case "too_big":
      if (issue.origin === "number" || issue.origin === "int") return fault(`expected at most ${issue.maximum}, found ${inWords(found)}`);
      return fault(`expected ${count(issue.maximum)}, found ${lengthOf(found)}`);
    case "invalid_format":
      return fault(issue.format === "date" ? 'expected a day, as in "2026-01-31"' : issue.message);
    default:
      return fault(issue.message);
  }
}

/** What is asked for where something more can be said of it than its type. */
const ASKED_FOR: Readonly<Record<string, string>> = {
  "models.<name>.model": 'a provider and a model, as in "ollama:#qwen3"',
  "models.<name>.prices[].from": 'the day from which the price holds, as in "2026-01-31"',
  "models.<name>.keys": 'a list of environment variables, as in ["MY_KEY"]',
  "jobs.<name>.zone": 'the name of a time zone, as in "Europe/Bucharest" or "UTC"',
  "routes.rules[].use": 'a list of models, as in ["small", "large"]',
};

function wrongType(place: string, expected: string, found: unknown): string {
  const asked = `expected ${ASKED_FOR[place] ?? kindOf(expected)}`;
  if (found === undefined) return `is missing: ${asked}`;
  const isNumeric = (expected === "number" || expected === "int") && typeof found === "string" && /^\s*-?[\d.]+\s*$/.test(found);
  return `${asked}, found ${inWords(found)}${isNumeric ? ": write the number without quotes" : ""}`;
}

/** What the value looks like decides which of the schemas was meant; where it is like none, all are named. */
function unionFaults(issue: Extract<Issue, { code: "invalid_union" }>, schema: z.core.$ZodType, value: unknown): readonly Fault[] {
  const { path } = issue;
  // One key says which of the schemas is meant, and it says none of them.
  if ("options" in issue && issue.options !== undefined) {
    const found = foundAt(value, path);
    const kinds = issue.options.map(String);
    return [{ path, message: found === undefined ? `is missing: expected ${oneOf(kinds)}` : notOneOf(kinds, found) }];
  }
  const meant = issue.errors.find((issues) => !issues.some((one) => one.code === "invalid_type" && one.path.length === 0));
  if (meant !== undefined) return meant.flatMap((one) => issueFaults({ ...one, path: [...path, ...one.path] }, schema, value));
  const kinds = issue.errors.flat().flatMap((one) => (one.code === "invalid_type" ? [kindOf(one.expected)] : []));
  const found = foundAt(value, path);
  const expected = [...new Set(kinds)].join(" or ");
  return [{ path, message: found === undefined ? `is missing: expected ${expected}` : `expected ${expected}, found ${inWords(found)}` }];
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};

function kindOf(expected: string): string {
  return KINDS[expected] ?? expected;
}

/** What was found, without the text of a text: it may be a key that stands in the wrong place. */
function inWords(found: unknown): string {
  if (found === null) return "null";
  if (Array.isArray(found)) return "a list";
  switch (typeof found) {
    case "string":
      return "a text";
    case "number":
      return `the number ${found}`;
    case "boolean":
      return String(found);
    case "undefined":
      return "nothing";
    case "object":
      return "an object";
    default:
      return `a ${typeof found}`;
  }
}

function notOneOf(values: readonly string[], found: unknown): string {
  const near = typeof found === "string" ? nearest(found, values) : undefined;
  return `expected ${oneOf(values)}, found ${inWords(found)}${near === undefined || values.length === 1 ? "" : `; did you mean "${near}"?`}`;
}

function oneOf(values: readonly string[]): string {
  return values.map((value) => `"${value}"`).join(" or ");
}

function count(entries: number | bigint): string {
  return `${entries} ${entries === 1 ? "entry" : "entries"}`;
}

function lengthOf(found: unknown): string {
  return Array.isArray(found) ? (found.length === 0 ? "none" : String(found.length)) : inWords(found);
}

function foundAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null) return undefined;
    // A list is an object, too: its numbers are its keys.
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return found;
}
