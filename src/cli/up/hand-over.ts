import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Work } from "../../chief/index.js";
import type { Config } from "../../config/index.js";
import { isStagewrightError, StagewrightError } from "../../dsl/index.js";
import { LaneSettings, openLanes } from "../../lanes/index.js";
import { openRegistry, RegistrySettings } from "../../registry/index.js";
import { costOfRun, readRun, rootRun, type SpawnChild, type ToSpawn } from "../../runner/index.js";
import type { ConfiguredAgents } from "../doctor/agents-of.js";
import { Launch } from "../launch.js";
import { findPipeline } from "../load-pipeline.js";
import type { OpenStore } from "../open-store.js";
import { namedAgents } from "./up-settings.js";

interface Needs {
  readonly config: Config;
  /** Those that have a file. */
  readonly agents: ConfiguredAgents["agents"];
  readonly open: OpenStore;
  readonly cwd: string;
  readonly now: () => Date;
}

/** Where the work of agents lies, unless their file names other lanes. */
const LANE = "subagent";

/**
 * Hands what the stages of a run want of agents to whoever carries it out: into the registry, below that run, then into a lane of
 * the agent. In this order, so that what the registry refuses is begun nowhere.
 */
export function handOver({ config, agents, open, cwd, now }: Needs): SpawnChild {
  const lanes = openLanes(open.root, { settings: () => config.lanes ?? LaneSettings.parse({}), now });
  const registry = openRegistry(open.root, {
    settings: () => config.registry ?? RegistrySettings.parse({}),
    agents: () => [...new Set([...namedAgents(config), ...agents.map(({ name }) => name)])],
    models: () => [],
    ...{ now, newId: randomUUID },
  });
  /** What its agents have spent so far. */
  const handedOn = (above: string): number =>
    [...registry.log.read().runs.values()].reduce((sum, { parent, costUsd }) => (parent === above ? sum + costUsd : sum), 0);
  const put = async ({ run: id, agent, pipeline, ...child }: ToSpawn, above: string): Promise<void> => {
    findPipeline(pipeline, cwd);
    const lane = laneFor(
      agents.find(({ name }) => name === agent),
      pipeline,
    );
    const budgetUsd = await restOfBudget(open, above, handedOn(above));
    const input = z.json().parse(child.input);
    const work: Work = { kind: "pipeline", pipeline, input, source: `run ${above}`, agent, ...(budgetUsd !== undefined && { budgetUsd }) };
    const task = z.json().parse(work);
    await registry.spawn({ id, agent, parent: above, task });
    await lanes.enqueue({ id, lane, owner: above, work: task });
  };
  return async (child) => {
    const stand = registry.get(child.run)?.stand;
    if (stand?.state === "ended") {
      // One that is done has come to its end since its journal was looked at, and its parent is told.
      return stand.how === "done" ? "under way" : { failed: stand.because ?? stand.how };
    }
    try {
      // What runs here below another run has no work of its own: all of it hangs on the one that was begun.
      await put(child, await rootRun(open.store, child.parent));
    } catch (error) {
      if (!isStagewrightError(error)) throw error;
      // There is room again when one of its brothers has ended.
      if (error.code !== "registry/children") return { failed: error.message };
    }
    return "under way";
  };
}

/** @throws StagewrightError `up/agent` where the agent's file does not let it start that. */
function laneFor(agent: Needs["agents"][number] | undefined, pipeline: string): string {
  if (agent === undefined) return LANE;
  const { name, file, pipelines, lanes } = agent;
  if (!pipelines.includes(pipeline)) {
    throw new StagewrightError("up/agent", `the agent "${name}" may not start the pipeline "${pipeline}"`, {
      hint: `add it to "pipelines" of ${file}, or name another agent`,
    });
  }
  return lanes.includes(LANE) ? LANE : (lanes[0] ?? LANE);
}

/** What a run has left of the money that it may spend, in US dollars, where that is limited. */
async function restOfBudget({ store }: OpenStore, run: string, handedOn: number): Promise<number | undefined> {
  const { budgetUsd } = Launch.parse((await readRun(store, run)).state.started?.launch ?? {});
  return budgetUsd === undefined ? undefined : Math.max(0, budgetUsd - handedOn - (await costOfRun(store, run)));
}
