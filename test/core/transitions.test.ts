import assert from "node:assert/strict";
import { test } from "node:test";
import type { StageStatus } from "../../src/core/index.js";
import { type Command, commandFor, type Situation } from "../../src/core/index.js";
import { rowOf, type StageChange } from "../../src/core/transitions.js";

const ALL: readonly StageStatus[] = ["pending", "running", "blocked", "done", "failed", "skipped"];

/** The first table, written down a second time: each change, the statuses that it may come from, and what the stage is then. */
const ROWS: Readonly<Record<StageChange, readonly [from: readonly StageStatus[], to: StageStatus]>> = {
  "stage-started": [["pending", "running"], "running"],
  called: [["running"], "running"],
  "effect-intended": [["running"], "running"],
  "effect-settled": [["running"], "running"],
  "effect-unclear": [["running"], "blocked"],
  "effect-answered": [["blocked"], "running"],
  "attempt-failed": [["running"], "running"],
  "attempt-failed-for-good": [["running"], "failed"],
  "stage-done": [["running"], "done"],
  "stage-taken": [["pending"], "done"],
  "gate-opened": [["running"], "blocked"],
  "gate-informed": [["running"], "running"],
  "gate-decided": [["blocked"], "running"],
  "child-started": [["running"], "running"],
  "child-ended": [["running"], "running"],
  "children-waiting": [["running"], "blocked"],
  "child-waiting": [["running"], "running"],
  "budget-refused": [["running"], "blocked"],
  "stage-blocked": [["running"], "blocked"],
  unblocked: [["blocked"], "running"],
  "asked-again": [["blocked"], "running"],
  "gone-back": [ALL, "pending"],
  "run-stopped": [["pending"], "skipped"],
};

for (const [change, [from, to]] of Object.entries(ROWS)) {
  test(`"${change}" makes a stage that is ${from.length === ALL.length ? "anything" : from.join(" or ")} ${to}`, () => {
    assert.deepEqual(rowOf(change as StageChange), { from, to });
  });
}

const attempt = { stage: "draft", version: 2, attempt: 1, retriesLeft: 0 };
const back = { from: "review", to: "draft", because: "failed", time: 1, max: 3, hands: ["draft"], findings: [] };
const waiting = { on: "children", children: ["r1"] } as const;
const failure = { stage: "review", message: "no", tried: ["review v1: no"] };

/** The second table likewise. */
const COMMANDS: readonly (readonly [Situation, Command])[] = [
  [{ is: "ended", status: "done" }, { do: "nothing" }],
  [{ is: "ended", status: "failed" }, { do: "nothing" }],
  [{ is: "ended", status: "cancelled" }, { do: "nothing" }],
  [{ is: "all stages done" }, { do: "finish" }],
  [
    { is: "decision to stop", stage: "course", because: "nothing is new" },
    { do: "finish", stopped: { stage: "course", because: "nothing is new" } },
  ],
  [
    { is: "pending", attempt },
    { do: "attempt", attempt },
  ],
  [
    { is: "running", attempt },
    { do: "attempt", attempt },
  ],
  [
    { is: "blocked", stage: "draft", waiting },
    { do: "wait", stage: "draft", waiting },
  ],
  [
    { is: "way back, tries left", back },
    { do: "roll back", back },
  ],
  [
    { is: "way back, tries spent", ...failure },
    { do: "fail", ...failure },
  ],
  [
    { is: "failed, no way back", ...failure },
    { do: "fail", ...failure },
  ],
];

for (const [situation, command] of COMMANDS) {
  test(`where a run stands at "${situation.is}"${"status" in situation ? ` (${situation.status})` : ""} the command is "${command.do}"`, () => {
    assert.deepEqual(commandFor(situation), command);
  });
}
