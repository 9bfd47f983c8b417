import { z } from "zod";

const Time = z.iso.datetime({ offset: true });

/** A message as the desk keeps it until it is dealt with. */
export const Heard = z.object({
  /** Its channel's name and its id there. */
  id: z.string(),
  /** When it was heard, by the desk's own clock. */
  at: Time,
  channel: z.string(),
  chat: z.string(),
  thread: z.string(),
  /** A person of the configuration; not there for somebody whom nobody vouches for. */
  person: z.string().optional(),
  text: z.string(),
  /** The message that it answers: an id that a channel gave. */
  answers: z.string().optional(),
});
export type Heard = z.output<typeof Heard>;

/** What became of messages. */
export const Taken = z.enum(["answered", "queued", "gate", "lesson", "ignored"]);
export type Taken = z.output<typeof Taken>;

export const DeskLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heard"), ...Heard.shape }),
  /** Which messages are dealt with together, and as which item; written before anything is done about them. */
  z.object({ type: z.literal("begun"), at: Time, thread: z.string(), ids: z.array(z.string()), item: z.string() }),
  z.object({ type: z.literal("taken"), at: Time, thread: z.string(), ids: z.array(z.string()), as: Taken, item: z.string().optional() }),
  /** The work that a thread waited for is over. */
  z.object({ type: z.literal("finished"), at: Time, thread: z.string(), item: z.string() }),
  /** How far a channel was listened to. */
  z.object({ type: z.literal("listened"), at: Time, channel: z.string(), cursor: z.string() }),
  /** An id that was heard before the log was compacted. */
  z.object({ type: z.literal("known"), id: z.string() }),
]);
export type DeskLine = z.output<typeof DeskLine>;
