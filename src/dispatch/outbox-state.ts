import type { OutboxLine } from "./outbox-line.js";
import type { Address, Reply } from "./reply.js";

/** A message that waits. */
export interface Queued {
  readonly id: string;
  /** When it was emitted; ISO 8601. */
  readonly at: string;
  readonly to: Address;
  readonly reply: Reply;
}

/** What a channel was asked to send, and has not said yet that it did. */
export interface Sending {
  readonly key: string;
  readonly entries: readonly Queued[];
  readonly owner: string;
  readonly begunAt: string;
  /** How often it has failed. */
  readonly failures: number;
  /** `undefined` while it is being sent, or after its process died. */
  readonly failed?: { readonly at: string; readonly error: string };
}

export interface ChatQueue {
  readonly to: Address;
  /** By priority; in the order in which they were emitted. */
  readonly waiting: Readonly<Record<Reply["priority"], Map<string, Queued>>>;
  sending: Sending | undefined;
}

export interface DeadLetter extends Queued {
  readonly deadAt: string;
  readonly because: string;
}

export interface OutboxState {
  readonly chats: Map<string, ChatQueue>;
  /** All ids that were ever emitted: one that comes again is the same message. */
  readonly known: Set<string>;
  readonly dead: Map<string, DeadLetter>;
  /** Delivered, but what comes after that is not done. */
  readonly open: Map<string, Queued>;
  /** When each channel sent something within the last minute that anything was sent in. */
  readonly sentAt: Map<string, number[]>;
}

export const MINUTE_MS = 60_000;

export function emptyOutbox(): OutboxState {
  return { chats: new Map(), known: new Set(), dead: new Map(), open: new Map(), sentAt: new Map() };
}

export function chatKey({ channel, chat }: Address): string {
  return JSON.stringify([channel, chat]);
}

/** Takes a line in. A line that speaks of what is not there counts for nothing. */
export function foldOutbox(state: OutboxState, line: OutboxLine): OutboxState {
  switch (line.type) {
    case "queued": {
      state.known.add(line.id);
      const { id, at, to, reply } = line;
      queueOf(state, to).waiting[reply.priority].set(id, { id, at, to, reply });
      break;
    }
    case "begun": {
      const queue = queueOf(state, line.to);
      if (queue.sending !== undefined && queue.sending.key === line.key) {
        const { failed: _, ...sending } = queue.sending;
        queue.sending = { ...sending, owner: line.owner, begunAt: line.at };
        break;
      }
      const lists = Object.values(queue.waiting);
      const entries = line.ids.flatMap((id) => lists.flatMap((list) => list.get(id) ?? []));
      for (const list of lists) for (const { id } of entries) list.delete(id);
      queue.sending = { key: line.key, entries, owner: line.owner, begunAt: line.at, failures: 0 };
      break;
    }
    case "sent": {
      for (const entry of endSending(state, line)) state.open.set(entry.id, entry);
      noteSent(state, line.to.channel, Date.parse(line.at));
      break;
    }
    case "failed": {
      const { sending } = queueOf(state, line.to);
      if (sending?.key !== line.key) break;
      queueOf(state, line.to).sending = { ...sending, failures: sending.failures + 1, failed: { at: line.at, error: line.error } };
      break;
    }
    case "dead":
      for (const entry of endSending(state, line)) state.dead.set(entry.id, { ...entry, deadAt: line.at, because: line.because });
      break;
    case "again": {
      const letter = state.dead.get(line.id);
      if (letter === undefined) break;
      const { deadAt: _, because: __, ...entry } = letter;
      state.dead.delete(line.id);
      queueOf(state, entry.to).waiting[entry.reply.priority].set(entry.id, entry);
      break;
    }
    case "dropped":
      state.dead.delete(line.id);
      break;
    case "closed":
      state.open.delete(line.id);
      break;
    case "known":
      state.known.add(line.id);
      break;
  }
  return state;
}

function queueOf(state: OutboxState, to: Address): ChatQueue {
  const key = chatKey(to);
  const known = state.chats.get(key);
  if (known !== undefined) return known;
  const queue: ChatQueue = { to, waiting: { high: new Map(), normal: new Map(), low: new Map() }, sending: undefined };
  state.chats.set(key, queue);
  return queue;
}

function endSending(state: OutboxState, { to, key }: { readonly to: Address; readonly key: string }): readonly Queued[] {
  const queue = queueOf(state, to);
  if (queue.sending?.key !== key) return [];
  const { entries } = queue.sending;
  queue.sending = undefined;
  if (Object.values(queue.waiting).every(({ size }) => size === 0)) state.chats.delete(chatKey(to));
  return entries;
}

function noteSent(state: OutboxState, channel: string, at: number): void {
  const recent = (state.sentAt.get(channel) ?? []).filter((time) => time > at - MINUTE_MS);
  recent.push(at);
  state.sentAt.set(channel, recent);
}

/** Lines that mean what still counts, for a log that has grown long. The ids of the last `keepKnown` messages stay known. */
export function linesOfOutbox(state: OutboxState, keepKnown: number): OutboxLine[] {
  const lines: OutboxLine[] = [...state.known].slice(-keepKnown).map((id) => ({ type: "known", id }));
  // Ended ones first: while a chat has one that is being sent, no other may begin there.
  for (const entry of state.dead.values()) {
    const { to, deadAt: at, because } = entry;
    const key = `dead:${entry.id}`;
    lines.push(queuedLine(entry), { type: "begun", key, at, to, ids: [entry.id], owner: "" }, { type: "dead", key, at, to, because });
  }
  for (const entry of state.open.values()) {
    const { to, at } = entry;
    const key = `open:${entry.id}`;
    lines.push(queuedLine(entry), { type: "begun", key, at, to, ids: [entry.id], owner: "" }, { type: "sent", key, at, to, provider: [] });
  }
  for (const { to, waiting, sending } of state.chats.values()) {
    if (sending !== undefined) lines.push(...sending.entries.map(queuedLine), ...sendingLines(to, sending));
    for (const list of Object.values(waiting)) for (const entry of list.values()) lines.push(queuedLine(entry));
  }
  return lines;
}

function queuedLine({ id, at, to, reply }: Queued): OutboxLine {
  return { type: "queued", id, at, to, reply };
}

function sendingLines(to: Address, { key, begunAt, entries, owner, failures, failed }: Sending): OutboxLine[] {
  const begun: OutboxLine = { type: "begun", key, at: begunAt, to, ids: entries.map(({ id }) => id), owner };
  const failure: OutboxLine = { type: "failed", key, at: failed?.at ?? begunAt, to, error: failed?.error ?? "" };
  const lines = [begun, ...Array.from({ length: failures }, () => failure)];
  return failures > 0 && failed === undefined ? [...lines, begun] : lines;
}
