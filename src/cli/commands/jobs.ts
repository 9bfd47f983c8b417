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
import { runJobNow } from "../up/run-job-now.js";
import { upSettings } from "../up/up-settings.js";
import { utcClock } from "../utc-clock.js";

interface JobsOptions extends PrintOptions, StoreOption, ConfigOption {}

export function define(command: Command, { surroundings, end }: Invocation): void {
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright jobs", "stagewright jobs --json", "stagewright jobs run morning"]);
  command.action(async (options: JobsOptions) => {
    const { config } = await loadConfig(surroundings.cwd, options.config);
    const { root } = openStore(options.store, surroundings.cwd);
    const listed = listJobs(config.jobs ?? {}, jobStore(root).read(), nowOf(surroundings));
    if (options.json) surroundings.out.write(`${JSON.stringify({ store: root, jobs: listed }, undefined, 2)}\n`);
    else if (listed.length === 0) surroundings.out.write("no job is named in stagewright.config.ts\n");
    else surroundings.out.write(table(listed));
    end(EXIT.done);
  });
  const run = command.command("run").description("run a job now, beside its schedule, and wait for its end").argument("<job>", "its name");
  configOption(run);
  storeOption(run);
  examples(run, ["stagewright jobs run morning"]);
  run.action(async (job: string, _: unknown, called: Command) => {
    const { cwd, out } = surroundings;
    const options = called.optsWithGlobals<JobsOptions>();
    const { config, file } = await loadConfig(cwd, options.config);
    const stop = new AbortController();
    const unhook = surroundings.onSignal(() => stop.abort());
    const settings = upSettings(config, cwd);
    const open = openStore(options.store, cwd);
    const { outcome, reason = outcome } = await runJobNow(job, { settings, configFile: file, open, surroundings, signal: stop.signal });
    unhook();
    out.write(options.json ? `${JSON.stringify({ job, outcome, reason }, undefined, 2)}\n` : `${job}: ${reason}\n`);
    end(stop.signal.aborted ? EXIT.interrupted : outcome === "failed" ? EXIT.failed : EXIT.done);
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
