import { join } from "node:path";
import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { type Disk, isMissing, realDisk, type SharedLog, type SharedLogOptions, sharedLog } from "../../store/index.js";
import { keptEntries } from "./kept-entries.js";
import {
  emptyIndex,
  foldIndex,
  IndexLine,
  linesOfIndex,
  openOf,
  type Session,
  type SessionIndex,
  Talk,
  toForget,
} from "./session-index.js";
import {
  emptySession,
  foldSession,
  linesOfSession,
  type SessionEnd,
  type SessionEntry,
  SessionLine,
  type SessionState,
} from "./session-log.js";
import { SessionMessage } from "./session-message.js";
import type { SessionSettings } from "./session-settings.js";

export interface SessionStoreOptions extends Pick<SharedLogOptions<SessionLine, SessionState>, "disk" | "me" | "pause"> {
  readonly settings: () => SessionSettings;
  readonly now: () => Date;
  /** Gives what can be the name of a file, and no id twice. */
  readonly newId: () => string;
}

export interface OpenedSession {
  readonly session: Session;
  /** Whether there was one to go on with. */
  readonly isResumed: boolean;
}

/**
 * The conversations of agents with people, each in a file of its own. Any process may add to it.
 *
 * What names a session that is not known @throws StagewrightError `sessions/none`.
 */
export interface SessionStore {
  readonly index: SharedLog<IndexLine, SessionIndex>;
  /**
   * Goes on with the session of a talk; opens one where there is none, or the last has ended or expired.
   *
   * @throws StagewrightError `sessions/invalid`.
   */
  open(talk: Talk): Promise<OpenedSession>;
  /**
   * Adds messages at the end: all of them, or none where the process dies. What is no longer kept is taken off the disk later.
   *
   * @param key what the messages are known by: under the same key again nothing is added.
   * @returns whether they were added. @throws StagewrightError `sessions/ended` once it has ended or expired, `sessions/invalid`.
   */
  append(id: string, messages: readonly SessionMessage[], key?: string): Promise<boolean>;
  /** What is kept of what was said, the oldest first: for any model, whichever spoke before. */
  messages(id: string): readonly SessionEntry[];
  /** Ends it; one that has ended stays as it ended. */
  close(id: string, because?: string): Promise<Session>;
  /** Ends those that have expired, and takes off the disk what was said in those that ended long ago. @returns those that it ended. */
  expire(): Promise<readonly Session[]>;
  /** The session of a talk that has not ended. Reads no session's file, and neither do the next two. */
  find(talk: Talk): Session | undefined;
  get(id: string): Session | undefined;
  /** All that are known, in the order in which they were opened. */
  list(): readonly Session[];
}

const COMPACT_INDEX_ABOVE = 20_000;
const KEEP_ENDED = 5_000;
const COMPACT_SESSION_ABOVE = 50;
/** So many sessions stay in memory once they were read. */
const IN_MEMORY = 100;

