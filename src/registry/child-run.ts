import { z } from "zod";

const Time = z.iso.datetime();

/** `terminated`: it was told to end, or its parent has ended before it. `orphaned`: its process is gone, and nobody goes on with it. */
export const How = z.enum(["done", "failed", "cancelled", "terminated", "orphaned"]);
export type How = z.output<typeof How>;

/** How far a result is on its way to the parent. */
const Announcement = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("due"),
    /** How often it could not be brought; a try whose process was gone before it noted anything is one of them. */
    failures: z.int().nonnegative(),
    failedAt: Time.optional(),
    error: z.string().optional(),
    /** The process that brings it, as long as nobody has noted what came of it. */
    begunBy: z.string().optional(),
  }),
  z.object({ state: z.literal("delivered"), at: Time }),
  /** It waits for a person's word, or had it and was let go. */
  z.object({ state: z.literal("given up"), at: Time, because: z.string(), isDropped: z.boolean() }),
  /** There is no parent, or the parent has ended before it had it. */
  z.object({ state: z.literal("not wanted") }),
]);
export type Announcement = z.output<typeof Announcement>;

/**
 * Where a run stands:
 *
 *     queued ──▶ running ──▶ ended (done, failed, cancelled, terminated, orphaned)
 *        └──────────────────────▲
 *
 * What has ended stays as it ended.
 */
const Stand = z.discriminatedUnion("state", [
  z.object({ state: z.literal("queued") }),
  z.object({ state: z.literal("running"), since: Time }),
  z.object({
    state: z.literal("ended"),
    at: Time,
    how: How,
    /** What it gives to its parent. */
    result: z.json().optional(),
    because: z.string().optional(),
    announcement: Announcement,
    /** `due` until what it had is taken down; `by` is the process that does it. */
    tearDown: z.discriminatedUnion("state", [
      z.object({ state: z.literal("due"), by: z.string().optional() }),
      z.object({ state: z.literal("done"), at: Time }),
    ]),
  }),
]);

/** A run and what became of it. */
export const ChildRun = z.object({
  id: z.string().min(1),
  parent: z.string().min(1).optional(),
  /** How many runs stand above it. */
  depth: z.int().nonnegative(),
  agent: z.string().min(1),
  /** Left out, its route chooses. */
  model: z.string().min(1).optional(),
  /** What it is to do: data, so that any process can go on with it. */
  task: z.json(),
  /** When it was spawned. */
  at: Time,
  /** The process that runs it; while it is queued, the one that spawned it. */
  owner: z.string(),
  costUsd: z.number().nonnegative(),
  stand: Stand,
});
export type ChildRun = z.output<typeof ChildRun>;

/** A run that has ended. */
export type EndedRun = ChildRun & { readonly stand: Extract<ChildRun["stand"], { state: "ended" }> };

export function hasEnded(run: ChildRun): run is EndedRun {
  return run.stand.state === "ended";
}
