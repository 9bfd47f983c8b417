import type { EventOf } from "../core/index.js";
import { type Finding, wayOfFailure } from "../dsl/index.js";
import type { Blocked } from "../tools/index.js";
import type { AttemptContext } from "./attempt-context.js";
import type { Executed } from "./executed.js";

type Unblocked = EventOf<"unblocked">;

/** What people said when they unblocked the task: before this try asked for anything, and while it was under way. */
export interface Unblockings {
  readonly before: readonly Unblocked[];
  /** The word that a block of this try was answered with, one behind the other. */
  next(): Unblocked | undefined;
}

export function unblockingsOf({ stageState }: AttemptContext): Unblockings {
  const [first] = stageState.calls.values();
  const isBefore = ({ seq }: Unblocked) => first === undefined || seq < first.seq;
  const during = stageState.unblocked.filter((event) => !isBefore(event));
  return { before: stageState.unblocked.filter(isBefore), next: () => during.shift() };
}

/** The task rests until a person says that it can go on. */
export function restBlocked({ note, at }: AttemptContext, { reason, waitingOn }: Blocked): Executed {
  const { stage, version, attempt } = at;
  note({ type: "stage-blocked", stage, version, attempt, reason, ...(waitingOn !== undefined && { waitingOn }) });
  return { is: "waiting" };
}

/** Whether a failure leads on by itself: to another try, or to another stage. */
export function leadsOn({ at, stage }: AttemptContext, findings: readonly Finding[]): boolean {
  return at.retriesLeft > 0 || stage.rollbacks[wayOfFailure(stage.rollbacks, { cause: "output", findings })] !== undefined;
}

/** What a model is told of a block that is gone, so that it goes on. */
export function unblockedText({ by, note }: Pick<Unblocked, "by" | "note">): string {
  return note === undefined
    ? `The task is no longer blocked, says ${by}. Go on with it.`
    : `The task is no longer blocked. ${by} says: ${note}\n\nGo on with it.`;
}

/** The same for a try that begins anew. */
export function unblockedBefore(events: readonly Unblocked[]): readonly string[] {
  const notes = events.flatMap(({ by, note }) => (note === undefined ? [] : [`- ${by}: ${note}`]));
  return notes.length === 0 ? [] : [`## What was said when the task was blocked\n\n${notes.join("\n")}`];
}
