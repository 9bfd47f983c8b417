import type { z } from "zod";
import { editDistance, isStagewrightError } from "../../dsl/index.js";
import { packData, ruleData, useData } from "./pack-data.js";

/** What is wrong with a pack, and where in its data. */
export interface PackFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Whether the key at the end of `path` is what is wrong, and not its value. */
  readonly isKey?: true;
}

/** The faults that a schema found, with unknown keys answered by the nearest known one. */
export function faultsOfIssues(issues: readonly z.core.$ZodIssue[]): readonly PackFault[] {
  return issues.flatMap((issue): readonly PackFault[] => {
    const path = keysOf(issue.path);
    if (issue.code !== "unrecognized_keys") {
      // Of several forms the one that was meant is the one that could be read the furthest.
      const inner = issue.code === "invalid_union" ? issue.errors.flat().find((one) => one.path.length > 0) : undefined;
      const place = [...path, ...keysOf(inner?.path ?? [])];
      return [{ path: place, message: named(place, plain((inner ?? issue).message)) }];
    }
    const known = knownKeys(path);
    return issue.keys.map((key) => ({ path: [...path, key], isKey: true, message: `there is no key "${key}", ${nearestOf(key, known)}` }));
  });
}

function keysOf(path: readonly PropertyKey[]): PackFault["path"] {
  return path.map((key) => (typeof key === "symbol" ? String(key) : key));
}

/** `"max" is missing, …`: the last key of the path, and the number of an entry. */
function named(path: PackFault["path"], message: string): string {
  const last = path.at(-1);
  if (last === undefined) return `the pack ${message}`;
  return typeof last === "number" ? `entry ${last + 1} of "${path.at(-2)}" ${message}` : `"${last}" ${message}`;
}

/** What zod says, as the end of a sentence. */
function plain(message: string): string {
  return message
    .replace(/^Invalid input: (expected .*), received undefined$/, "is missing, $1")
    .replace(/^Invalid input: (expected .*), received (.*)$/, "is $2, $1")
    .replace(/^Invalid (?:option|string): /, "is wrong, ")
    .replace(/^expected/, "is wrong, expected")
    .replace(/^Too (small|big): expected .* to (.*)$/, "is too $1, expected to $2");
}

function knownKeys(path: PackFault["path"]): readonly string[] {
  const [first, second, third] = path;
  if (first === "rules" && third === "examples") return ["bad", "good"];
  if (first === "rules") return Object.keys(ruleData.shape);
  if (first !== "use") return Object.keys(packData.shape);
  if (second === undefined) return Object.keys(useData.shape);
  return OPTIONS.get(String(second)) ?? [];
}

const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(useData.shape).map(([name, options]) => {
    const inner = options.unwrap();
    const forms = "options" in inner ? inner.options : [inner];
    return [name, forms.flatMap((form) => ("shape" in form ? Object.keys(form.shape) : []))];
  }),
);

function nearestOf(key: string, known: readonly string[]): string {
  const near = [...known].sort((one, other) => editDistance(key, one) - editDistance(key, other))[0];
  const isNear = near !== undefined && editDistance(key, near) <= Math.max(key.length, near.length) / 2;
  return isNear ? `did you mean "${near}"?` : `expected ${known.map((one) => `"${one}"`).join(", ")}`;
}

/** What a factory of checks has against its options. */
export function faultOfOptions(path: PackFault["path"], error: unknown): PackFault {
  if (!isStagewrightError(error)) throw error;
  return { path, message: named(path, `is refused: ${error.message.replace(/^check "[^"]*": /, "")}`) };
}
