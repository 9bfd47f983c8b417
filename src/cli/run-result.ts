import type { ReadRun, RunOutcome } from "../runner/index.js";
import { valueText } from "./gates/question.js";
import type { LoadedPipeline } from "./load-pipeline.js";

/** What a run that is done gave, in its pipeline's own words where it has any. */
export async function resultOf(
  { report }: Pick<LoadedPipeline, "report">,
  { status, output }: Pick<RunOutcome, "status" | "output">,
  read: () => Promise<Pick<ReadRun, "state" | "load">>,
): Promise<string | undefined> {
  if (status !== "done") return undefined;
  if (report === undefined) return output === undefined ? undefined : valueText(output);
  const { state, load } = await read();
  const outputs: Record<string, unknown> = {};
  for (const [name, stage] of state.stages) {
    if (stage.output !== undefined && stage.status === "done") outputs[name] = await load(stage.output);
  }
  return report({ state, outputs });
}
