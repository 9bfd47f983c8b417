import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import type { Invocation } from "../command-list.js";
import { type ConfigOption, configOption, examples, type StoreOption, storeOption } from "../common-options.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { serve } from "../up/serve.js";

interface UpOptions extends StoreOption, ConfigOption {
  readonly once?: boolean;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command.option("--once", "run what is due now, and end: for a clock of your own");
  configOption(command);
  storeOption(command);
  examples(command, ["stagewright up", "stagewright up --once", "stagewright up --store /var/lib/runs"]);
  command.action(async ({ once = false, ...options }: UpOptions) => {
    const { config, file } = await loadConfig(surroundings.cwd, options.config);
    const { jobs } = config;
    if (jobs === undefined || Object.keys(jobs).length === 0) {
      throw new StagewrightError("up/no-jobs", "there is nothing to run by the clock", {
        hint: 'name `jobs` in stagewright.config.ts: { cron: "30 0 * * *", zone: "Europe/Bucharest", pipeline: "publisher" }',
      });
    }
    end(await serve({ jobs, configFile: file, open: openStore(options.store, surroundings.cwd), once, surroundings }));
  });
}
