import { z } from "zod";
import { SessionEnd } from "./session-log.js";

const Time = z.iso.datetime();
const Id = z.string().min(1);

/** Whose conversation it is: an agent's, with those who are in a chat of a channel. */
export const Talk = z.object({ agent: z.string().min(1), channel: z.string().min(1), chat: z.string().min(1) });
export type Talk = z.output<typeof Talk>;

/** A conversation, without what was said in it. */
export const Session = z.object({
  id: Id,
  ...Talk.shape,
  /** When it was opened. */
  at: Time,
  /** When something was said last; when it was opened, where nothing was. */
  lastAt: Time,
  end: SessionEnd.optional(),
});
export type Session = z.output<typeof Session>;

/** A line of the index, which spares whoever looks for a session the reading of all of them. */
export const IndexLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("opened"), id: Id, ...Talk.shape, at: Time }),
  z.object({ type: z.literal("spoken"), id: Id, at: Time }),
  z.object({ type: z.literal("ended"), id: Id, ...SessionEnd.shape }),
  /** What was said in it is no longer on the disk. */
  z.object({ type: z.literal("forgotten"), id: Id }),
  /** A session as it stood when the index was compacted. */
  z.object({ type: z.literal("kept"), session: Session }),
]);
export type IndexLine = z.output<typeof IndexLine>;

export interface SessionIndex {
  /** In the order in which they were opened. */
  readonly sessions: Map<string, Session>;
  /** The one of each talk that has not ended. */
  readonly open: Map<string, string>;
}

export function emptyIndex(): SessionIndex {
  return { sessions: new Map(), open: new Map() };
}

/** Takes a line in. A line about a session that is not there counts for nothing. */
export function foldIndex(index: SessionIndex, line: IndexLine): SessionIndex {
  if (line.type === "kept") return put(index, line.session);
  if (line.type === "opened") {
    const { type: _, ...opened } = line;
    return put(index, { ...opened, lastAt: line.at });
  }
  const session = index.sessions.get(line.id);
  if (session === undefined) return index;
  if (line.type === "forgotten") return forget(index, session);
  if (line.type === "spoken") return put(index, { ...session, lastAt: line.at });
  const { type: _, id: __, ...end } = line;
  return put(index, { ...session, end: session.end ?? end });
}

function put(index: SessionIndex, session: Session): SessionIndex {
  const key = keyOf(session);
  index.sessions.set(session.id, session);
  if (session.end === undefined) index.open.set(key, session.id);
  else if (index.open.get(key) === session.id) index.open.delete(key);
  return index;
}

function forget(index: SessionIndex, session: Session): SessionIndex {
  index.sessions.delete(session.id);
  const key = keyOf(session);
  if (index.open.get(key) === session.id) index.open.delete(key);
  return index;
}

/** The session of a talk that has not ended. */
export function openOf(index: SessionIndex, talk: Talk): Session | undefined {
  return index.sessions.get(index.open.get(keyOf(talk)) ?? "");
}

function keyOf({ agent, channel, chat }: Talk): string {
  return JSON.stringify([agent, channel, chat]);
}

/** Lines that mean what still counts, for an index that has grown long. */
export function linesOfIndex({ sessions }: SessionIndex): IndexLine[] {
  return [...sessions.values()].map((session) => ({ type: "kept", session }));
}

/** The ended ones that are to be forgotten: those whose end was before `before`, and the oldest beyond the last `keep`. */
export function toForget({ sessions }: SessionIndex, before: string, keep: number): readonly string[] {
  const ended = [...sessions.values()].flatMap(({ id, end }) => (end === undefined ? [] : [{ id, at: end.at }]));
  const beyond = ended.length - keep;
  return ended.filter(({ at }, index) => index < beyond || at < before).map(({ id }) => id);
}
