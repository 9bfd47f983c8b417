import type { Command } from "commander";
import { jobStore, type ListedJob, listJobs } from "../../triggers/index.js";
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
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { nowOf } from "../surroundings.js";
import { utcClock } from "../utc-clock.js";

interface JobsOptions extends PrintOptions, StoreOption, ConfigOption {}

export function define(command: Command, { surroundings, end }: Invocation): void {
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright jobs", "stagewright jobs --json"]);
  command.action(async (options: JobsOptions) => {
    const { config } = await loadConfig(surroundings.cwd, options.config);
    const { root } = openStore(options.store, surroundings.cwd);
    const listed = listJobs(config.jobs ?? {}, jobStore(root).read(), nowOf(surroundings));
    if (options.json) surroundings.out.write(`${JSON.stringify({ store: root, jobs: listed }, undefined, 2)}\n`);
    else if (listed.length === 0) surroundings.out.write("no job is named in stagewright.config.ts\n");
    else surroundings.out.write(table(listed));
    end(EXIT.done);
  });
}

function table(listed: readonly ListedJob[]): string {
  return columns([
    ["job", "fires next", "waiting", "running", "failures in a row", "last"],
    ...listed.map(({ job, firesAt, waiting, running, failures, last }) => [
      job,
      firesAt === undefined ? "never" : utcClock(firesAt.toISOString()),
      String(waiting),
      running?.run ?? (running === undefined ? "" : "begins"),
      String(failures),
      last === undefined ? "" : `${last.outcome}${last.reason === undefined ? "" : `: ${last.reason}`}`,
    ]),
  ]);
}
