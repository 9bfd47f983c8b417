import { isStagewrightError } from "../dsl/index.js";
import { LaneSettings, openLanes } from "../lanes/index.js";
import { openRegistry, RegistrySettings } from "../registry/index.js";
import { type KnownRun, type RetentionRules, runsToPrune } from "../retention/index.js";
import type { Store } from "../store/index.js";
import { jobStore } from "../triggers/index.js";
import { stateOrDamage } from "./find-run.js";

/** Takes runs off the disk that ended long enough ago. */
export interface Pruner {
  /** Those that the rules let go, a tree of runs each, children first. Of one pipeline alone, where it is named. */
  due(rules: RetentionRules, how?: { readonly pipeline?: string | undefined }): Promise<readonly (readonly string[])[]>;
  /** Removes them, and gives the names of those that are gone; a tree that somebody has gone on with meanwhile stays. */
  remove(trees: readonly (readonly string[])[]): Promise<readonly string[]>;
}

type Read = Pick<KnownRun, "run" | "pipeline" | "endedAt" | "parent">;

const ENDED = new Set(["done", "failed", "cancelled"]);

export function runPruner({ store, root }: { readonly store: Store; readonly root: string }, now: () => Date): Pruner {
  /** Each run is read once, as long as nothing is added to it. */
  const seen = new Map<string, { readonly stamp: string; readonly read: Read }>();
  const none = () => [];
  const registry = openRegistry(root, { settings: () => RegistrySettings.parse({}), agents: none, models: none, now, newId: () => "" });
  const lanes = openLanes(root, { settings: () => LaneSettings.parse({}), now });
  const jobs = jobStore(root);

  const read = async (run: string): Promise<Read> => {
    const stamp = await store.stamp(run);
    const before = seen.get(run);
    if (before?.stamp === stamp) return before.read;
    const state = await stateOrDamage(store, run);
    // One that cannot be read is for a person to look at.
    if (state instanceof Error) return { run, pipeline: "" };
    const { pipeline, started, at } = state;
    const made = { run, pipeline, parent: started?.parent?.run, endedAt: ENDED.has(state.status) ? at : undefined };
    seen.set(run, { stamp, read: made });
    return made;
  };

  /** What lies in a lane, lives in the registry or has not been told there, or is asked for by the clock. */
  const needed = (): ((run: string) => boolean) => {
    const { places } = lanes.log.read();
    const inLanes = new Set([...places.keys()].map((item) => item.replace(/\+.*$/, "")));
    const { live, queues, givenUp } = registry.log.read();
    const told = new Set([...queues.values()].flatMap((ids) => [...ids]));
    const fired = new Set([...jobs.read().values()].flatMap(({ running }) => running?.run ?? []));
    return (run) => [inLanes, live, told, givenUp, fired].some((runs) => runs.has(run));
  };

  return {
    due: async (rules, { pipeline } = {}) => {
      const runs = await store.runs();
      const there = new Set(runs);
      for (const run of seen.keys()) if (!there.has(run)) seen.delete(run);
      const isNeeded = needed();
      const known: KnownRun[] = [];
      for (const run of runs) {
        const { parent = registry.get(run)?.parent, ...rest } = await read(run);
        known.push({ ...rest, parent, isNeeded: isNeeded(run) });
      }
      const pipelineOf = new Map(known.map((one) => [one.run, one.pipeline]));
      const trees = runsToPrune(known, { rules, now: now() });
      return pipeline === undefined ? trees : trees.filter((tree) => pipelineOf.get(tree.at(-1) ?? "") === pipeline);
    },
    remove: async (trees) => {
      const gone: string[] = [];
      for (const tree of trees) {
        try {
          for (const run of tree) {
            await store.remove(run);
            gone.push(run);
          }
        } catch (error) {
          // Somebody goes on with it, or has taken it away as well.
          if (!isStagewrightError(error) || (error.code !== "store/leased" && error.code !== "store/no-run")) throw error;
        }
      }
      return gone;
    },
  };
}
