import type { Joining, Message } from "./message.js";

/** All messages, by whatever they are asked for. */
export interface Threads {
  readonly messages: Message[];
  readonly byId: Map<string, Message>;
  readonly byThread: Map<string, Message[]>;
  /** By the day of their time in UTC. */
  readonly byDay: Map<string, Message[]>;
  /** By channel, chat and the channel's own id, and a mail's without its chat. */
  readonly byProvider: Map<string, Message>;
}

export function noThreads(): Threads {
  return { messages: [], byId: new Map(), byThread: new Map(), byDay: new Map(), byProvider: new Map() };
}

/** A message that is there already changes nothing. */
export function takeMessage(threads: Threads, message: Message): void {
  const { messages, byId, byThread, byDay, byProvider } = threads;
  if (byId.has(message.id)) return;
  messages.push(message);
  byId.set(message.id, message);
  addTo(byThread, message.thread, message);
  addTo(byDay, message.ts.slice(0, 10), message);
  for (const id of message.delivery?.provider ?? []) for (const key of keysOf(message, id)) byProvider.set(key, message);
}

/** The message that a channel knows by an id. */
export function messageUnder(threads: Threads, place: Pick<Message, "channel" | "chat">, id: string): Message | undefined {
  // A channel that counts the ids of each chat by itself says the chat before the id of what came in, but not of what it sent.
  const ids = place.chat === undefined ? [id] : [id, `${place.chat}/${id}`];
  for (const key of ids.flatMap((one) => keysOf(place, one))) {
    const found = threads.byProvider.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * To which thread a message belongs: to that of the message that it answers, else to that of the last one that it refers to
 * and that is known, else to that of its conversation on its channel.
 */
export function threadFor(known: readonly Threads[], joining: Joining): string {
  const { channel, chat, answers, references = [], conversation, otherwise } = joining;
  // A mail's conversation is named by the id of its first mail.
  const first = conversation?.includes("@") === true ? conversation : undefined;
  const ids = [answers, ...references.toReversed(), first].filter((id) => id !== undefined);
  for (const id of ids) {
    for (const threads of known) {
      const earlier = messageUnder(threads, joining, id);
      if (earlier !== undefined) return earlier.thread;
    }
  }
  return conversation === undefined ? (otherwise ?? `${channel}:${chat ?? ""}`) : `${channel}:${conversation}`;
}

/** The id of a mail is the same in every chat; others may be given again in another one. */
function keysOf({ channel, chat = "" }: Pick<Message, "channel" | "chat">, id: string): readonly string[] {
  const key = JSON.stringify([channel, chat, id]);
  return id.includes("@") ? [key, JSON.stringify([channel, id])] : [key];
}

function addTo(lists: Map<string, Message[]>, key: string, message: Message): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [message]);
  else list.push(message);
}
