import type { RunEvent, RunState } from "../../core/index.js";
import type { Finding } from "../../dsl/index.js";
import { duration } from "../duration.js";
import { childrenWait, firstLine, stageMs } from "./stage-line.js";

/**
 * One event as one line, where there is no terminal to draw on; `undefined` for an event that only `--verbose` shows.
 * `state` is the state after it.
 */
export function eventLine(event: RunEvent, state: RunState, { verbose }: { readonly verbose: boolean }): string | undefined {
  switch (event.type) {
    case "run-started":
      return `run ${event.run} of ${event.pipeline} started`;
    case "run-resumed":
      return `run ${state.run} goes on`;
    case "run-cancelled":
      return `run ${state.run} cancelled${event.reason === undefined ? "" : `: ${event.reason}`}`;
    case "run-done":
      return event.stopped ? `run ${state.run} done, stopped at ${event.stopped.stage}: ${event.stopped.because}` : `run ${state.run} done`;
    case "run-failed":
      return `run ${state.run} failed at ${event.stage}: ${firstLine(event.message)}`;
    case "pipeline-changed":
      return `goes on with changed stages: ${event.changed.join(", ")}`;
    case "reopened":
      return `goes back to ${event.to}`;
    case "rolled-back":
      return `${event.from} ${event.because === "failed" || event.because === "rejected" ? event.because : `chose "${event.because}"`}: back to ${event.to}, ${event.time} of ${event.max}`;
    case "stage-started": {
      const notes = [event.version > 1 && `version ${event.version}`, event.attempt > 1 && `attempt ${event.attempt}`].filter(Boolean);
      return `${event.stage} started${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
    }
    case "stage-done":
      return `${event.stage} done${timeOf(event.stage, event.at, state)}${counted(event.findings)}`;
    case "stage-taken":
      return `${event.stage} taken over from run ${event.from.run}`;
    case "attempt-failed":
      return `${event.stage} failed: ${firstLine(event.message)}${counted(event.findings)}${event.retriesLeft > 0 ? `, ${event.retriesLeft} more ${event.retriesLeft === 1 ? "try" : "tries"}` : ""}`;
    case "gate-opened":
      return event.waits
        ? `${event.stage} waits for ${event.asks === undefined ? "approval" : "an answer"}, tier ${event.tier}`
        : `${event.stage} informs, tier ${event.tier}`;
    case "gate-decided":
      return `${event.stage}: ${DECIDED[event.decision]} by ${event.by}${event.reason === undefined ? "" : `: ${firstLine(event.reason)}`}`;
    case "effect-unclear":
      return `${event.stage}: nobody can say whether it happened: ${firstLine(event.why)}`;
    case "effect-answered":
      return `${event.stage}: ${event.by} says that it ${event.outcome.happened === "yes" ? "happened" : "did not happen"}`;
    case "child-ended":
      return `${event.stage}: run ${event.child} ${event.status}${event.reason === undefined ? "" : `: ${firstLine(event.reason)}`}`;
    case "children-waiting":
      return `${event.stage}: ${childrenWait(event.children.length, state.stages.get(event.stage)?.held.size ?? 0)}`;
    case "child-waiting":
      return `${event.stage}: run ${event.child} waits for ${firstLine(event.on)}`;
    case "stage-blocked":
      return `${event.stage} is blocked: ${firstLine(event.reason)}${event.waitingOn === undefined ? "" : `, waiting on ${firstLine(event.waitingOn)}`}`;
    case "unblocked":
      return `${event.stage}: unblocked by ${event.by}${event.note === undefined ? "" : `: ${firstLine(event.note)}`}`;
    case "task-held":
      return `${event.stage}: ${event.by} holds task ${event.task} back: ${firstLine(event.reason)}`;
    case "task-released":
      return `${event.stage}: ${event.by} lets task ${event.task} go`;
    case "budget-refused":
      return `${event.stage} waits: ${firstLine(event.message)}`;
    case "called":
      return verbose
        ? `${event.stage} called ${event.adapter}.${event.name}${"error" in event.outcome ? `: ${firstLine(event.outcome.error.message)}` : ""}`
        : undefined;
    case "effect-intended":
      return verbose ? `${event.stage} is about to call ${event.adapter}.${event.name}, key ${event.key}` : undefined;
    case "effect-settled":
      return verbose
        ? `${event.stage}: the effect ${event.outcome.happened === "yes" ? "happened" : "did not happen"} (${event.how})`
        : undefined;
    case "child-started":
      // A tree's tasks are what a person wants to see; the items of a list only add up.
      return verbose || event.task !== undefined ? `${event.stage} started run ${event.child}` : undefined;
    default:
      return event satisfies never;
  }
}

const DECIDED = { approve: "approved", edit: "approved with an edit", answer: "answered", reject: "rejected" } as const;

function timeOf(name: string, at: string, state: RunState): string {
  const stage = state.stages.get(name);
  const ms = stage && stageMs(stage, at);
  return ms === undefined ? "" : ` in ${duration(ms)}`;
}

/** `, 2 errors, 1 warning` */
export function counted(findings: readonly Finding[]): string {
  return (["error", "warning", "info"] as const)
    .map((severity) => ({ severity, count: findings.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(
      ({ severity, count }) =>
        `, ${count} ${severity === "info" ? (count === 1 ? "note" : "notes") : count === 1 ? severity : `${severity}s`}`,
    )
    .join("");
}
