import type { RunState, StageState } from "../../core/index.js";
import { between, duration } from "../duration.js";
import { utcClock } from "../utc-clock.js";

/** How long the version at hand has taken so far; `undefined` for a stage that has not begun. */
export function stageMs(stage: StageState, now: string): number | undefined {
  if (stage.startedAt === undefined) return undefined;
  return Math.max(0, between(stage.startedAt, stage.endedAt ?? now));
}

export function stageTime(stage: StageState, now: string): string {
  const ms = stageMs(stage, now);
  return ms === undefined ? "" : duration(ms);
}

/** What is worth saying of a stage beside its status: `version 2, attempt 3 of 4, 1 of 5 items ended`. */
export function stageNotes(stage: StageState): string {
  const notes: string[] = [];
  if (stage.version > 1) notes.push(`version ${stage.version}`);
  if (stage.attempt > 1) notes.push(`attempt ${stage.attempt}`);
  if (stage.children.size > 1 && stage.status !== "done") {
    const ended = [...stage.children.values()].filter((child) => child.ended !== undefined).length;
    notes.push(`${ended} of ${stage.children.size} items ended`);
  }
  if (stage.status === "failed" && stage.failure) notes.push(firstLine(stage.failure.message));
  if (stage.waiting) notes.push(waitingFor(stage));
  return notes.join(", ");
}

function waitingFor({ waiting, held }: StageState): string {
  switch (waiting?.on) {
    case "gate":
      return waiting.gate.asks === undefined ? "waits for approval" : "waits for an answer";
    case "effect":
      return "waits for word whether it happened";
    case "children":
      return childrenWait(waiting.children.length, held.size);
    case "budget":
      return waiting.refusal.roomAt === undefined
        ? "waits for its budget"
        : `waits for its budget, until ${utcClock(waiting.refusal.roomAt)}`;
    case "blocker":
      return `is blocked: ${firstLine(waiting.blocker.waitingOn ?? waiting.blocker.reason)}`;
    case undefined:
      return "";
    default:
      return waiting satisfies never;
  }
}

/** `2 runs in it wait, a task is held back` */
export function childrenWait(waiting: number, held: number): string {
  const parts = [
    ...(waiting === 0 && held > 0 ? [] : [waiting === 1 ? "a run in it waits" : `${waiting} runs in it wait`]),
    ...(held === 0 ? [] : [held === 1 ? "a task is held back" : `${held} tasks are held back`]),
  ];
  return parts.join(", ");
}

/** Without the colon that leads to the lines that are left out. */
export function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/:$/, "");
}

/** From the first event to the last, or to now for a run that is under way. */
export function runMs(state: RunState, now: string): number {
  return between(state.started?.at, state.status === "running" ? now : state.at);
}
