import type { Deciders, Finding, Overdue } from "../dsl/index.js";
import type { Fingerprint } from "./fingerprint.js";

/**
 * The journal's format. A change that older code would misread raises it.
 */
export const JOURNAL_FORMAT = 1;

/** A value in the journal: in the line itself, or, where it is large, a blob named by its SHA-256. */
export type Kept = { readonly inline: unknown } | { readonly blob: string; readonly bytes: number };

/** What an outside call came back with. */
export type CallOutcome =
  | { readonly answer: Kept }
  | { readonly error: { readonly code: string; readonly message: string; readonly hint?: string } };

export type EffectOutcome = { readonly happened: "yes"; readonly answer: Kept } | { readonly happened: "no"; readonly why: string };

export type FailureCause = "error" | "time-limit" | "output" | "dod" | "review" | "rejected" | "verdict" | "children";

/** Which try of which version of which stage an event belongs to. Versions and attempts count from 1. */
interface Attempt {
  readonly stage: string;
  readonly version: number;
  readonly attempt: number;
}

interface RunEvents {
  "run-started": {
    readonly format: typeof JOURNAL_FORMAT;
    readonly run: string;
    readonly pipeline: string;
    readonly stages: readonly string[];
    readonly input: Kept;
    readonly by: string;
    /** The model of every `write` stage that names none. */
    readonly model: string;
    readonly parent?: { readonly run: string; readonly stage: string; readonly version: number; readonly item: number };
    readonly forkedFrom?: { readonly run: string; readonly stage: string };
    /** What whoever started the run needs to start it again: the pipeline's file, the model, the tape. */
    readonly launch: Readonly<Record<string, unknown>>;
  };
  /** `model` where another one is to be used from here on. */
  "run-resumed": { readonly by: string; readonly model?: string };
  "run-cancelled": { readonly by: string; readonly reason?: string };
  "run-done": { readonly stopped?: { readonly stage: string; readonly because: string } };
  "run-failed": { readonly stage: string; readonly message: string; readonly tried: readonly string[] };
  /** A person went on with a pipeline that has changed; `changed` names the finished stages that had. */
  "pipeline-changed": {
    readonly by: string;
    readonly changed: readonly string[];
    readonly stages: readonly string[];
    /** What the changed stages are now. */
    readonly fingerprints: Readonly<Record<string, Fingerprint>>;
  };
  /** A person goes back: a rollback that no bound counts. */
  reopened: { readonly by: string; readonly to: string };
}

