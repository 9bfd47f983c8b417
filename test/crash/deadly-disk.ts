import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Disk, realDisk } from "../../src/store/index.js";

/** Where a process is to die: before its n-th step, or with its n-th write half done. Steps and writes count from 1. */
export interface Death {
  readonly at: "step" | "write";
  readonly number: number;
}

export interface DeadlyDisk {
  readonly disk: Disk;
  /** One step that is none of the disk's. */
  step(): void;
  readonly steps: number;
}

/** These leave the files as they are: to die before one of them is to die before the next change, which counts. */
const CHANGES_NOTHING: ReadonlySet<string | symbol> = new Set<keyof Disk>([
  "closeSync",
  "existsSync",
  "fdatasyncSync",
  "fstatSync",
  "fsyncSync",
  "readFileSync",
  "readSync",
  "readdirSync",
  "statSync",
]);

/** A killed process loses nothing that it has written, synced or not: so that many can be killed, nothing is synced. */
export const unsynced: Disk = { ...realDisk, fsyncSync: () => {}, fdatasyncSync: () => {} };

/** A real disk under which the process is killed, by SIGKILL, at one operation. */
export function deadlyDisk(death: Death): DeadlyDisk {
  const done = { step: 0, write: 0 };
  const isNow = (kind: Death["at"]): boolean => {
    done[kind] += 1;
    return death.at === kind && death.number === done[kind];
  };
  const step = () => {
    if (isNow("step")) die();
  };
  const halfWrite = (fd: number, bytes: unknown) => {
    if (!isNow("write") || !(bytes instanceof Uint8Array)) return;
    realDisk.writeSync(fd, bytes, 0, Math.floor(bytes.length / 2));
    die();
  };
  /** A file that is to be put into place whole is first written beside it. */
  const halfReplace = (path: string, text: string, ending: string) => {
    if (!isNow("write")) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}${ending}`, text.slice(0, text.length / 2));
    die();
  };
  const disk = new Proxy(unsynced, {
    get: (real, name) => {
      const operation: unknown = Reflect.get(real, name);
      if (typeof operation !== "function" || CHANGES_NOTHING.has(name)) return operation;
      return (...given: unknown[]) => {
        step();
        if (name === "writeSync") halfWrite(Number(given[0]), given[1]);
        if (name === "replace") halfReplace(String(given[0]), String(given[1]), ".1234567890");
        if (name === "place") halfReplace(String(given[0]), String(given[1]), ".new");
        return Reflect.apply(operation, undefined, given);
      };
    },
  });
  return {
    disk,
    step,
    get steps() {
      return done.step;
    },
  };
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal comes before another instruction can do harm, but nobody promises that.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
