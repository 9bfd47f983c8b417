import { z } from "zod";
import { ChildRun, How } from "./child-run.js";

const Time = z.iso.datetime();
const Id = z.string();

export const RegistryLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("spawned"), ...ChildRun.omit({ costUsd: true, stand: true }).shape }),
  /** A process has it now: it begins it, or goes on with it. */
  z.object({ type: z.literal("began"), id: Id, at: Time, owner: z.string() }),
  z.object({ type: z.literal("spent"), id: Id, at: Time, usd: z.number().nonnegative() }),
  z.object({
    type: z.literal("ended"),
    id: Id,
    at: Time,
    how: How,
    result: z.json().optional(),
    because: z.string().optional(),
    /** What it cost beside what was noted before. */
    usd: z.number().nonnegative(),
    /** The process that tears it down. */
    by: z.string().optional(),
  }),
  /** Another process tears it down, for the first one is gone. */
  z.object({ type: z.literal("tearing-down"), id: Id, at: Time, by: z.string() }),
  z.object({ type: z.literal("torn-down"), id: Id, at: Time }),
  /** Written before the parent is asked to take the result. */
  z.object({ type: z.literal("announcing"), id: Id, at: Time, by: z.string() }),
  z.object({ type: z.literal("delivered"), id: Id, at: Time }),
  z.object({ type: z.literal("not-delivered"), id: Id, at: Time, error: z.string() }),
  /** It waits for a person's word. */
  z.object({ type: z.literal("given-up"), id: Id, at: Time, because: z.string() }),
  /** A person's word on a result that was given up. */
  z.object({ type: z.literal("again"), id: Id, at: Time }),
  z.object({ type: z.literal("dropped"), id: Id, at: Time }),
  /** A run as it stood when the log was compacted. */
  z.object({ type: z.literal("kept"), run: ChildRun }),
  /** In which order the results for a parent waited when the log was compacted. */
  z.object({ type: z.literal("queue"), parent: Id, ids: z.array(Id) }),
]);
export type RegistryLine = z.output<typeof RegistryLine>;
