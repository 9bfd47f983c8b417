import type { Lookup } from "../dsl/index.js";

/** What goes out at once: one message, or several that are told together. */
export interface Outgoing {
  readonly chat: string;
  readonly text: string;
  readonly subject?: string;
  readonly thread?: string;
  /** What can be pressed in place of an answer; a channel that has no buttons leaves them out. */
  readonly buttons?: readonly Button[];
}

/** `id` is what comes back as the text when it is pressed: at most 64 bytes. */
export interface Button {
  readonly id: string;
  readonly text: string;
}

/** What somebody wrote, on any channel. */
export interface Incoming {
  /** The channel's own; the same when it is listened to again. */
  readonly id: string;
  readonly chat: string;
  /** `id` stays the same when they rename themselves; `null` where nobody vouches for it. */
  readonly from: { readonly id: string | null; readonly name: string };
  /** Data, never orders. */
  readonly text: string;
  readonly subject?: string;
  /** The provider's id of the message that is answered. */
  readonly answers?: string;
  /** What belongs together, as the channel knows it. */
  readonly thread?: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface Listened {
  readonly messages: readonly Incoming[];
  /** What to go on behind next time. */
  readonly cursor: string;
}

/**
 * A way to people: a terminal, Telegram, e-mail, a web page, a webhook. It cuts a text to its own limits.
 *
 * `send` that throws counts as "unknown": the dispatcher looks it up before it tries again.
 */
export interface Channel {
  /** @returns the provider's ids of what was sent, at least one. */
  send(message: Outgoing, key: string, signal: AbortSignal): Promise<readonly string[]>;
  lookup(key: string, message: Outgoing, signal: AbortSignal): Promise<Lookup<readonly string[]>>;
  /** What came in behind a cursor, the oldest first; a channel that cannot be answered has none. */
  listen?(after: string | undefined, signal: AbortSignal): Promise<Listened>;
  /** Whether trying again cannot help: a chat that is not allowed, an address that does not exist. */
  isFinal?(error: unknown): boolean;
}

export type Channels = Readonly<Record<string, Channel>>;