interface StageEvents {
  "stage-started": Attempt;
  called: Attempt & {
    readonly call: number;
    readonly adapter: string;
    readonly name: string;
    readonly request: Kept;
    readonly outcome: CallOutcome;
  };
  "effect-intended": Attempt & {
    readonly effect: number;
    readonly key: string;
    readonly adapter: string;
    readonly name: string;
    readonly request: Kept;
  };
  "effect-settled": Attempt & {
    readonly effect: number;
    readonly key: string;
    readonly how: "called" | "looked-up";
    readonly outcome: EffectOutcome;
  };
  /** Nobody but a person can say whether the effect happened. */
  "effect-unclear": Attempt & { readonly effect: number; readonly key: string; readonly why: string };
  "effect-answered": Attempt & { readonly effect: number; readonly key: string; readonly by: string; readonly outcome: EffectOutcome };
  "attempt-failed": Attempt & {
    readonly cause: FailureCause;
    readonly message: string;
    /** What a person may do about it, where whoever failed has said so. */
    readonly hint?: string;
    readonly findings: readonly Finding[];
    /** What it gave, where its definition of done refuses it. */
    readonly output?: Kept;
    readonly retriesLeft: number;
  };
  "stage-done": Attempt & {
    readonly output: Kept;
    readonly findings: readonly Finding[];
    readonly fingerprint: Fingerprint;
    /** A decision's way, where it does not lead to the next stage. */
    readonly turn?: { readonly way: string; readonly to: "stop" | "back"; readonly because: string };
  };
  /** In a fork: the output that another run's stage had. */
  "stage-taken": {
    readonly stage: string;
    readonly version: number;
    readonly output: Kept;
    readonly fingerprint: Fingerprint;
    readonly from: { readonly run: string; readonly version: number };
  };
  "gate-opened": Attempt & {
    readonly tier: number;
    readonly shows: string;
    /** What is about to happen, in a sentence that code made of the data. */
    readonly says?: string;
    /** SHA-256 of what is shown, the value and the sentence: what a decision is about. */
    readonly digest: string;
    readonly waits: boolean;
    /** How long after it was opened a decision still counts, in ms. */
    readonly expiresMs?: number;
    readonly overdue?: Overdue;
    /** The answer's JSON Schema, where the gate asks for data. */
    readonly asks?: unknown;
    readonly mayDecide?: Deciders;
    /** In a delivery: a policy puts this effect before a person; `request` is what the adapter is to be asked, and `shows` names the call. */
    readonly effect?: number;
    readonly request?: Kept;
  };
  "gate-decided": Attempt & {
    readonly decision: "approve" | "edit" | "answer" | "reject";
    readonly by: string;
    /** Where the person was asked: `terminal`, `command line`. */
    readonly where?: string;
    readonly digest: string;
    readonly value?: Kept;
    readonly reason?: string;
  };
  /**
   * `digest` is the SHA-256 of the child's input. Items count from 1. In a tree, `task` is its name, and `basis` the
   * SHA-256 of the task and of what it needs: by that it is known again when the tree is tried again, whatever else is known by then.
   */
  "child-started": Attempt & {
    readonly item: number;
    readonly task?: string;
    readonly child: string;
    readonly digest: string;
    readonly basis?: string;
  };
  /** In a tree of tasks: the child rests until what it waits for has come, and the others go on. */
  "child-waiting": Attempt & { readonly item: number; readonly child: string; readonly on: string };
  "child-ended": Attempt & {
    readonly item: number;
    readonly child: string;
    readonly status: "done" | "skipped" | "failed";
    readonly output?: Kept;
    readonly reason?: string;
    /** What it has cost with all its own children, where that decides how the tree may grow. */
    readonly usd?: number;
  };
  /** A call would have cost more than is left; it was not made. */
  "budget-refused": Attempt & {
    readonly message: string;
    readonly hint?: string;
    /** When there is room for the call again, in UTC, where that comes by itself. */
    readonly roomAt?: string;
  };
  "children-waiting": Attempt & { readonly children: readonly string[] };
  /** The task cannot go on by itself, and says what has to come first. */
  "stage-blocked": Attempt & { readonly reason: string; readonly waitingOn?: string };
  /** A person says that what was waited for has come; the note is for whoever goes on with the task. */
  unblocked: Attempt & { readonly by: string; readonly note?: string };
  /** A person holds a task of a tree back, or lets it go: it is not begun meanwhile. */
  "task-held": { readonly stage: string; readonly version: number; readonly task: string; readonly by: string; readonly reason: string };
  "task-released": { readonly stage: string; readonly version: number; readonly task: string; readonly by: string };
  "rolled-back": {
    readonly from: string;
    readonly to: string;
    /** What led back: `failed`, `rejected`, or the name of a decision's way. */
    readonly because: string;
    readonly time: number;
    readonly max: number;
    /** Stages that are handed the findings when they run again. */
    readonly hands: readonly string[];
    readonly findings: readonly Finding[];
  };
}

type Bodies = RunEvents & StageEvents;
export type EventType = keyof Bodies;
export type StageEventType = Exclude<keyof StageEvents, "rolled-back">;

/** What happened, before it has its place in the journal. */
export type NewEvent = { [T in EventType]: { readonly type: T } & Bodies[T] }[EventType];

/** What happened, at its place: `seq` counts from 1 without gaps, `at` is an ISO 8601 instant in UTC. */
export type RunEvent = { readonly seq: number; readonly at: string } & NewEvent;
export type EventOf<T extends EventType> = Extract<RunEvent, { readonly type: T }>;

/** Events that a person or a new process brings into a run; replay takes them from the journal as they come. */
export const EXTERNAL_EVENTS: ReadonlySet<EventType> = new Set([
  "run-resumed",
  "run-cancelled",
  "pipeline-changed",
  "reopened",
  "effect-answered",
  "gate-decided",
  "unblocked",
  "task-held",
  "task-released",
]);
