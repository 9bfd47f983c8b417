import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startRun } from "../src/runner/index.js";
import { fileStore } from "../src/store/index.js";
import { chain } from "./chain.js";
import { inFolder, type Measure } from "./measure.js";
import { unsynced } from "./unsynced.js";

/** What the heap holds of a run while it is still held: its state grows with its stages, nothing else should. */
export const memory: Measure = () =>
  inFolder(async (folder) => {
    const store = fileStore(join(folder, "runs"), unsynced);
    const heldBy = async (stages: number) => {
      const pipeline = chain(stages, { text: "as it was" });
      const before = heapInUse();
      const outcome = await startRun(pipeline, { store, run: `run-of-${stages}`, input: {}, adapters: [] });
      return { bytes: heapInUse() - before, outcome };
    };
    await heldBy(10);
    const { bytes: short } = await heldBy(1_000);
    const { bytes: long } = await heldBy(10_000);
    const detail = `${(long / 1e6).toFixed(1)} MB, ${(short / 1e6).toFixed(1)} MB`;
    return [{ what: "heap held by a run of 10,000 stages against 1,000", ratio: long / short, detail }];
  });

function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}
