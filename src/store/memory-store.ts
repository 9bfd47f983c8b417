import { StagewrightError } from "../dsl/index.js";
import { sha256 } from "./journal-line.js";
import type { Lease, Store } from "./store.js";

interface MemoryRun {
  readonly lines: string[];
  readonly blobs: Map<string, string>;
  readonly derived: Map<string, string>;
  isLeased: boolean;
}

/** Keeps runs in memory: for tests, and for runs that nobody needs to find again. */
export interface MemoryStore extends Store {
  /** The derived files of a run, by path. */
  derived(run: string): ReadonlyMap<string, string>;
}

export function memoryStore(): MemoryStore {
  const runs = new Map<string, MemoryRun>();
  const find = (run: string): MemoryRun => {
    const found = runs.get(run);
    if (found) return found;
    throw new StagewrightError("store/no-run", `there is no run "${run}" in memory`);
  };
  return {
    title: "memory",
    runs: async () => [...runs.keys()].sort(),
    read: async (run) => ({ lines: [...find(run).lines], torn: undefined }),
    stamp: async (run) => String(find(run).lines.length),
    getBlob: async (run, hash) => {
      const text = find(run).blobs.get(hash);
      if (text !== undefined) return text;
      throw new StagewrightError("blob/missing", `run "${run}" has no blob ${hash}`);
    },
    owner: async (run) => (runs.get(run)?.isLeased ? { host: "memory", pid: process.pid, startedAt: "now" } : undefined),
    derived: (run) => find(run).derived,
    remove: async (run) => {
      if (find(run).isLeased) throw leased(run);
      runs.delete(run);
    },
    lease: async (run, { mustExist = false } = {}) => {
      const kept = (mustExist ? find(run) : runs.get(run)) ?? { lines: [], blobs: new Map(), derived: new Map(), isLeased: false };
      if (kept.isLeased) throw leased(run);
      kept.isLeased = true;
      runs.set(run, kept);
      return memoryLease(kept);
    },
  };
}

function leased(run: string): StagewrightError {
  return new StagewrightError("store/leased", `run "${run}" is being written by this process`, { hint: "wait until it has ended" });
}

function memoryLease(run: MemoryRun): Lease {
  return {
    append: async (lines) => void run.lines.push(...lines),
    putBlob: async (text) => {
      const hash = sha256(text);
      run.blobs.set(hash, text);
      return hash;
    },
    derive: ({ path, text }) => void run.derived.set(path, text()),
    readDerived: async (path) => run.derived.get(path),
    release: async () => {
      run.isLeased = false;
    },
  };
}
