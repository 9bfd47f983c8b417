import { dirname, join } from "node:path";
import { StagewrightError } from "../../dsl/index.js";
import type { Owner } from "../store.js";
import { type Disk, isMissing } from "./disk.js";
import { isAlive, ownerText } from "./process-identity.js";

/**
 * One at a time, over all processes of a machine, by files whose names no two share:
 *
 * T1. Whoever wants the lock makes a file that says "choosing", looks at the numbers that others hold, makes a file with a
 *     number above them all, and takes the first file away.
 * T2. It waits for those who are still choosing, and for smaller numbers. So they go in the order in which they came,
 *     and never two at once.
 * T3. The file of a dead process counts for nothing, and anybody clears it away. Its name holds the process's pid and
 *     start, so it is never a living one's.
 */
export interface TicketLock {
  /** Where the files lie: a folder of the lock's own. */
  readonly folder: string;
  /** What is locked, as an error says it: "the ledger". */
  readonly what: string;
  /** The code of the error when somebody holds it for half a minute. */
  readonly code: string;
  /** Whether the folder goes when nobody needs it: for a lock beside files that people look at. */
  readonly leavesNothing?: boolean;
  readonly disk: Disk;
  readonly me: Owner;
  /** Waits for so many milliseconds, before it looks again. */
  readonly pause: (ms: number) => Promise<void>;
}

/** The first look comes soon, for whoever holds the lock does so for about a millisecond; the later ones are rarer. */
const LONGEST_PAUSE_MS = 20;
/** After that the holder was stopped, or something is wrong with it. */
const PATIENCE_MS = 30_000;
/** What another machine left in a shared folder cannot be asked whether it lives; it never takes that long. */
const DEAD_AFTER_MS = 60_000;
const CHOOSING = "choosing";

let counter = 0;

/** Runs `act`, which must not wait for anything, while nobody else does. @throws StagewrightError of the lock's `code`. */
export async function withTicketLock<T>(lock: TicketLock, act: () => T): Promise<T> {
  const { folder, disk, me, pause } = lock;
  counter += 1;
  const name = `${ownerText(me)}~${counter}`;
  const choosing = join(folder, `${CHOOSING}~${name}`);
  let number: number;
  let ticket: string;
  make(disk, choosing);
  try {
    number = 1 + ticketsIn(disk, folder).reduce((most, other) => Math.max(most, other.number), 0);
    ticket = join(folder, `${number}~${name}`);
    make(disk, ticket);
  } finally {
    remove(disk, choosing);
  }
  try {
    let waitedMs = 0;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs + 1, LONGEST_PAUSE_MS)) {
      const before = ticketsIn(disk, folder).find((other) => goesBefore(other, { number, name }) && !isCleared(other, lock));
      if (before === undefined) return act();
      if (waitedMs >= PATIENCE_MS) throw held(lock, before);
      await pause(pauseMs);
      waitedMs += pauseMs;
    }
  } finally {
    remove(disk, ticket);
    if (lock.leavesNothing === true) removeFolder(disk, folder);
  }
}

interface Ticket {
  readonly path: string;
  /** 0 of one that is still choosing. */
  readonly number: number;
  readonly name: string;
  readonly owner: Owner;
}

function ticketsIn(disk: Disk, folder: string): Ticket[] {
  return disk.readdirSync(folder).flatMap((file) => {
    const [first = "", host, pid, startedAt, nth] = file.split("~");
    if (host === undefined || pid === undefined || startedAt === undefined || nth === undefined) return [];
    const number = first === CHOOSING ? 0 : Number(first);
    return [{ path: join(folder, file), number, name: file.slice(first.length + 1), owner: { host, pid: Number(pid), startedAt } }];
  });
}

function goesBefore(other: Ticket, { number, name }: Pick<Ticket, "number" | "name">): boolean {
  if (other.name === name) return false;
  return other.number < number || (other.number === number && other.name < name);
}

/** Whether a ticket's owner is dead; its file is taken away then. */
function isCleared({ path, owner }: Ticket, { disk, me }: TicketLock): boolean {
  if (owner.host === me.host ? isAlive(owner) : ageOf(disk, path) < DEAD_AFTER_MS) return false;
  remove(disk, path);
  return true;
}

/** Of a file that is gone since it was seen: none. */
function ageOf(disk: Disk, path: string): number {
  try {
    return Date.now() - disk.statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function make(disk: Disk, path: string): void {
  for (let time = 1; ; time += 1) {
    try {
      disk.closeSync(disk.openSync(path, "wx"));
      return;
    } catch (error) {
      // Not made yet, or whoever was last has just taken the folder away.
      if (!isMissing(error) || time === 100) throw error;
      disk.mkdirSync(dirname(path), { recursive: true });
    }
  }
}

function remove(disk: Disk, path: string): void {
  try {
    disk.unlinkSync(path);
  } catch {
    // It is gone already.
  }
}

/** Fails as long as others have their files there, and is then theirs to do. */
function removeFolder(disk: Disk, folder: string): void {
  try {
    disk.rmdirSync(folder);
  } catch {
    // Somebody else needs it.
  }
}

function held({ folder, what, code }: TicketLock, { owner }: Ticket): StagewrightError {
  return new StagewrightError(code, `process ${owner.pid} on ${owner.host} has held ${what} for half a minute`, {
    hint: "it may have been stopped: let it go on, or end it",
    place: folder,
  });
}
