import { emptyRun, fold, type NewEvent, type RunState } from "../../../src/core/index.js";

export const START = Date.parse("2026-03-19T18:00:00.000Z");

/** The state after these events, one a second. */
export function after(...events: readonly NewEvent[]): RunState {
  return fold(
    events.map((event, index) => ({ seq: index + 1, at: new Date(START + index * 1_000).toISOString(), ...event })),
    emptyRun(),
  );
}

export const started: NewEvent = {
  type: "run-started",
  format: 1,
  run: "post-1",
  pipeline: "post",
  stages: ["facts", "draft", "approve"],
  input: { inline: {} },
  by: "ana",
  model: "embedded",
  launch: {},
};

export const at = (stage: string, version = 1, attempt = 1) => ({ stage, version, attempt });
export const begun = (stage: string, version = 1, attempt = 1): NewEvent => ({ type: "stage-started", ...at(stage, version, attempt) });
export const done = (stage: string, version = 1, attempt = 1): NewEvent => ({
  type: "stage-done",
  ...at(stage, version, attempt),
  output: { inline: "x" },
  findings: [],
  fingerprint: { shape: "", schema: "", checks: "", code: "" },
});
export const failedAttempt = (stage: string, retriesLeft: number, message = "no answer\nat all"): NewEvent => ({
  type: "attempt-failed",
  ...at(stage),
  cause: "error",
  message,
  findings: [{ rule: "r", severity: "error", message: "m" }],
  retriesLeft,
});
export const opened = (stage: string, version = 1): NewEvent => ({
  type: "gate-opened",
  ...at(stage, version),
  tier: 4,
  shows: "draft",
  digest: "d",
  waits: true,
});
