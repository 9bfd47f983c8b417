import { type AdapterRef, type AnyPipeline, type AnyStage, asksModel } from "../dsl/index.js";
import { model } from "../model/index.js";
import { nestedIn } from "../runner/index.js";

/** A pipeline and all that are nested in it, each once. */
export function pipelinesIn(pipeline: AnyPipeline, seen: Set<AnyPipeline> = new Set()): readonly AnyPipeline[] {
  if (seen.has(pipeline)) return [];
  seen.add(pipeline);
  const nested = pipeline.stages.flatMap(nestedIn);
  return [pipeline, ...nested.flatMap((one) => pipelinesIn(one, seen))];
}

export function adaptersOfStage(stage: AnyStage): readonly AdapterRef[] {
  return [...Object.values(stage.uses), ...(asksModel(stage) ? [model] : [])];
}

/** Every adapter that a pipeline and its nested ones use, each once, by name. */
export function adaptersUsed(pipeline: AnyPipeline): ReadonlyMap<string, AdapterRef> {
  const stages = pipelinesIn(pipeline).flatMap((one) => one.stages);
  return new Map(stages.flatMap(adaptersOfStage).map((reference) => [reference.adapter, reference]));
}
