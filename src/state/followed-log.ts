import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  appendText,
  type FileIdentity,
  type Followed,
  fileIdentity,
  putDurably,
  readOn,
  realDisk,
  syncFolder,
  type TicketLock,
  thisProcess,
  withTicketLock,
} from "../store/index.js";

/** What the files of the state need of the machine; each has a real default. */
export type StateWorld = Pick<TicketLock, "disk" | "me" | "pause">;

/** Where a line stands: a file's path, and a number that counts from 1. */
export interface LinePlace {
  readonly file: string;
  readonly line: number;
}

/** A line that means nothing to this version, or that a dying process cut off; it counts for nothing. */
export interface UnreadLine extends LinePlace {
  readonly text: string;
}

/**
 * Lines that many processes add to, in a file and in parts of it that were put aside:
 *
 * F1. Whoever writes has the lock; whoever reads needs none.
 * F2. The file grows, is replaced as a whole, or is put aside under another name. What is aside never changes.
 * F3. A file is known by which file it is, not by its name. Whoever finds all that was read, in its order, reads on behind
 *     it, wherever it lies by now; else everything counts as not read.
 * F4. What was read while a file was put aside or replaced is read again: the names may have meant other files meanwhile.
 */
export interface FollowedLog {
  /** Reads the lines that are new. */
  readOn(): void;
  /** Does something while nobody else writes, on all that was written. @throws StagewrightError of the lock's code. */
  alone<T>(act: () => T): Promise<T>;
  /** Adds lines, durably and in one write. Only for who is alone, as the next two. */
  append(lines: readonly unknown[]): void;
  /** Puts the file aside under another name, in one step; the next line begins a new one. */
  putAside(to: string): void;
  /** Puts lines in the place of all that the file has, in one step, and keeps what it had under another name. */
  replace(lines: readonly unknown[], kept: string): void;
  /** How many lines the file has, and how many bytes; without its parts. */
  readonly size: { readonly lines: number; readonly bytes: number };
}

export interface FollowedLogOptions extends Partial<StateWorld> {
  readonly path: string;
  /** What it is, as an error says it, and the error's code when somebody holds it for half a minute. */
  readonly what: string;
  readonly lockedCode: string;
  /** The paths of the parts that were put aside, the oldest first. None, if left out. */
  readonly aside?: () => readonly string[];
  /** All that was read counts no more. */
  readonly anew: () => void;
  readonly take: (text: string, place: LinePlace) => void;
}

interface File extends FileIdentity {
  readonly path: string;
}

interface Read {
  readonly id: string;
  readonly place: Readonly<Followed>;
}

export function followedLog(options: FollowedLogOptions): FollowedLog {
  const { path, what, lockedCode, aside = () => [], anew, take } = options;
  const { disk = realDisk, me = thisProcess(), pause = (ms) => wait(ms) } = options;
  const lock: TicketLock = { folder: `${path}.lock`, what, code: lockedCode, leavesNothing: true, disk, me, pause };
  let read: readonly Read[] = [];
  const parts = new Map<string, File>();
  /** Calls of this process take turns here, so that they do not look at each other's tickets. */
  let turn: Promise<unknown> = Promise.resolve();

  const fileAt = (where: string): File | undefined => {
    const identity = fileIdentity(disk, where);
    return identity && { path: where, ...identity };
  };
  const partAt = (part: string): File | undefined => {
    const file = parts.get(part) ?? fileAt(part);
    if (file !== undefined) parts.set(part, file);
    return file;
  };
  const files = (): readonly File[] => [...aside().map(partAt), fileAt(path)].filter((file) => file !== undefined);

  /** @returns how many bytes come after the last line's end; `undefined` where F4 has it read again. */
  const readOnce = (): number | undefined => {
    const now = files();
    const goesOn = read.every(({ id, place }, index) => now[index]?.id === id && now[index].size >= place.offset);
    const next = goesOn ? [...read] : [];
    const lines: { readonly text: string; readonly place: LinePlace }[] = [];
    let left = 0;
    for (const [index, { path: file, id }] of now.entries()) {
      // Of all but the last of what was read nothing more is to come.
      if (index < next.length - 1) continue;
      const place = { offset: 0, lines: 0, ...next[index]?.place };
      left = readOn(disk, file, place, (text, line) => lines.push({ text, place: { file, line } }));
      next[index] = { id, place };
    }
    const after = files();
    if (after.length !== now.length || after.some(({ id }, index) => id !== now[index]?.id)) return undefined;
    if (!goesOn) anew();
    read = next;
    for (const { text, place } of lines) take(text, place);
    return left;
  };
  const readNow = (): number => {
    for (;;) {
      const left = readOnce();
      if (left !== undefined) return left;
    }
  };
  return {
    readOn: () => void readNow(),
    alone: (act) => {
      const mine = turn.then(() =>
        withTicketLock(lock, () => {
          // A line that a dying process cut off ends here, whole or not: from now on everybody reads it alike.
          if (readNow() > 0) {
            appendText(disk, path, "", { durably: true });
            readNow();
          }
          return act();
        }),
      );
      turn = mine.catch(() => {});
      return mine;
    },
    append: (lines) => {
      const isNew = fileAt(path) === undefined;
      appendText(disk, path, textOf(lines), { durably: true });
      if (isNew) syncFolder(disk, dirname(path));
      readNow();
    },
    putAside: (to) => {
      disk.mkdirSync(dirname(to), { recursive: true });
      disk.renameSync(path, to);
      for (const folder of [dirname(to), dirname(path)]) syncFolder(disk, folder);
      readNow();
    },
    replace: (lines, kept) => {
      putDurably(disk, kept, disk.readFileSync(path).toString("utf8"));
      putDurably(disk, path, textOf(lines));
      readNow();
    },
    get size() {
      const now = fileAt(path);
      const last = read.at(-1);
      return now === undefined ? { lines: 0, bytes: 0 } : { lines: last?.id === now.id ? last.place.lines : 0, bytes: now.size };
    },
  };
}

function textOf(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
