import type { Finding } from "../dsl/index.js";
import { type Part, partText, type ReadPart, unreadOf } from "./coverage.js";
import { type InFile, notShownInFile } from "./file-citations.js";
import type { FileFacts } from "./file-facts.js";
import { notShownIn } from "./not-shown.js";
import { failureSaid } from "./reads-like-failure.js";
import type { Shown } from "./shown.js";

/** A file that the task was to make, as it was when the task began and as it is now. */
export interface Artifact {
  readonly path: string;
  readonly before: FileFacts;
  readonly after: FileFacts;
}

/** A model's word that a task is done, and what code knows of it. */
export interface Claim {
  readonly text: string;
  /** What the model was asked, and what its tools showed it: an error that stands there may be quoted. */
  readonly shown: readonly string[];
  /** How many tool calls have succeeded since the task began. */
  readonly succeeded: number;
  readonly artifacts: readonly Artifact[];
  /** When the task began, in ms, by the clock of the disk. */
  readonly sinceMs: number;
  /** What the result and the artifacts may cite; not given where they may cite anything. */
  readonly citable?: Shown | undefined;
  /** What must have been read, and what was. */
  readonly coverage?: { readonly parts: readonly Part[]; readonly reads: readonly ReadPart[] } | undefined;
}

/** Some file systems count in steps of two seconds. */
const COARSEST_MS = 2_000;

/** So many are named; the rest is counted. */
const MOST_CITED = 3;
const MOST_UNREAD = 5;
const LONGEST_NAMED = 100;

/** Why a completion is refused: one sentence for each reason, which says what to do. None: the completion stands. */
export function refusalsOf({ text, shown, succeeded, artifacts, sinceMs, citable, coverage }: Claim): readonly Finding[] {
  const failure = failureSaid(text, shown);
  const unread = coverage === undefined ? [] : unreadOf(coverage.parts, coverage.reads);
  // Who has done nothing is told that; what it cites is no news then.
  const cited = succeeded === 0 ? undefined : citable;
  const invented = cited === undefined ? [] : notShownIn(text, cited);
  return [
    ...(succeeded === 0
      ? [refusal("no-tool-call", "no tool call has succeeded since the task began; do the work with the tools, then answer")]
      : []),
    ...artifacts.flatMap((artifact) => faultOf(artifact, sinceMs) ?? (cited === undefined ? [] : inventedIn(artifact, cited))),
    ...(unread.length === 0
      ? []
      : [
          refusal(
            "coverage",
            `not read: ${listed(unread.map(partText), MOST_UNREAD)}; read ${unread.length === 1 ? "it" : "them"} with the tools, then answer`,
          ),
        ]),
    ...(invented.length === 0
      ? []
      : [
          refusal(
            "not-shown",
            `the result cites what no tool has shown: ${listed(
              invented.map((said) => `"${shortened(said)}"`),
              MOST_CITED,
            )}; look it up with the tools and cite what they show, or leave it out`,
          ),
        ]),
    ...(failure === undefined
      ? []
      : [
          refusal(
            "reads-like-failure",
            `the result reads like a failure ("${failure}"); finish the task and say what was done, or, if it cannot be done, answer "BLOCKED: " and why`,
          ),
        ]),
  ];
}

function inventedIn({ path, before, after }: Artifact, citable: Shown): readonly Finding[] {
  const invented = notShownInFile(path, { before: textOf(before), after: textOf(after) }, citable);
  if (invented.length === 0) return [];
  const named = listed(invented.map(placeText), MOST_CITED);
  return [
    refusal(
      "not-shown",
      `"${path}" cites what no tool has shown: ${named}; look it up with the tools and cite what they show, or take it out of the file`,
    ),
  ];
}

function textOf(facts: FileFacts): string {
  return (facts.is === "file" ? facts.text : undefined) ?? "";
}

function placeText({ said, line }: InFile): string {
  return `"${shortened(said)}"${line === undefined ? "" : ` in line ${line}`}`;
}

function faultOf({ path, before, after }: Artifact, sinceMs: number): Finding | undefined {
  switch (after.is) {
    case "missing":
      return refusal("missing", `"${path}" is not on the disk; write it with the tools, then answer`);
    case "outside":
      return refusal("outside", `"${path}" leads out of the working folder; put a file there, no link, then answer`);
    case "no-file":
      return refusal("no-file", `"${path}" is no file; write a file there, then answer`);
    case "file":
      if (after.bytes === 0) return refusal("empty", `"${path}" is empty; write what belongs into it, then answer`);
      if (before.is === "file" && before.sha256 === after.sha256) {
        return refusal("unchanged", `"${path}" is byte for byte what it was before the task; change it as the task says, then answer`);
      }
      if (after.changedMs < sinceMs - COARSEST_MS) {
        return refusal("older", `"${path}" is older than the task; write it anew with the tools, then answer`);
      }
      return undefined;
    default:
      return after satisfies never;
  }
}

/** `"a", "b" and 3 more`. */
function listed(named: readonly string[], most: number): string {
  const more = named.length - most;
  return `${named.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function shortened(text: string): string {
  return text.length <= LONGEST_NAMED ? text : `${text.slice(0, LONGEST_NAMED - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function refusal(rule: string, message: string): Finding {
  return { rule: `evidence/${rule}`, severity: "error", message };
}
