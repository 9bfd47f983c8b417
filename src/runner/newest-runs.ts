import type { Store } from "../store/index.js";
import type { ReadRun } from "./read-run.js";
import { readableRun } from "./readable-run.js";

/** Where a pipeline is nested, its runs do not carry its name: so many runs are read for each one that is wanted. */
const LOOKS_FOR_EACH = 5;

/**
 * The newest runs of a pipeline that can be read, newest first, at most so many; also those that another run started.
 *
 * How new a run is, is read from its name: the day is exact, within a day the order is by chance. A run that was given a
 * name of its own is not found. So only the names are listed of the whole store, and what is read grows with `most` alone.
 */
export async function* newestRuns(store: Store, pipeline: string, most: number): AsyncGenerator<ReadRun> {
  let found = 0;
  const runs = candidates(await store.runs(), pipeline).slice(0, most * LOOKS_FOR_EACH);
  for (const run of runs) {
    if (found === most) return;
    const read = await readableRun(store, run);
    if (read?.state.pipeline !== pipeline) continue;
    found += 1;
    yield read;
  }
}

/** Its own runs by their names, then every child run, which may be one of it. */
function candidates(runs: readonly string[], pipeline: string): readonly string[] {
  const own: Dated[] = [];
  const children: Dated[] = [];
  for (const run of runs) {
    const [, name, day = "", child] = /^(.+?)-(\d{8}-[a-z0-9]{6})(\..+)?$/.exec(run) ?? [];
    if (child !== undefined) children.push({ run, day });
    else if (name === pipeline) own.push({ run, day });
  }
  return [own, children].flatMap((some) => some.sort((a, b) => (a.day < b.day ? 1 : -1)).map(({ run }) => run));
}

interface Dated {
  readonly run: string;
  /** The day and what tells the runs of one day apart, as they stand in its name. */
  readonly day: string;
}
