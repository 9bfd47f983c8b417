import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent } from "../src/core/index.js";
import { startRun } from "../src/runner/index.js";
import { fileStore, type Store } from "../src/store/index.js";
import { chain } from "./chain.js";
import { inFolder, type Measure, type Measured, median, msOf } from "./measure.js";

const STAGES = 500;
const TIMES = 15;
/** Runs that do not count: the compiler of the engine has to see the code first. */
const WARM_UP = 3;

/** What a stage costs that does nothing, durable, against an append and a sync of the same bytes and nothing else. */
export const stageCost: Measure = async () => [
  ...(await stageAgainstAppend({ what: "durable stage, empty", output: null, most: 1.2 })),
  ...(await stageAgainstAppend({ what: "durable stage with 2 KB of output", output: { text: "word ".repeat(409) }, most: 1.5 })),
];

async function stageAgainstAppend({ what, output, most }: { what: string; output: unknown; most: number }): Promise<readonly Measured[]> {
  return inFolder(async (folder) => {
    const pipeline = chain(STAGES, output);
    const files = fileStore(join(folder, "runs"));
    let runs = 0;
    let committed = 0;
    let bytesOfStage = 0;
    // The lease is given back when all is committed; what release still writes are the files for people.
    const store: Store = {
      ...files,
      lease: async (run, options) => {
        const lease = await files.lease(run, options);
        return {
          ...lease,
          release: () => {
            committed = performance.now();
            return lease.release();
          },
        };
      },
    };
    const pairs: { readonly commit: number; readonly whole: number; readonly raw: number }[] = [];
    const once = async () => {
      runs += 1;
      const run = `run-${runs}`;
      let start = 0;
      const onEvent = ({ type }: RunEvent) => {
        if (start === 0 && type === "stage-started") start = performance.now();
      };
      await startRun(pipeline, { store, run, input: {}, adapters: [], onEvent });
      const end = performance.now();
      const lines = readFileSync(join(folder, "runs", run, "journal.jsonl"), "utf8").split("\n");
      bytesOfStage = Math.round(lines.slice(1, -2).join("\n").length / STAGES);
      const raw = await msOf(() => appends(join(folder, `raw-${runs}`), bytesOfStage));
      pairs.push({ commit: committed - start, whole: end - start, raw });
    };
    for (let time = 0; time < WARM_UP + TIMES; time += 1) await once();
    pairs.splice(0, WARM_UP);
    const raw = `${us(median(pairs.map((pair) => pair.raw)))} µs an append and sync of ${bytesOfStage} bytes`;
    const against = (of: "commit" | "whole") => ({
      ratio: median(pairs.map((pair) => pair[of] / pair.raw)),
      detail: `${us(median(pairs.map((pair) => pair[of])))} µs a stage, ${raw}`,
    });
    return [
      { what: `${what}, against a raw append and sync`, most, ...against("commit") },
      { what: `${what} and its files for people, against the same`, ...against("whole") },
    ];
  });
}

function appends(path: string, bytes: number): void {
  const fd = openSync(path, "a");
  const block = Buffer.alloc(bytes, "x");
  for (let count = 0; count < STAGES; count += 1) {
    writeSync(fd, block);
    fdatasyncSync(fd);
  }
  closeSync(fd);
}

function us(ms: number): number {
  return Math.round((ms / STAGES) * 1_000);
}
