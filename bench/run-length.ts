import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { startRun } from "../src/runner/index.js";
import { fileStore } from "../src/store/index.js";
import { chain } from "./chain.js";
import { inFolder, inTurn, type Measure, msOf } from "./measure.js";
import { unsynced } from "./unsynced.js";

const SHORT = 1_000;
const LONG = 10_000;
const TIMES = 3;

/** Whether a run ten times as long costs ten times as much. Nothing is synced: the disk's time would hide what grows. */
export const runLength: Measure = () =>
  inFolder(async (folder) => {
    const store = fileStore(join(folder, "runs"), unsynced);
    const bytes = new Map<number, number>();
    const pipelines = new Map([SHORT, LONG].map((stages) => [stages, chain(stages, { text: "as it was" })]));
    let runs = 0;
    const timed = (stages: number) => async () => {
      const pipeline = pipelines.get(stages) ?? chain(stages);
      runs += 1;
      const run = `run-${runs}`;
      const ms = await msOf(() => startRun(pipeline, { store, run, input: {}, adapters: [] }));
      bytes.set(stages, bytesIn(join(folder, "runs", run)));
      return ms;
    };
    await timed(SHORT)();
    const { ratio, oursMs, theirsMs } = await inTurn(TIMES, timed(LONG), timed(SHORT));
    const [long = 0, short = 0] = [bytes.get(LONG), bytes.get(SHORT)];
    return [
      { what: "run of 10,000 stages against 1,000, time", ratio, most: 11, detail: `${Math.round(oursMs)} ms, ${Math.round(theirsMs)} ms` },
      { what: "run of 10,000 stages against 1,000, bytes", ratio: long / short, most: 11, detail: `${kb(long)} KB, ${kb(short)} KB` },
    ];
  });

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { path, name }) => sum + statSync(join(path, name)).size, 0);
}

function kb(bytes: number): number {
  return Math.round(bytes / 1_000);
}
