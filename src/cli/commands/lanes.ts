import type { Command } from "commander";
import { LaneSettings, type LaneStanding, openLanes } from "../../lanes/index.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type PrintOptions,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { duration } from "../duration.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { nowOf } from "../surroundings.js";

interface LanesOptions extends PrintOptions, StoreOption, ConfigOption {}

export function define(command: Command, { surroundings, end }: Invocation): void {
  const { cwd, out } = surroundings;
  const lanesOf = async (options: StoreOption & ConfigOption) => {
    const { config } = await loadConfig(cwd, options.config);
    const settings = config.lanes ?? LaneSettings.parse({});
    const { root } = openStore(options.store, cwd);
    return { root, lanes: openLanes(root, { settings: () => settings, now: () => nowOf(surroundings) }) };
  };
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright lanes", "stagewright lanes --json", "stagewright lanes reset background"]);
  command.action(async (options: LanesOptions) => {
    const { root, lanes } = await lanesOf(options);
    const standing = lanes.standing();
    out.write(options.json ? `${JSON.stringify({ store: root, lanes: standing }, undefined, 2)}\n` : table(standing, nowOf(surroundings)));
    end(EXIT.done);
  });
  const reset = command
    .command("reset")
    .description("take away all that waits in a lane; what runs goes on")
    .argument("<lane>", "its name, as `stagewright lanes` shows it");
  storeOption(reset);
  configOption(reset);
  examples(reset, ["stagewright lanes reset background"]);
  reset.action(async (lane: string, _: unknown, called: Command) => {
    const { lanes } = await lanesOf(called.optsWithGlobals<LanesOptions>());
    out.write(`${await lanes.reset(lane)} taken away from the lane "${lane}"\n`);
    end(EXIT.done);
  });
}

function table(standing: readonly LaneStanding[], now: Date): string {
  return columns([
    ["lane", "at once", "priority", "running", "waiting", "the oldest waits for"],
    ...standing.map(({ lane, maxConcurrent, priority, running, waiting, oldest }) => [
      lane,
      String(maxConcurrent),
      String(priority),
      running.map(({ id, since }) => `${id} (${duration(now.getTime() - Date.parse(since))})`).join(", "),
      String(waiting),
      oldest === undefined ? "" : duration(now.getTime() - Date.parse(oldest)),
    ]),
  ]);
}
