import { z } from "zod";

/** A message on any channel, in or out: a line of `comms.jsonl`. */
export const Message = z.object({
  /** The same id again is the same message. */
  id: z.string().min(1),
  /** UTC. */
  ts: z.iso.datetime(),
  channel: z.string().min(1),
  /** What the channel calls the chat. */
  chat: z.string().optional(),
  direction: z.enum(["in", "out"]),
  /** Of one that came in: data, which proves nothing. */
  from: z.string(),
  to: z.string().optional(),
  subject: z.string().optional(),
  body: z.string(),
  /** What it belongs to, over all channels. */
  thread: z.string().min(1),
  delivery: z
    .object({
      /** The ids by which the channel knows it: an answer names one of them. */
      provider: z.array(z.string()),
      /** The ids under which it was emitted: several where they were told together. */
      ids: z.array(z.string()).optional(),
    })
    .optional(),
  /** The channel's id of the message that it answers. */
  answers: z.string().optional(),
});
export type Message = z.output<typeof Message>;

/** What tells to which thread a message belongs. */
export interface Joining extends Pick<Message, "channel" | "chat" | "answers"> {
  /** The channel's ids of earlier messages that belong to it, the oldest first: a mail's References, ids in its subject. */
  readonly references?: readonly string[];
  /** What belongs together, as the channel knows it. */
  readonly conversation?: string;
  /** The thread of one that none of these joins to another. Default: its conversation or its chat, behind the channel's name. */
  readonly otherwise?: string;
}

/** A message that is not written down yet. Its time is now, and its thread the one that it is joined to, where they are left out. */
export type NewMessage = Omit<Message, "ts" | "thread"> & Partial<Pick<Message, "ts" | "thread">> & Omit<Joining, "channel">;

/** What came in on a channel, as the channel brings it. */
export interface Heard {
  readonly id: string;
  readonly chat: string;
  readonly from: { readonly id: string | null; readonly name: string };
  readonly text: string;
  readonly subject?: string;
  readonly answers?: string;
  readonly references?: readonly string[];
  readonly thread?: string;
  /** ISO 8601, as somebody else's clock has it. */
  readonly at: string;
}

/** What was sent, as the dispatcher records it. */
export interface Sent {
  readonly key: string;
  readonly channel: string;
  readonly chat: string;
  readonly text: string;
  readonly subject?: string;
  readonly thread?: string;
  readonly sources: readonly string[];
  readonly ids: readonly string[];
  readonly provider: readonly string[];
  readonly at: string;
}

/** A mail's date may be anything, and some channels do not know when: nothing was said in the future, nor in 1970. */
const EARLIEST = Date.UTC(1990);

export function heardMessage(channel: string, heard: Heard, now: Date): NewMessage {
  const { id, chat, from, text, subject, answers, references, thread, at } = heard;
  const time = Date.parse(at);
  return {
    id: `${channel}/${id}`,
    ts: new Date(time >= EARLIEST && time <= now.getTime() ? time : now).toISOString(),
    channel,
    chat,
    direction: "in",
    from: from.name === "" ? (from.id ?? "") : from.name,
    ...(subject !== undefined && { subject }),
    body: text,
    delivery: { provider: [id] },
    ...(answers !== undefined && { answers }),
    ...(references !== undefined && { references }),
    ...(thread !== undefined && { conversation: thread }),
  };
}

export function sentMessage({ key, channel, chat, text, subject, thread, sources, ids, provider, at }: Sent): NewMessage {
  return {
    id: key,
    ts: new Date(at).toISOString(),
    channel,
    chat,
    direction: "out",
    from: [...new Set(sources)].join(", "),
    ...(subject !== undefined && { subject }),
    body: text,
    ...(thread !== undefined && { thread }),
    delivery: { provider: [...provider], ids: [...ids] },
  };
}
