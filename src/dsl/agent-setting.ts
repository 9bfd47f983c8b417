import { StagewrightError } from "./error.js";

/** What a stage is told whose runs are an agent's. */
export interface ByAgent {
  /**
   * Whose runs these are. `stagewright up` carries them out in that agent's lane, in processes of their own, while this run rests;
   * without it they run here, as any others do. The pipeline has to be one that is found by its name.
   */
  readonly agent?: string;
}

/** @throws StagewrightError `stage/contract` for an agent without a name: nothing is run for nobody. */
export function agentSetting(stage: string, { agent }: ByAgent): ByAgent {
  if (agent === undefined) return {};
  if (typeof agent === "string" && agent !== "") return { agent };
  throw new StagewrightError("stage/contract", `stage "${stage}" has an agent without a name`, { hint: "name one, or leave `agent` out" });
}
