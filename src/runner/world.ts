import type { AttemptAt, EventOf } from "../core/index.js";
import type { AnyPipeline, Lookup } from "../dsl/index.js";
import type { Demand } from "../gates/index.js";
import type { CallLog } from "./call-log.js";
import type { Journal } from "./journal.js";
import type { Keeper } from "./keeper.js";

/** What became of an effect, as an event without its place. */
export type EffectNews = Pick<EventOf<"effect-settled">, "type" | "how" | "outcome"> | Pick<EventOf<"effect-unclear">, "type" | "why">;

export interface EffectAct {
  /** Gives the answer as JSON, checked by the adapter's schema. */
  perform(): Promise<unknown>;
  lookup(): Promise<Lookup<unknown>>;
}

export interface Child {
  readonly item: number;
  readonly run: string;
  readonly input: unknown;
  /** Whose run it is, where it is handed over. */
  readonly agent?: string;
}

export type ChildNews =
  | Pick<EventOf<"child-ended">, "status" | "output" | "reason" | "usd">
  /** `on` says for what, in words; `isUnderWay` where it is carried out elsewhere, and keeps its place among those that run at once. */
  | { readonly status: "waiting"; readonly on: string; readonly isUnderWay?: true };

/** Children that are started one by one, and whose news come as they come. */
export interface ChildPool {
  start(pipeline: AnyPipeline, child: Child): void;
  /** The next child that ended or waits. */
  next(): Promise<{ readonly item: number; readonly news: ChildNews } | "interrupted">;
  /** Resolves when no child runs any more: nothing of a stage may go on behind it. */
  rest(): Promise<void>;
}

/**
 * The one difference between carrying a run out and replaying it. Here the outside answers; there the journal does.
 * All else (prompts, overlays, checks, decisions, transitions) is the same code.
 */
export interface World {
  readonly journal: Journal;
  readonly keeper: Keeper;
  /** Whether time limits count. */
  readonly keepsTime: boolean;
  /** Brings in what came to the run from outside at this point: a decision, a resume. */
  bringIn(): void;
  /**
   * Takes an attempt as it is recorded where it ended by the clock or a person's hand, which cannot be computed; it is
   * "interrupted" where the record ends before it.
   */
  takeAsRecorded(at: AttemptAt): "failed" | "interrupted" | undefined;
  /** `abort` calls the try off, where it asks for what the record says it never came to. */
  callLog(at: AttemptAt, signal: AbortSignal, abort: (reason: Error) => void): CallLog;
  /** Whether the process that made this try was told to stop before the try came to an end: a resume follows on record. */
  wasStopped(at: AttemptAt): boolean;
  /** What the policies demand of an effect that has not been asked for yet. `ask` looks them up. */
  demand(at: AttemptAt, effect: number, ask: () => Promise<Demand | undefined>): Promise<Demand | undefined>;
  /**
   * What becomes of an effect whose intent is noted; `isIntended` if that was before now, by a process that was cut off.
   * `isMadeNext` if it is made now, in the same try, should it turn out that it did not happen.
   */
  effect(act: EffectAct, isIntended: boolean): Promise<{ readonly news: EffectNews; readonly isMadeNext: boolean }>;
  /** How each child stands, in the order given. */
  children(
    pipeline: AnyPipeline,
    parent: AttemptAt,
    children: readonly Child[],
    concurrency: number,
  ): Promise<readonly ChildNews[] | "interrupted">;
  /** `countsCost`: what each child has cost is among its news. */
  childPool(parent: AttemptAt, options: { readonly concurrency: number; readonly countsCost: boolean }): ChildPool;
}
