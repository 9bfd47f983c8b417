import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Work } from "../../chief/index.js";
import type { Config } from "../../config/index.js";
import { isStagewrightError, StagewrightError } from "../../dsl/index.js";
import { LaneSettings, openLanes } from "../../lanes/index.js";
import { openRegistry, RegistrySettings } from "../../registry/index.js";
import { readRun, rootRun, type SpawnChild, spentByRun, type ToSpawn } from "../../runner/index.js";
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
  /** The runs of its agents, and of theirs: each is known later than the one above it. */
  const handedOn = (above: string): readonly string[] => {
    const below = new Set([above]);
    for (const { id, parent } of registry.log.read().runs.values()) if (parent !== undefined && below.has(parent)) below.add(id);
    below.delete(above);
    return [...below];
  };
  const put = async ({ run: id, agent, pipeline, ...child }: ToSpawn, above: string): Promise<void> => {
    findPipeline(pipeline, cwd);
    const lane = laneFor(
      agents.find(({ name }) => name === agent),
      pipeline,
    );
    const rest = await restOfBudget(open, above, handedOn(above));
    const input = z.json().parse(child.input);
    const work: Work = { kind: "pipeline", pipeline, input, source: `run ${above}`, agent, ...rest };
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

/** What a run and those of its agents have left of what it may spend, where that is limited. */
async function restOfBudget(
  { store }: OpenStore,
  run: string,
  agents: readonly string[],
): Promise<Pick<Work, "budgetUsd" | "budgetTokens">> {
  const { budgetUsd, budgetTokens } = Launch.parse((await readRun(store, run)).state.started?.launch ?? {});
  if (budgetUsd === undefined && budgetTokens === undefined) return {};
  let { usd, tokens } = await spentByRun(store, run);
  const begun = agents.length === 0 ? new Set<string>() : new Set(await store.runs());
  for (const agent of agents.filter((one) => begun.has(one))) {
    const spent = await spentByRun(store, agent);
    usd += spent.usd;
    tokens += spent.tokens;
  }
  return {
    ...(budgetUsd !== undefined && { budgetUsd: Math.max(0, budgetUsd - usd) }),
    ...(budgetTokens !== undefined && { budgetTokens: Math.max(0, budgetTokens - tokens) }),
  };
}
