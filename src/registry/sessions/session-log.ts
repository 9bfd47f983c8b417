import { z } from "zod";
import { SessionMessage } from "./session-message.js";

const Time = z.iso.datetime();

/** How a session has ended. */
export const SessionEnd = z.object({ at: Time, how: z.enum(["closed", "expired"]), because: z.string() });
export type SessionEnd = z.output<typeof SessionEnd>;

/** A line of a session's own file. */
export const SessionLine = z.discriminatedUnion("type", [
  /** In one line, so that a process that is killed has added all of them or none. */
  z.object({ type: z.literal("messages"), at: Time, key: z.string().optional(), messages: z.array(SessionMessage) }),
  z.object({ type: z.literal("ended"), ...SessionEnd.shape }),
]);
export type SessionLine = z.output<typeof SessionLine>;

/** A message, and when it was added. */
export interface SessionEntry {
  /** ISO 8601. */
  readonly at: string;
  /** What it was added under. */
  readonly key?: string;
  readonly message: SessionMessage;
}

/** What a session's file says. It is the truth about the session; the index follows it. */
export interface SessionState {
  readonly entries: SessionEntry[];
  /** When something was said last. */
  lastAt: string | undefined;
  readonly keys: Set<string>;
  end: SessionEnd | undefined;
}

export function emptySession(): SessionState {
  return { entries: [], lastAt: undefined, keys: new Set(), end: undefined };
}

export function foldSession(state: SessionState, line: SessionLine): SessionState {
  if (line.type === "ended") {
    const { type: _, ...end } = line;
    state.end ??= end;
    return state;
  }
  const { at, key, messages } = line;
  if (key !== undefined) state.keys.add(key);
  for (const message of messages) state.entries.push({ at, ...(key !== undefined && { key }), message });
  state.lastAt = at;
  return state;
}

/** Lines that mean what still counts: what is kept of the messages, and the end. */
export function linesOfSession(
  { entries, end }: SessionState,
  kept: (entries: readonly SessionEntry[]) => readonly SessionEntry[],
): SessionLine[] {
  const lines = kept(entries).map(({ message, ...more }): SessionLine => ({ type: "messages", ...more, messages: [message] }));
  return [...lines, ...(end === undefined ? [] : [{ type: "ended" as const, ...end }])];
}
