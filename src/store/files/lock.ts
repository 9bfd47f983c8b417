import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StagewrightError } from "../../dsl/index.js";
import type { Owner } from "../store.js";
import { codeOf, type Disk } from "./disk.js";
import { isAlive, ownerIn, ownerText, thisProcess } from "./process-identity.js";

/**
 * One writer for a run, by files:
 *
 * L1. A claim is an empty file in `lock/` whose name says who made it; making it is one atomic step.
 * L2. Whoever has made a claim looks at the others after it. A live one means: withdraw. So of two that claim at once,
 *     the later sees the earlier, and never do both go on.
 * L3. A claim whose owner is dead counts for nothing and is cleared away. On this host the process table tells; of
 *     another host's owner its heartbeat does (the file's time).
 */
const HEARTBEAT_MS = 10_000;
const DEAD_AFTER_MS = 60_000;
/** Two that claim at the same moment both withdraw, and try again at different times. */
const CONTENTION_MS = 1_000;
const TRIES = 4;

export interface Lock {
  release(): void;
}

export async function takeLock(disk: Disk, folder: string, run: string): Promise<Lock> {
  const lock = join(folder, "lock");
  const claim = join(lock, ownerText(thisProcess()));
  for (let tryNumber = 1; ; tryNumber += 1) {
    const other = claimOrFindOwner(disk, lock, claim);
    if (other === undefined) break;
    if (other.ageMs > CONTENTION_MS || tryNumber === TRIES) throw leased(run, other.owner);
    await wait(10 * tryNumber + Math.random() * 40);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    try {
      disk.utimesSync(claim, now, now);
    } catch {
      // The claim is gone: nothing to keep alive.
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release: () => {
      clearInterval(heartbeat);
      remove(disk, claim);
    },
  };
}

/** The live process that holds a claim. */
export function lockOwner(disk: Disk, folder: string): Owner | undefined {
  return claimsIn(disk, join(folder, "lock")).find((claim) => isLive(claim))?.owner;
}

interface Claim {
  readonly path: string;
  readonly owner: Owner;
  readonly ageMs: number;
}

/** Makes the claim (L1) and looks at the others (L2, L3): the live one that stands in the way, if there is one. */
function claimOrFindOwner(disk: Disk, lock: string, claim: string): Claim | undefined {
  disk.mkdirSync(lock, { recursive: true });
  try {
    disk.closeSync(disk.openSync(claim, "wx"));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return { path: claim, owner: thisProcess(), ageMs: Number.POSITIVE_INFINITY };
  }
  for (const other of claimsIn(disk, lock)) {
    if (other.path === claim) continue;
    if (isLive(other)) {
      remove(disk, claim);
      return other;
    }
    remove(disk, other.path);
  }
  return undefined;
}

function claimsIn(disk: Disk, lock: string): Claim[] {
  if (!disk.existsSync(lock)) return [];
  return disk.readdirSync(lock).flatMap((name) => {
    const owner = ownerIn(name);
    if (owner === undefined) return [];
    const path = join(lock, name);
    const ageMs = ageOf(disk, path);
    return ageMs === undefined ? [] : [{ path, owner, ageMs }];
  });
}

/** `undefined` for a claim that was given up since the folder was read: it stands in nobody's way. */
function ageOf(disk: Disk, path: string): number | undefined {
  try {
    return Date.now() - disk.statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function isLive({ owner, ageMs }: Claim): boolean {
  return owner.host === thisProcess().host ? isAlive(owner) : ageMs < DEAD_AFTER_MS;
}

function remove(disk: Disk, path: string): void {
  try {
    disk.unlinkSync(path);
  } catch {
    // Another process has cleared it away.
  }
}

function leased(run: string, owner: Owner): StagewrightError {
  return new StagewrightError("store/leased", `run "${run}" is being written by process ${owner.pid} on ${owner.host}`, {
    hint: `wait until it has ended, or end it with \`stagewright cancel ${run}\``,
  });
}
