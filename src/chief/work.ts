import { z } from "zod";

/** What a lane is handed: a pipeline to run, and who is to hear of its end. */
export const Work = z.strictObject({
  kind: z.literal("pipeline"),
  pipeline: z.string().min(1),
  /** As its input schema wants it. */
  input: z.json(),
  /** Who wants it: a person, a job, a hook, an agent. */
  source: z.string().min(1),
  agent: z.string().min(1).optional(),
  /** Where its result is told: a chat as the outbox takes it. */
  replyTo: z.string().min(1).optional(),
  thread: z.string().min(1).optional(),
  session: z.string().min(1).optional(),
  /** What it may spend, in US dollars. */
  budgetUsd: z.number().nonnegative().optional(),
  /** The same in tokens. */
  budgetTokens: z.int().nonnegative().optional(),
});
export type Work = z.output<typeof Work>;

/** A run that goes on after it had rested: a person has decided. */
export const Resumption = z.strictObject({ kind: z.literal("resumption"), run: z.string().min(1), source: z.string().min(1) });
export type Resumption = z.output<typeof Resumption>;

/** What may lie in a lane. */
export const LaneWork = z.discriminatedUnion("kind", [Work, Resumption]);
export type LaneWork = z.output<typeof LaneWork>;

/** Who does what nobody else is named for, and speaks at the front desk. */
export const CHIEF = "chief";

/** On whose behalf something runs. */
export function agentOf(work: LaneWork): string {
  return (work.kind === "pipeline" ? work.agent : undefined) ?? CHIEF;
}

declare const queued: unique symbol;

/**
 * Work that lies in a lane, on the disk. Only {@link Queue} makes one, so whoever has one may say that it was queued, and
 * nobody else can.
 */
export interface QueuedWork {
  readonly [queued]: true;
  readonly item: string;
  readonly lane: string;
  readonly work: Work;
  /** How many wait before it in its lane. */
  readonly before: number;
}

/** Puts work into a lane. The same item again changes nothing and gives back what was queued first. */
export type Queue = (work: Work, item: string) => Promise<QueuedWork>;

/** For the one place that puts work into a lane: says that it is there. */
export function asQueued(item: Omit<QueuedWork, typeof queued>): QueuedWork {
  return item as QueuedWork;
}
