import { z } from "zod";
import { nearestOf } from "./nearest.js";

type Issue = z.core.$ZodIssue;

/** What a schema says of a value, as half a sentence: the first fault with its path, and how many more there are. `key` is the word for what it names. */
export function complaintOf(error: z.ZodError, known: readonly string[], key = "argument"): string {
  // A name that was misspelled explains why another is missing.
  const first = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0];
  if (first === undefined) return "it does not fit";
  const others = error.issues.length - 1;
  const more = others === 0 ? "" : ` (and ${others} more)`;
  return `${saidOf(first, { above: [], known, key })}${more}`;
}

interface Where {
  readonly above: readonly PropertyKey[];
  readonly known: readonly string[];
  readonly key: string;
}

function saidOf(issue: Issue, { above, known, key }: Where): string {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") return unknownKey(issue.keys[0] ?? "", { above: path, known, key });
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const best = nearestBranch(issue.errors);
    if (best) return saidOf(best, { above: path, known, key });
  }
  const what = sentencePart(issue.message);
  if (path.length === 0) return what;
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return isMissing
    ? `"${z.core.toDotPath(path)}" is missing: ${what.replace(/, received undefined$/, "")}`
    : `"${z.core.toDotPath(path)}": ${what}`;
}

function unknownKey(given: string, { above, known, key }: Where): string {
  const where = above.length === 0 ? "" : ` in "${z.core.toDotPath([...above])}"`;
  const nearest = above.length === 0 ? nearestOf(given, known) : undefined;
  const said = `there is no ${key} "${given.slice(0, 80)}"${where}`;
  return nearest === undefined ? said : `${said}, the nearest is "${nearest}"`;
}

/** Of several shapes that a value could have had, the one that it came furthest in. */
function nearestBranch(branches: readonly (readonly Issue[])[]): Issue | undefined {
  let best: Issue | undefined;
  for (const [first] of branches) if (first && (best === undefined || first.path.length > best.path.length)) best = first;
  return best;
}

function sentencePart(message: string): string {
  const what = message
    .replace(/^Invalid input: /, "")
    .replaceAll(/\s+/g, " ")
    .replace(/\.$/, "");
  return what === "Invalid input" ? "it does not fit" : what;
}