/** Opens the sessions of the store in the folder `root`. */
export function openSessions(root: string, { settings, now, newId, ...machine }: SessionStoreOptions): SessionStore {
  const { disk = realDisk } = machine;
  const folder = join(root, "registry");
  const index = sharedLog<IndexLine, SessionIndex>({
    path: join(folder, "sessions.jsonl"),
    what: "the list of sessions",
    lockedCode: "sessions/locked",
    line: IndexLine,
    empty: emptyIndex,
    fold: foldIndex,
    ...machine,
  });
  const fileOf = (id: string) => join(folder, "sessions", `${id}.jsonl`);
  /** The one that was used last comes last. */
  const logs = new Map<string, SharedLog<SessionLine, SessionState>>();
  const logOf = (id: string): SharedLog<SessionLine, SessionState> => {
    const log =
      logs.get(id) ??
      sharedLog<SessionLine, SessionState>({
        path: fileOf(id),
        what: `the session "${id}"`,
        lockedCode: "sessions/locked",
        line: SessionLine,
        empty: emptySession,
        fold: foldSession,
        ...machine,
      });
    logs.delete(id);
    logs.set(id, log);
    const [oldest] = logs.keys();
    if (logs.size > IN_MEMORY && oldest !== undefined) logs.delete(oldest);
    return log;
  };
  const kept = (entries: readonly SessionEntry[]) => keptEntries(entries, settings());

  /** Brings the index up to what a session's file says, which is the truth: a process may die between the two. */
  const indexed = async (id: string): Promise<Session> => {
    const { lastAt, end } = logOf(id).read();
    await index.change((state) => {
      const session = sessionIn(state, id);
      const add: IndexLine[] = [];
      if (lastAt !== undefined && lastAt > session.lastAt) add.push({ type: "spoken", id, at: lastAt });
      if (end !== undefined && session.end === undefined) add.push({ type: "ended", id, ...end });
      return { add, gives: undefined };
    });
    return sessionIn(index.read(), id);
  };
  /** Ends a session, unless it has ended or `ending` finds no reason to. */
  const end = async (id: string, ending: (session: Session) => SessionEnd | undefined): Promise<Session> => {
    const session = sessionIn(index.read(), id);
    await logOf(id).change((state) => {
      const found =
        state.end === undefined && session.end === undefined ? ending({ ...session, lastAt: state.lastAt ?? session.lastAt }) : undefined;
      return { add: found === undefined ? [] : [{ type: "ended", ...found }], gives: undefined };
    });
    return indexed(id);
  };
  const expiry = (session: Session): SessionEnd | undefined => expiryOf(session, settings(), now());
  /** The file first: a session whose file is gone is forgotten the next time, and a file that nobody knows would stay for ever. */
  const forgetOld = async (): Promise<void> => {
    const before = new Date(now().getTime() - settings().keepEndedSeconds * 1000).toISOString();
    for (const id of toForget(index.read(), before, KEEP_ENDED)) {
      logs.delete(id);
      removed(disk, fileOf(id));
      await index.change((state) => ({ add: state.sessions.has(id) ? [{ type: "forgotten", id }] : [], gives: undefined }));
    }
  };
  const find = (talk: Talk): Session | undefined => openOf(index.read(), talk);

  return {
    index,
    open: async (given) => {
      const talk = checked(Talk, given, "a session needs an agent, a channel and a chat");
      const before = find(talk);
      // Its own file is asked, too: a process may have ended it there and died before the index had it.
      const isOver = before !== undefined && (expiry(before) ?? logOf(before.id).read().end) !== undefined;
      if (isOver) await end(before.id, expiry);
      const opened = await index.change((state) => {
        const there = openOf(state, talk);
        if (there !== undefined) return { add: [], gives: { id: there.id, isResumed: true } };
        const id = newId();
        return { add: [{ type: "opened", id, ...talk, at: now().toISOString() }], gives: { id, isResumed: false } };
      });
      await index.compact(COMPACT_INDEX_ABOVE, linesOfIndex);
      return { session: sessionIn(index.read(), opened.id), isResumed: opened.isResumed };
    },
    append: async (id, given, key) => {
      const messages = checked(z.array(SessionMessage).min(1), given, "these are no messages of a session");
      const session = sessionIn(index.read(), id);
      const log = logOf(id);
      const isAdded = await log.change((state) => {
        const ended = state.end ?? session.end ?? expiry({ ...session, lastAt: state.lastAt ?? session.lastAt });
        if (key !== undefined && state.keys.has(key)) return { add: [], gives: false };
        if (ended !== undefined) {
          throw new StagewrightError("sessions/ended", `the session "${id}" has ${ended.how}: ${ended.because}`, { hint: "open another" });
        }
        const line: SessionLine = { type: "messages", at: now().toISOString(), ...(key !== undefined && { key }), messages };
        return { add: [line], gives: true };
      });
      await log.compact(COMPACT_SESSION_ABOVE, (state) => linesOfSession(state, kept));
      await indexed(id);
      return isAdded;
    },
    messages: (id) => {
      sessionIn(index.read(), id);
      return kept(logOf(id).read().entries);
    },
    close: (id, because = "it is over") => end(id, () => ({ at: now().toISOString(), how: "closed", because })),
    expire: async () => {
      const ended: Session[] = [];
      for (const id of [...index.read().open.values()]) {
        const session = index.read().sessions.get(id);
        if (session === undefined || expiry(session) === undefined) continue;
        const after = await end(id, expiry);
        if (after.end !== undefined) ended.push(after);
      }
      await forgetOld();
      return ended;
    },
    find,
    get: (id) => index.read().sessions.get(id),
    list: () => [...index.read().sessions.values()],
  };
}

function removed(disk: Disk, path: string): void {
  try {
    disk.unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function sessionIn(index: SessionIndex, id: string): Session {
  const session = index.sessions.get(id);
  if (session !== undefined) return session;
  throw new StagewrightError("sessions/none", `there is no session "${id}"`, { hint: "open one for the agent and the chat" });
}

/** @throws StagewrightError `sessions/invalid`. */
function checked<T>(schema: z.ZodType<T>, given: unknown, what: string): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new StagewrightError("sessions/invalid", `${what}: ${z.prettifyError(read.error)}`, {
    hint: "see what is missing",
  });
}

/** Why a session that has not ended must end now. */
function expiryOf({ at, lastAt }: Session, { idleSeconds, ageSeconds }: SessionSettings, now: Date): SessionEnd | undefined {
  const secondsSince = (time: string) => (now.getTime() - Date.parse(time)) / 1000;
  const expired = (because: string): SessionEnd => ({ at: now.toISOString(), how: "expired", because });
  if (secondsSince(lastAt) >= idleSeconds) return expired(`nothing was said in it for ${idleSeconds} seconds`);
  if (secondsSince(at) >= ageSeconds) return expired(`it was opened ${ageSeconds} seconds ago`);
  return undefined;
}
