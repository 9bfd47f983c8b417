import { join } from "node:path";
import type { Command } from "commander";
import { agentFaultText } from "../../agents/index.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import { type ConfigOption, configOption, examples, type PrintOptions, printOptions } from "../common-options.js";
import { agentStagesIn } from "../doctor/agent-stages.js";
import { agentsOf } from "../doctor/agents-of.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";

interface AgentsOptions extends PrintOptions, ConfigOption {}

export function define(command: Command, { surroundings, end }: Invocation): void {
  const { cwd, out } = surroundings;
  configOption(command);
  printOptions(command);
  examples(command, ["stagewright agents", "stagewright agents --json"]);
  command.action(async (options: AgentsOptions) => {
    const { config, file } = await loadConfig(cwd, options.config);
    const { agents, faults } = agentsOf(config, file, cwd, await agentStagesIn(cwd));
    if (options.json) {
      const listed = agents.map(({ lines: _, instruction: __, ...agent }) => agent);
      out.write(`${JSON.stringify({ agents: listed, faults }, undefined, 2)}\n`);
    } else if (agents.length === 0 && faults.length === 0) out.write(`no agent is named in ${join(cwd, "agents")}\n`);
    else {
      out.write(
        columns([
          ["agent", "does", "pipelines", "channels", "lanes"],
          ...agents.map(({ name, description, pipelines, channels, lanes }) => [
            name,
            description,
            pipelines.join(", "),
            channels.join(", "),
            lanes.join(", "),
          ]),
        ]),
      );
      for (const fault of faults) out.write(`${agentFaultText(fault)}\n`);
    }
    end(faults.length === 0 ? EXIT.done : EXIT.failed);
  });
}
