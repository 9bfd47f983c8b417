import type { CompleteRequest, Completion, FailureReason, Message, Timer, VerdictOptions } from "../model/index.js";
import type { GuardReason, Guards } from "./guards.js";
import type { ToolOutcome } from "./outcome.js";
import type { Spill } from "./spill.js";
import type { Reading, ToolKind, Writing } from "./tool.js";
import type { Toolbox } from "./toolbox.js";

/** What a stage works with. Whatever comes from outside is handed in, so that it can be journaled and given back. */
export interface WorkOptions {
  /** Asks a model once. When the signal says so it must end, with the signal's reason. */
  readonly complete: (request: CompleteRequest, context: { readonly signal: AbortSignal }) => Promise<Completion>;
  /** The model, and what else each request asks for. */
  readonly request: Omit<CompleteRequest, "messages" | "tools">;
  /** What the model is told first. */
  readonly messages: readonly Message[];
  readonly toolbox: Toolbox;
  /** Where results go that are too long to show. */
  readonly spill: Spill;
  /** Those that are not given have their defaults. */
  readonly guards?: Partial<Guards> | undefined;
  /** Runs a tool by calling `make`, or gives back what it gave before. Without it tools are just run. */
  readonly call?: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    make: () => Promise<ToolOutcome>,
    about: CallAbout,
  ) => Promise<unknown>;
  /** Is told of a call that is not run, and why, before its result is given. */
  readonly notRun?: (name: string, args: Readonly<Record<string, unknown>>, why: NotRun) => Promise<void>;
  /** What the task has read so far, where it began before this work. Not given: what this work has read. */
  readonly read?: () => readonly Reading[];
  /** Whether the model is given the tool `blocked`, which ends the work. */
  readonly mayBlock?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Ends what runs when the seconds are over. Without it the time is looked at between the calls only. */
  readonly timer?: Timer | undefined;
  /** Takes calls that were written as JSON for calls, where all of them name tools of this stage. */
  readonly takeTextCalls?: boolean | undefined;
  /** Whether a JSON value is the answer that the stage wants, and so no call. */
  readonly takes?: VerdictOptions["takes"] | undefined;
  /** Is told of each step as it happens. */
  readonly onStep?: ((step: WorkStep) => void) | undefined;
}

/** Why a call is not run: no such tool, one that the stage may not use, arguments that its schema refuses, or a turn that ended before it. */
export interface NotRun {
  readonly is: "unknown" | "denied" | "badArguments" | "left";
  readonly message: string;
}

/** What is known of a call before it is run. */
export interface CallAbout {
  readonly kind: ToolKind;
  readonly reads?: Reading | undefined;
  readonly writes?: Writing | undefined;
}

export type WorkReason = FailureReason | "no-answer" | "blocked" | GuardReason;

/** How the work ended. Only the text of an `answer` may be used; all else is for the record. */
export type WorkEnd = (
  | { readonly verdict: "answer"; readonly text: string; readonly reasoning?: string }
  | {
      readonly verdict: "failed";
      readonly reason: WorkReason;
      readonly message: string;
      readonly hint?: string;
      /** What the model gave the tool `blocked`, where the reason is that. */
      readonly blocked?: Blocked;
    }
) & {
  /** All that was said, each call with its one result. What failed as an answer is not in it. */
  readonly transcript: readonly Message[];
  readonly evidence: readonly Evidence[];
  readonly counts: Counts;
};

/** Why the work cannot go on, and what has to come first. */
export interface Blocked {
  readonly reason: string;
  readonly waitingOn?: string | undefined;
}

/** A call that succeeded. */
export interface Evidence {
  /** Its id in the transcript. */
  readonly call: string;
  readonly tool: string;
  readonly kind: ToolKind;
  readonly round: number;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** SHA-256 of the whole result, as hex, and its length in characters. */
  readonly digest: string;
  readonly chars: number;
  /** The name under which a long result is kept. */
  readonly kept?: string;
  /** The file that the call wrote. */
  readonly wrote?: string;
}

/** How often what happened. */
export interface Counts {
  /** Requests with tools, and all requests. */
  rounds: number;
  requests: number;
  /** Calls that were asked for, and what became of them. */
  calls: number;
  succeeded: number;
  failed: number;
  unknown: number;
  denied: number;
  badArguments: number;
  notRun: number;
  /** Results that were too long to show. */
  kept: number;
  /** Calls that were taken from text. */
  fromText: number;
  /** Answers that failed and were asked for again. */
  askedAgain: number;
  /** Warnings and nudges. */
  told: number;
  inputTokens: number;
  outputTokens: number;
  /** What the requests cost that have a price, and how many have none. */
  usd: number;
  unpriced: number;
}

export type CallEnd = "succeeded" | "failed" | "unknown" | "denied" | "badArguments" | "notRun";

export type WorkStep =
  | { readonly step: "answered"; readonly round: number; readonly completion: Completion }
  | {
      readonly step: "called";
      readonly round: number;
      readonly call: string;
      readonly tool: string;
      readonly end: CallEnd;
      readonly text: string;
    }
  /** What the model is told beside results: a warning, a nudge, what was wrong with its answer. */
  | { readonly step: "told"; readonly round: number; readonly text: string };
