import type { RunState } from "../core/index.js";
import { StagewrightError } from "../dsl/index.js";
import { readRun } from "../runner/index.js";
import type { Store } from "../store/index.js";
import { didYouMean } from "./nearest.js";

/** A run by its name, the beginning of it, the letters at its end, or `last`: the newest that is no child. */
export async function findRun(store: Store, given: string): Promise<string> {
  const runs = await store.runs();
  if (runs.includes(given)) return given;
  if (given === "last") return lastRun(store, runs);
  const matching = matches(runs, given);
  // A child's name begins with its parent's: "ab" means the parent, not one of the two.
  const only = matching.find((run) => matching.every((other) => other === run || other.startsWith(`${run}.`)));
  if (only !== undefined) return only;
  if (matching.length > 1) {
    throw new StagewrightError("usage/run", `"${given}" may be any of ${matching.length} runs`, {
      hint: `give more of the name: ${matching.map((run) => `"${run}"`).join(", ")}`,
      place: store.title,
    });
  }
  throw new StagewrightError("usage/run", `there is no run "${given}"`, {
    hint: didYouMean(given, runs, `there are no runs in "${store.title}": --store names another place`),
    place: store.title,
  });
}

function matches(runs: readonly string[], given: string): readonly string[] {
  if (given === "") return [];
  const beginning = runs.filter((run) => run.startsWith(given));
  // Runs of one pipeline and day begin alike: the letters at the end tell them apart.
  return beginning.length > 0 ? beginning : runs.filter((run) => run.slice(run.lastIndexOf("-") + 1).startsWith(given));
}

async function lastRun(store: Store, runs: readonly string[]): Promise<string> {
  const started: { readonly run: string; readonly at: string }[] = [];
  for (const run of runs) {
    const state = await stateOrDamage(store, run);
    if (!(state instanceof Error) && state.started !== undefined && state.started.parent === undefined) {
      started.push({ run, at: state.started.at });
    }
  }
  const last = started.sort((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
  if (last) return last.run;
  throw new StagewrightError("usage/run", `there are no runs in "${store.title}"`, { hint: "`stagewright run <pipeline>` starts one" });
}

/** One damaged journal must not hide the other runs. */
export async function stateOrDamage(store: Store, run: string): Promise<RunState | Error> {
  try {
    return (await readRun(store, run)).state;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
