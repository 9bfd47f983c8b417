import { z } from "zod";
import { Address, Reply } from "./reply.js";

const Time = z.iso.datetime();

/** A line of the outbox. `key` names one sending: of one message, or of several that are told together. */
export const OutboxLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("queued"), id: z.string(), at: Time, to: Address, reply: Reply }),
  /** Written before the channel is asked to send; `owner` is the process that asks it. */
  z.object({ type: z.literal("begun"), key: z.string(), at: Time, to: Address, ids: z.array(z.string()).min(1), owner: z.string() }),
  z.object({ type: z.literal("sent"), key: z.string(), at: Time, to: Address, provider: z.array(z.string()) }),
  z.object({ type: z.literal("failed"), key: z.string(), at: Time, to: Address, error: z.string() }),
  /** Given up; it waits for a person's word. */
  z.object({ type: z.literal("dead"), key: z.string(), at: Time, to: Address, because: z.string() }),
  /** A person's word on a message that was given up. */
  z.object({ type: z.literal("again"), id: z.string(), at: Time }),
  z.object({ type: z.literal("dropped"), id: z.string(), at: Time }),
  /** All that comes after a delivery is done: its session is closed. */
  z.object({ type: z.literal("closed"), id: z.string(), at: Time }),
  /** An id that was used before the log was compacted. */
  z.object({ type: z.literal("known"), id: z.string() }),
]);
export type OutboxLine = z.output<typeof OutboxLine>;
