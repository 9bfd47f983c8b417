import type { StageTarget } from "../../agents/index.js";
import type { AnyPipeline } from "../../dsl/index.js";
import { nestedIn } from "../../runner/index.js";
import { findPipeline, type LoadedPipeline, loadPipeline, pipelineNames, shortPath } from "../load-pipeline.js";
import { pipelinesIn } from "../pipeline-tree.js";

/** The stages of a pipeline, and of those that it nests, whose runs are an agent's. */
export function agentStages({ pipeline, found }: LoadedPipeline, cwd: string): readonly StageTarget[] {
  return pipelinesIn(pipeline).flatMap((one) => targetsIn(one, shortPath(found.file, cwd)));
}

function targetsIn({ stages }: AnyPipeline, file: string): readonly StageTarget[] {
  return stages.flatMap((stage) => {
    const { agent } = stage.settings;
    return typeof agent === "string" ? nestedIn(stage).map(({ name }) => ({ file, stage: stage.name, agent, pipeline: name })) : [];
  });
}

/** Those of all pipelines of a folder. One that cannot be loaded is for whoever runs it to say. */
export async function agentStagesIn(cwd: string): Promise<readonly StageTarget[]> {
  const stages = await Promise.all(
    pipelineNames(cwd).map(async (name) => {
      const found = findPipeline(name, cwd);
      if (found.shipped !== undefined) return [];
      try {
        return agentStages(await loadPipeline(found, cwd), cwd);
      } catch {
        return [];
      }
    }),
  );
  return stages.flat();
}
