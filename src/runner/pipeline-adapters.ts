import { type AnyPipeline, type AnyStage, asksModel, StagewrightError } from "../dsl/index.js";
import { implementationOf } from "./attempt-context.js";
import type { Settings } from "./runner-options.js";

/** The pipeline that a stage nests. */
function nestedIn(stage: AnyStage): AnyPipeline | undefined {
  // Only the factories `each` and `run` set this, to a pipeline.
  return stage.settings.pipeline as AnyPipeline | undefined;
}

/** The pipeline that the stage of that name nests, if it does. */
export function nestedPipeline(pipeline: AnyPipeline, stage: string): AnyPipeline | undefined {
  const found = pipeline.stages.find(({ name }) => name === stage);
  return found && nestedIn(found);
}

/** The names of the adapters that a pipeline and those that it nests use, `model` among them where one is asked. */
export function adaptersOf(pipeline: AnyPipeline): ReadonlySet<string> {
  const names = new Set<string>();
  for (const stage of pipeline.stages) {
    if (asksModel(stage)) names.add("model");
    for (const { adapter } of Object.values(stage.uses)) names.add(adapter);
    const nested = nestedIn(stage);
    if (nested) for (const name of adaptersOf(nested)) names.add(name);
  }
  return names;
}

/** Better said before anything has run than in the middle. */
export function assertAdapters(pipeline: AnyPipeline, settings: Settings): void {
  for (const name of adaptersOf(pipeline)) {
    try {
      implementationOf(settings, name);
    } catch (cause) {
      throw new StagewrightError("run/adapters", `pipeline "${pipeline.name}" uses adapter "${name}", and nothing stands behind it`, {
        hint: `hand in an implementation or a recording of "${name}"`,
        cause,
      });
    }
  }
}
