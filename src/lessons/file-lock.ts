import { join } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import { type Disk, isAlive, type Owner } from "../store/index.js";

/**
 * One writer of a lessons file at a time, over all processes of a machine. Each makes a claim, a file of its own in the
 * folder `<file>.lock`, and looks at the others after it: so of two that claim at once the later sees the earlier. Who
 * sees a living one takes its claim back and tries again a moment later; the claim of a dead one is cleared away.
 */
export interface LockWorld {
  readonly disk: Disk;
  readonly me: Owner;
  /** Waits for so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly random: () => number;
}

/** Whoever holds the lock writes a few lines or puts a file in order: that takes milliseconds, seconds at most. */
const PATIENCE_MS = 30_000;
const LONGEST_PAUSE_MS = 25;
/** What another machine left in a shared folder cannot be asked whether it lives. */
const DEAD_AFTER_MS = 60_000;

let claims = 0;

/** Runs `act`, which must not wait for anything, while nobody else does. @throws StagewrightError `lessons/locked`. */
export async function withLock<T>(folder: string, world: LockWorld, act: () => T): Promise<T> {
  claims += 1;
  const { me, disk, pause, random } = world;
  const claim = join(folder, `${me.host}~${me.pid}~${me.startedAt}~${claims}`);
  for (let waitedMs = 0; ; ) {
    const holder = claimed(folder, claim, world);
    if (holder === undefined) break;
    if (waitedMs > PATIENCE_MS) {
      throw new StagewrightError("lessons/locked", `process ${holder.pid} on ${holder.host} has been writing for half a minute`, {
        hint: "it may have been stopped: let it go on, or end it",
        place: folder,
      });
    }
    // At different times, so that two that met do not meet again.
    const ms = 1 + random() * LONGEST_PAUSE_MS;
    await pause(ms);
    waitedMs += ms;
  }
  try {
    return act();
  } finally {
    quietly(() => disk.unlinkSync(claim));
    // Fails as long as others have their claims there, and is then theirs to do.
    quietly(() => disk.rmdirSync(folder));
  }
}

/** Makes the claim, and gives the living owner of another one, where there is one. */
function claimed(folder: string, claim: string, { disk, me }: LockWorld): Owner | undefined {
  makeClaim(disk, folder, claim);
  for (const name of disk.readdirSync(folder)) {
    const path = join(folder, name);
    if (path === claim) continue;
    const [host, pid, startedAt, nth] = name.split("~");
    if (host === undefined || pid === undefined || startedAt === undefined || nth === undefined) continue;
    const owner = { host, pid: Number(pid), startedAt };
    const lives = host === me.host ? isAlive(owner) : ageMsOf(disk, path) < DEAD_AFTER_MS;
    quietly(() => disk.unlinkSync(lives ? claim : path));
    if (lives) return owner;
  }
  return undefined;
}

function makeClaim(disk: Disk, folder: string, claim: string): void {
  for (let time = 1; ; time += 1) {
    try {
      disk.mkdirSync(folder, { recursive: true });
      disk.closeSync(disk.openSync(claim, "wx"));
      return;
    } catch (error) {
      // Whoever was last has just taken the folder away.
      if (!isMissing(error) || time === 100) throw error;
    }
  }
}

function ageMsOf(disk: Disk, path: string): number {
  try {
    return Date.now() - disk.statSync(path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // It is gone already, or still needed by others.
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
