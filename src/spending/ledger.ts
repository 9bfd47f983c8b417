import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StagewrightError } from "../dsl/index.js";
import { type Disk, type Owner, realDisk, thisProcess } from "../store/index.js";
import { type Followed, isMissing, readOn } from "./followed-file.js";
import { type LedgerLine, readLine } from "./ledger-line.js";
import { withLock } from "./lock.js";

export interface LedgerOptions {
  readonly disk?: Disk;
  /** A new name for a call, never given twice. */
  readonly newId?: () => string;
  readonly pause?: (ms: number) => Promise<void>;
  /** The process that reserves. */
  readonly me?: Owner;
}

/** A line of a ledger that cannot be read, and counts for nothing. */
export interface UnreadableLine {
  /** `2026-12.jsonl:17` */
  readonly place: string;
  /** Whether it is the last one, which a process that died may have left. */
  readonly isTorn: boolean;
}

/** What a store's calls have cost: files of lines, one for each month (UTC), which all of its processes add to. */
export interface Ledger {
  readonly folder: string;
  /** The process that reserves, as its lines name it. */
  readonly owner: string;
  newId(): string;
  /** Reads each line once; the next call goes on where this one ended. Files of months before `since` are left out. */
  follow(since?: string): Follower;
  /** Adds a line to the file of the month in which its call began. */
  append(line: LedgerLine, month: string): void;
  /** Runs `act` while no other process does such a thing on this ledger. */
  locked<T>(act: () => T): Promise<T>;
}

export interface Follower {
  readNew(take: (line: LedgerLine) => void): void;
  readonly unreadable: readonly UnreadableLine[];
}

const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/;

/** Opens the ledger of the store in the folder `root`. Nothing is made on the disk before there is something to write. */
export function openLedger(root: string, options: LedgerOptions = {}): Ledger {
  const { disk = realDisk, newId = randomUUID, pause = (ms) => wait(ms), me = thisProcess() } = options;
  const folder = join(root, "spending");
  const fileOf = (month: string) => join(folder, `${month}.jsonl`);
  /** Calls of this process take turns here, so that they do not look at each other's files. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    folder,
    owner: `${me.host}~${me.pid}~${me.startedAt}`,
    newId,
    follow: (since = "") => follower(disk, folder, since),
    append: (line, month) => {
      try {
        append(disk, fileOf(month), `${JSON.stringify(line)}\n`);
      } catch (cause) {
        throw new StagewrightError("budget/unwritable", `the ledger "${fileOf(month)}" cannot be written: ${said(cause)}`, {
          hint: "see that there is room and that the folder may be written to; without its ledger no call is made that costs money",
          cause,
        });
      }
    },
    locked: (act) => {
      const mine = turn.then(() => withLock(join(folder, "lock"), { disk, me, pause }, act));
      turn = mine.catch(() => {});
      return mine;
    },
  };
}

/** The month in whose file a call stands: that of its beginning, in UTC, so that a change of the time zone moves nothing. */
export function fileMonthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The months that a ledger has files for, in order. */
function monthsIn(disk: Disk, folder: string): readonly string[] {
  return filesIn(disk, folder)
    .filter((name) => MONTH_FILE.test(name))
    .map((name) => name.slice(0, 7))
    .sort();
}

function filesIn(disk: Disk, folder: string): readonly string[] {
  try {
    return disk.readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function follower(disk: Disk, folder: string, since: string): Follower {
  const places = new Map<string, Followed>();
  const damaged: UnreadableLine[] = [];
  const torn = new Map<string, UnreadableLine>();
  return {
    readNew: (take) => {
      for (const month of monthsIn(disk, folder)) {
        if (month < since) continue;
        const place = places.get(month) ?? { offset: 0, lines: 0 };
        places.set(month, place);
        const left = readOn(disk, join(folder, `${month}.jsonl`), place, (text, number) => {
          const line = readLine(text);
          if (line === undefined) damaged.push({ place: `${month}.jsonl:${number}`, isTorn: false });
          else take(line);
        });
        if (left === 0) torn.delete(month);
        else torn.set(month, { place: `${month}.jsonl:${place.lines + 1}`, isTorn: true });
      }
    },
    get unreadable() {
      return [...damaged, ...torn.values()];
    },
  };
}

/**
 * One write of a whole line. Behind a line that a dying process cut off it begins with the end of that line: two lines
 * that run into each other would both be lost.
 */
function append(disk: Disk, path: string, line: string): void {
  const fd = openToAppend(disk, path);
  try {
    const { size } = disk.fstatSync(fd);
    const last = Buffer.alloc(1);
    const isCutOff = size > 0 && disk.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    const bytes = Buffer.from(isCutOff ? `\n${line}` : line);
    for (let written = 0; written < bytes.length; ) written += disk.writeSync(fd, bytes, written, bytes.length - written);
  } finally {
    disk.closeSync(fd);
  }
}

function openToAppend(disk: Disk, path: string): number {
  try {
    return disk.openSync(path, "a+");
  } catch (error) {
    if (!isMissing(error)) throw error;
    disk.mkdirSync(dirname(path), { recursive: true });
    return disk.openSync(path, "a+");
  }
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
