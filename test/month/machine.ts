import { type Disk, type Owner, realDisk, thisProcess } from "../../src/store/index.js";
import type { Chance } from "./chance.js";
import type { MonthTime } from "./month-time.js";

/** Thrown by the disk of a process that was killed: nobody hears it. */
export class Killed extends Error {}

/** Nothing is synced: a killed process loses nothing that it has written, and a month writes often. */
const unsynced: Disk = { ...realDisk, fsyncSync: () => {}, fdatasyncSync: () => {} };

const WRITES: ReadonlySet<string | symbol> = new Set<keyof Disk>(["openSync", "mkdirSync", "renameSync", "unlinkSync", "writeSync"]);

/** A process of the month: all that it does goes through its disk and its timers, and ends with it. */
export interface Life {
  readonly me: Owner;
  readonly disk: Disk;
  readonly isDead: boolean;
  readonly setTimer: MonthTime["setTimer"];
  readonly pause: () => Promise<void>;
  /** Whether a text names a process that is gone: of all that there were one is alive. */
  readonly isGone: (process: string) => boolean;
  /** What it waits for never comes once it is dead. */
  readonly alive: <T>(given: Promise<T>) => Promise<T>;
  /** Dies at the n-th write from now on; half of what it writes then is on the disk. */
  dieAtWrite(nth: number): void;
  /** Dies at once. */
  kill(): void;
}

/** One machine: the disk outlives the processes. */
export interface Machine {
  readonly disk: Disk;
  life(): Life;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function machine(time: MonthTime, luck: Chance): Machine {
  const { host } = thisProcess();
  let lives = 0;
  /** How often anything was done; while it rises something is under way. */
  let done = 0;

  const counted = new Proxy(unsynced, {
    get: (real, name) => {
      const operation: unknown = Reflect.get(real, name);
      if (typeof operation !== "function") return operation;
      return (...given: unknown[]) => {
        done += 1;
        return Reflect.apply(operation, undefined, given);
      };
    },
  });

  const life = (): Life => {
    lives += 1;
    // No process of the system has such a number: whoever asks is told that it is gone.
    const me = { host, pid: 90_000_000 + lives, startedAt: `month.${lives}` };
    const self = `${me.host}~${me.pid}~${me.startedAt}`;
    let isDead = false;
    let writesLeft = Number.POSITIVE_INFINITY;
    const disk = new Proxy(counted, {
      get: (real, name) => {
        const operation: unknown = Reflect.get(real, name);
        if (typeof operation !== "function") return operation;
        return (...given: unknown[]) => {
          if (isDead) throw new Killed();
          if (WRITES.has(name)) writesLeft -= 1;
          if (writesLeft > 0) return Reflect.apply(operation, undefined, given);
          isDead = true;
          const [fd, bytes] = given;
          if (name === "writeSync" && bytes instanceof Uint8Array && luck.is(0.5)) {
            unsynced.writeSync(Number(fd), bytes, 0, Math.floor(bytes.length / 2));
          }
          throw new Killed();
        };
      },
    });
    return {
      me,
      disk,
      get isDead() {
        return isDead;
      },
      setTimer: (ms, then) => (isDead ? { stop: () => {} } : time.setTimer(ms, () => void (isDead || then()))),
      pause: async () => {
        done += 1;
        await new Promise<void>((resolve) => setImmediate(resolve));
      },
      isGone: (process) => process !== self,
      alive: async (given) => {
        const value = await given;
        return isDead ? await new Promise<never>(() => {}) : value;
      },
      dieAtWrite: (nth) => {
        writesLeft = nth;
      },
      kill: () => {
        isDead = true;
      },
    };
  };

  return {
    disk: counted,
    life,
    settled: async () => {
      for (let before = -1; before !== done; ) {
        before = done;
        for (let time = 0; time < 3; time += 1) await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}
