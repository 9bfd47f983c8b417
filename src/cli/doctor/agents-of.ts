import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AgentFault, type LoadedAgents, loadAgents, type StageTarget, wiringFaults } from "../../agents/index.js";
import { CHIEF } from "../../chief/index.js";
import type { Config } from "../../config/index.js";
import { isStagewrightError } from "../../dsl/index.js";
import { LaneSettings } from "../../lanes/index.js";
import { MemoryRules } from "../../memory/index.js";
import { pipelineNames } from "../load-pipeline.js";
import { namedAgents, TERMINAL } from "../up/up-settings.js";

export interface ConfiguredAgents {
  /** The folder's own, and those that come with the package and are named in the config. */
  readonly agents: LoadedAgents<MemoryRules>["agents"];
  readonly faults: readonly AgentFault[];
}

/** The agents of a folder, and what is wrong with them and with how they are wired. */
export function agentsOf(config: Config, configFile: string | undefined, cwd: string, stages: readonly StageTarget[]): ConfiguredAgents {
  const own = loadAgents(join(cwd, "agents"), { memory: MemoryRules, shownAs: "agents" });
  const { jobs = {}, hooks = {}, desk, channels = {}, models = {} } = config;
  const hidden = new Set([...own.agents.map(({ name }) => name), ...own.refused]);
  const named = new Set([...namedAgents(config), ...stages.map(({ agent }) => agent)]);
  const shipped = shippedAgents().filter(({ name }) => named.has(name) && !hidden.has(name));
  const agents = [...own.agents, ...shipped];
  const faults = wiringFaults({
    ...{ agents, refused: own.refused, jobs, hooks, stages },
    // Whatever nobody else is named for is read by the chief.
    desk: { agents: agents.some(({ name }) => name === CHIEF) ? [CHIEF] : [], intents: desk?.intents ?? [] },
    channels: [TERMINAL, ...Object.keys(channels)],
    lanes: Object.keys((config.lanes ?? LaneSettings.parse({})).lanes),
    pipelines: pipelineNames(cwd),
    models: [...Object.keys(models), "embedded", "route"],
    // What a tool is called is known to the stage that hands it over, and to nobody before that.
    tools: agents.flatMap(({ tools }) => tools),
    ...(configFile !== undefined && { configFile }),
  });
  return { agents, faults: [...own.faults, ...faults.filter(({ file }) => !shipped.some((one) => one.file === file))] };
}

/** Those that come with the package, which lies three or four folders up. Nobody has to install a reader of YAML for them alone. */
function shippedAgents(): ConfiguredAgents["agents"] {
  try {
    return ["../../../agents", "../../../../agents"].flatMap(
      (path) => loadAgents(fileURLToPath(new URL(path, import.meta.url)), { memory: MemoryRules }).agents,
    );
  } catch (error) {
    if (isStagewrightError(error) && error.code === "agents/package") return [];
    throw error;
  }
}
