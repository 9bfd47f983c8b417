import { join } from "node:path";
import { rootRun, startRun } from "../src/runner/index.js";
import { type FileStore, fileStore } from "../src/store/index.js";
import { chain } from "./chain.js";
import { inFolder, inTurn, type Measure, msOf } from "./measure.js";
import { unsynced } from "./unsynced.js";

const FEW = 10;
const MANY = 2_000;
const TIMES = 41;

/** Whether a run cares how many others there are. */
export const storeSize: Measure = () =>
  inFolder(async (folder) => {
    const few = await filled(join(folder, "few"), FEW);
    const many = await filled(join(folder, "many"), MANY);
    const against = async (what: string, work: (store: FileStore) => Promise<unknown>, most?: number) => {
      const { ratio, oursMs, theirsMs } = await inTurn(
        TIMES,
        () => msOf(() => work(many)),
        () => msOf(() => work(few)),
      );
      return {
        what: `${what}, ${MANY} runs in the store against ${FEW}`,
        ratio,
        ...(most && { most }),
        detail: `${oursMs.toFixed(2)} ms, ${theirsMs.toFixed(2)} ms`,
      };
    };
    let started = 0;
    const startOne = (store: FileStore) => {
      started += 1;
      return startRun(chain(1), { store, run: `more-${started}`, input: {}, adapters: [] });
    };
    return [
      await against("start of a run", startOne, 1.5),
      await against("finding a run's root", (store) => rootRun(store, "run-1"), 1.5),
      await against("listing the runs", (store) => store.runs()),
    ];
  });

async function filled(root: string, count: number): Promise<FileStore> {
  const pipeline = chain(1);
  const quick = fileStore(root, unsynced);
  for (let number = 1; number <= count; number += 1)
    await startRun(pipeline, { store: quick, run: `run-${number}`, input: {}, adapters: [] });
  return fileStore(root);
}
