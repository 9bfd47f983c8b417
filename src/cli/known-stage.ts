import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { didYouMean } from "./nearest.js";

/** Throws `run/stage`, which names the nearest, for a stage that the pipeline does not have. */
export function assertStage(pipeline: AnyPipeline, name: string): void {
  const names = pipeline.stages.map((stage) => stage.name);
  if (names.includes(name)) return;
  throw new StagewrightError("run/stage", `pipeline "${pipeline.name}" has no stage "${name}"`, {
    hint: didYouMean(name, names, "it has no stages"),
  });
}
