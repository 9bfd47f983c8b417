import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One line of the table. A ratio compares two things that were done in turn, in one process, on one disk. */
export interface Measured {
  readonly what: string;
  readonly ratio: number;
  /** The ratio that is not to be passed; none where there is only something to know. */
  readonly most?: number;
  readonly detail: string;
}

/** What could not be measured, and why. */
export interface Skipped {
  readonly what: string;
  readonly skipped: string;
}

export type Measure = () => Promise<readonly (Measured | Skipped)[]>;

/** Does both `times` times, in turn, so that whatever else the machine does slows both down alike. Times in ms. */
export async function inTurn(
  times: number,
  ours: Timed,
  theirs: Timed,
): Promise<{ readonly ratio: number; readonly oursMs: number; readonly theirsMs: number }> {
  const all: { readonly ours: number; readonly theirs: number }[] = [];
  for (let time = 0; time < times; time += 1) all.push({ ours: await ours(), theirs: await theirs() });
  return {
    ratio: median(all.map((pair) => pair.ours / pair.theirs)),
    oursMs: median(all.map((pair) => pair.ours)),
    theirsMs: median(all.map((pair) => pair.theirs)),
  };
}

/** Does something and gives how many ms of it count. */
export type Timed = () => Promise<number> | number;

export async function msOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What the work takes of the processor, in this process and its threads. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Gives `work` a folder on the disk, and clears it away after. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "stagewright-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
