import { type Command, Option } from "commander";
import type { Level } from "../../chief/index.js";
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
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { serve } from "../up/serve.js";

interface UpOptions extends PrintOptions, StoreOption, ConfigOption {
  readonly once?: boolean;
  readonly level: Level;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .option("--once", "do what is due now, and end: for a clock of your own")
    .addOption(new Option("--level <level>", "what is below it is not logged").choices(["debug", "info", "warn", "error"]).default("info"));
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, [
    "stagewright up",
    "stagewright up --once",
    "stagewright up --json --level warn",
    "stagewright up --store /var/lib/runs",
  ]);
  command.action(async ({ once = false, json, level, ...options }: UpOptions) => {
    const { config, file } = await loadConfig(surroundings.cwd, options.config);
    end(
      await serve({
        config,
        configFile: file,
        open: openStore(options.store, surroundings.cwd),
        once,
        json: json === true,
        level,
        surroundings,
      }),
    );
  });
}
