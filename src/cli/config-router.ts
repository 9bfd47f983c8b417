import type { Config } from "../config/index.js";
import { type Reliability, type Router, router } from "../routing/index.js";
import { failureRate } from "../runner/index.js";
import type { OpenStore } from "./open-store.js";

/** The router of a config, which goes by the runs and the probes of a store; nothing where the config has no routes. */
export function configRouter({ routes, models = {} }: Config, { store, root }: OpenStore): Router | undefined {
  if (routes === undefined) return undefined;
  return router(routes, {
    failureRateOf: async (pipeline, stage) => (await failureRate(store, { pipeline, stage })).rate,
    reliabilityOf: (name) => probed(root, (Object.hasOwn(models, name) ? models[name]?.model : undefined) ?? name),
  });
}

/** A probe is of a model, whatever its short name: two of them may stand for one. */
async function probed(root: string, model: string): Promise<Reliability | undefined> {
  const { probeFiles } = await import("../probe/index.js");
  const found = await probeFiles(root).read(model);
  if (found === undefined) return undefined;
  const { passed, calls, at } = found;
  return { passed, why: `${calls.right} of ${calls.of} were right when it was probed on ${at.slice(0, 10)}` };
}
