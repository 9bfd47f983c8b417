import { type AnyPipeline, type AnyStage, asksModel, StagewrightError } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { implementationOf } from "./attempt-context.js";
import { readRun } from "./read-run.js";
import type { Settings } from "./runner-options.js";

/** The pipelines that a stage nests: one of `each` and `run`, one for each kind of task of `tasks`. */
export function nestedIn(stage: AnyStage): readonly AnyPipeline[] {
  // Only the factories `each`, `run` and `tasks` set these, to pipelines.
  const { pipeline, kinds } = stage.settings as { pipeline?: AnyPipeline; kinds?: Readonly<Record<string, AnyPipeline>> };
  return [...new Set([...(pipeline ? [pipeline] : []), ...Object.values(stage.kind === "tasks" ? (kinds ?? {}) : {})])];
}

/** The pipeline of a child run that a stage started. */
export async function pipelineOfChild(store: Store, pipeline: AnyPipeline, stage: string, child: string): Promise<AnyPipeline | undefined> {
  const nested = pipeline.stages.filter(({ name }) => name === stage).flatMap(nestedIn);
  if (nested.length < 2) return nested[0];
  const { state } = await readRun(store, child);
  return nested.find(({ name }) => name === state.pipeline);
}

/** The names of the adapters that a pipeline and those that it nests use, `model` among them where one is asked. */
export function adaptersOf(pipeline: AnyPipeline): ReadonlySet<string> {
  const names = new Set<string>();
  for (const stage of pipeline.stages) {
    if (asksModel(stage)) names.add("model");
    for (const { adapter } of Object.values(stage.uses)) names.add(adapter);
    for (const nested of nestedIn(stage)) for (const name of adaptersOf(nested)) names.add(name);
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
