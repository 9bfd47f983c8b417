import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StagewrightError } from "../dsl/index.js";
import {
  appendText,
  type Disk,
  type Followed,
  isMissing,
  type Owner,
  ownerText,
  readOn,
  realDisk,
  thisProcess,
  withTicketLock,
} from "../store/index.js";
import { type LedgerLine, readLine } from "./ledger-line.js";

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
  const lock = { folder: join(folder, "lock"), what: "the ledger", code: "budget/locked", disk, me, pause };
  /** Calls of this process take turns here, so that they do not look at each other's files. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    folder,
    owner: ownerText(me),
    newId,
    follow: (since = "") => follower(disk, folder, since),
    append: (line, month) => {
      try {
        appendText(disk, fileOf(month), `${JSON.stringify(line)}\n`, { durably: false });
      } catch (cause) {
        throw new StagewrightError("budget/unwritable", `the ledger "${fileOf(month)}" cannot be written: ${said(cause)}`, {
          hint: "see that there is room and that the folder may be written to; without its ledger no call is made that costs money",
          cause,
        });
      }
    },
    locked: (act) => {
      const mine = turn.then(() => withTicketLock(lock, act));
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

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
