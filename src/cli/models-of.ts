import type { ModelWorld } from "../config/index.js";
import type { AnyImplementation } from "../dsl/index.js";
import { describeModel, models } from "../model/index.js";
import type { LoadedConfig } from "./load-config.js";

/** What asks models, and what their names stand for. */
interface ModelsOf {
  readonly models: AnyImplementation;
  /** @throws StagewrightError `model/…` for a name that stands for nothing. */
  readonly textOf: (name: string) => string;
}

/** By a config, or as models are asked without one: then nothing of what a config is made of is loaded. */
export async function modelsOf({ config, file }: LoadedConfig, world: ModelWorld): Promise<ModelsOf> {
  if (file === undefined) return { models: models(world), textOf: describeModel };
  const { configuredModels, modelText } = await import("../config/index.js");
  return { models: configuredModels(config, world), textOf: (name) => modelText(name, config) };
}
