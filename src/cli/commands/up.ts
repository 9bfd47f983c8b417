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
  readonly demo?: boolean;
  readonly level: Level;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .option("--once", "do what is due now, and end: for a clock of your own")
    .option("--demo", "show a day in a minute: with a clock and a folder of its own, and nothing from outside")
    .addOption(new Option("--level <level>", "what is below it is not logged").choices(["debug", "info", "warn", "error"]).default("info"));
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, [
    "stagewright up",
    "stagewright up --once",
    "stagewright up --demo",
    "stagewright up --json --level warn",
    "stagewright up --store /var/lib/runs",
  ]);
  command.action(async ({ once = false, demo: isDemo = false, json, level, ...options }: UpOptions) => {
    if (isDemo) return end(await (await import("../up/demo/demo.js")).demo({ surroundings }));
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
