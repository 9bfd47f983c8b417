import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { appendText } from "./files/append-text.js";
import { type Disk, diskError, realDisk } from "./files/disk.js";
import { fileIdentity } from "./files/file-identity.js";
import { type Followed, readOn } from "./files/followed-file.js";
import { thisProcess } from "./files/process-identity.js";
import { putDurably } from "./files/put-durably.js";
import { withTicketLock } from "./files/ticket-lock.js";
import type { Owner } from "./store.js";

export interface SharedLogOptions<Line, State> {
  /** A JSONL file; its lock is a folder beside it. */
  readonly path: string;
  /** What it is, as an error says it: "the list of jobs". */
  readonly what: string;
  /** The code of the error when another process holds it for half a minute. */
  readonly lockedCode: string;
  readonly line: z.ZodType<Line>;
  /** What the lines mean, for no line at all. */
  readonly empty: () => State;
  /** Takes a line in; it may change `state`. */
  readonly fold: (state: State, line: Line) => State;
  readonly disk?: Disk;
  readonly me?: Owner;
  readonly pause?: (ms: number) => Promise<void>;
}

export interface UnreadableLogLine {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
}

/** A log that many processes add to, and what its lines mean together. Each line is read once. */
export interface SharedLog<Line, State> {
  readonly path: string;
  /** What all whole lines mean that are there now. Reading changes nothing on the disk. */
  read(): State;
  /** Adds what `act` finds to add, durably and in one write, while no other process adds anything. */
  change<T>(act: (state: State) => { readonly add: readonly Line[]; readonly gives: T }): Promise<T>;
  /**
   * Puts lines in the place of all that are there, in one step, so that the log does not grow for ever. They must mean what
   * still counts. Does nothing while there are fewer than `above` lines, nor, unless that is 0, where it would not halve
   * them: a long queue is not written anew with each item.
   */
  compact(above: number, lines: (state: State) => readonly Line[]): Promise<void>;
  /** Lines that mean nothing to this version, or that a dying process cut off; they count for nothing. */
  readonly unreadable: readonly UnreadableLogLine[];
}

/** Opens a log. Nothing is made on the disk before there is something to write. */
export function sharedLog<Line, State>(options: SharedLogOptions<Line, State>): SharedLog<Line, State> {
  const { path, what, lockedCode, line: schema, fold, disk = realDisk, me = thisProcess(), pause = (ms) => wait(ms) } = options;
  let state = options.empty();
  let file: string | undefined;
  const followed: Followed = { offset: 0, lines: 0 };
  const unreadable: UnreadableLogLine[] = [];
  /** How many lines the last look at compacting would have left. */
  let leastLines = 0;
  /** Calls of this process take turns here, so that they do not look at each other's tickets. */
  let turn: Promise<unknown> = Promise.resolve();

  /** How much of a line stands at the end that a dying process cut off. */
  let rest = 0;

  const read = (): State => {
    const now = fileIdentity(disk, path)?.id;
    // Another file in its place: it was compacted, or taken away by hand.
    if (file !== undefined && now !== file) {
      state = options.empty();
      Object.assign(followed, { offset: 0, lines: 0 });
      unreadable.length = 0;
    }
    file = now;
    rest = readOn(disk, path, followed, (text, number) => {
      const line = lineIn(text, schema);
      if (line === undefined) unreadable.push({ line: number, text });
      else state = fold(state, line);
    });
    return state;
  };
  const alone = <T>(act: (state: State) => T): Promise<T> => {
    const lock = { folder: `${path}.lock`, what, code: lockedCode, leavesNothing: true, disk, me, pause };
    const mine = turn.then(() =>
      withTicketLock(lock, () => {
        read();
        if (rest > 0) {
          // It may be a whole one that lacks its end alone, and would count only once the next is added: it ends before that.
          written(path, () => appendText(disk, path, "", { durably: true }));
          read();
        }
        return act(state);
      }),
    );
    turn = mine.catch(() => {});
    return mine;
  };
  return {
    path,
    read,
    unreadable,
    change: (act) =>
      alone((before) => {
        const { add, gives } = act(before);
        if (add.length === 0) return gives;
        written(path, () => appendText(disk, path, textOf(add), { durably: true }));
        read();
        return gives;
      }),
    compact: async (above, lines) => {
      const isDue = () => above === 0 || followed.lines >= Math.max(above, 2 * leastLines);
      // Seen without the lock first: mostly there is nothing to do.
      if (!isDue()) return;
      await alone((before) => {
        if (!isDue()) return;
        const kept = lines(before);
        leastLines = kept.length;
        if (!isDue()) return;
        written(path, () => putDurably(disk, path, textOf(kept)));
        read();
      });
    },
  };
}

function textOf(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** @throws StagewrightError `store/full`, `store/read-only`. */
function written(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw diskError(error, path);
  }
}

function lineIn<Line>(text: string, schema: z.ZodType<Line>): Line | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
