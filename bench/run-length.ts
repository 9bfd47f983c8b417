import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { startRun } from "../src/runner/index.js";
import { type Disk, fileStore } from "../src/store/index.js";
import { chain } from "./chain.js";
import { inFolder, inTurn, type Measure, msOf } from "./measure.js";
import { unsynced } from "./unsynced.js";

const SHORT = 1_000;
const LONG = 10_000;
const TIMES = 3;

/** No files for people: how long the disk takes to make thirty thousand of them changes from minute to minute by a factor of four. */
const journalOnly: Disk = { ...unsynced, place: () => {}, replace: () => {} };

/** Whether a run ten times as long costs ten times as much. Nothing is synced: the disk's time would hide what grows. */
export const runLength: Measure = () =>
  inFolder(async (folder) => {
    const pipelines = new Map([SHORT, LONG].map((stages) => [stages, chain(stages, { text: "as it was" })]));
    let runs = 0;
    const on = (disk: Disk) => (stages: number) => {
      runs += 1;
      const options = { store: fileStore(join(folder, "runs"), disk), run: `run-${runs}`, input: {}, adapters: [] };
      return msOf(() => startRun(pipelines.get(stages) ?? chain(stages), options));
    };
    // As many short runs as make up the long one, so that both meet the same moods of the machine.
    const compared = (timed: (stages: number) => Promise<number>) =>
      inTurn(
        TIMES,
        () => timed(LONG),
        async () => {
          let ms = 0;
          for (let time = 0; time < LONG / SHORT; time += 1) ms += await timed(SHORT);
          return (ms * SHORT) / LONG;
        },
      );
    const timed = on(journalOnly);
    await timed(LONG);
    const journal = await compared(timed);
    const whole = await compared(on(unsynced));
    const bytes = async (stages: number) => {
      await on(unsynced)(stages);
      return bytesIn(join(folder, "runs", `run-${runs}`));
    };
    const [long, short] = [await bytes(LONG), await bytes(SHORT)];
    const what = "run of 10,000 stages against 1,000";
    return [
      { what: `${what}, time`, ratio: journal.ratio, most: 11, detail: times(journal) },
      { what: `${what}, time with the files for people`, ratio: whole.ratio, detail: times(whole) },
      { what: `${what}, bytes with all files`, ratio: long / short, most: 11, detail: `${kb(long)} KB, ${kb(short)} KB` },
    ];
  });

function times({ oursMs, theirsMs }: { readonly oursMs: number; readonly theirsMs: number }): string {
  return `${Math.round(oursMs)} ms, ${Math.round(theirsMs)} ms`;
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { path, name }) => sum + statSync(join(path, name)).size, 0);
}

function kb(bytes: number): number {
  return Math.round(bytes / 1_000);
}
