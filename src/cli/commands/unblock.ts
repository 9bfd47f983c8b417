import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { type OpenBlocker, openBlockers, resumeRun, unblock } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import { configOption, examples, learnOption, pipelineOption, printOptions, storeOption } from "../common-options.js";
import type { DecidingOptions } from "../deciding.js";
import { EXIT } from "../exit-code.js";
import { foreground } from "../foreground.js";
import { goingOn } from "../going-on.js";

interface UnblockOptions extends Omit<DecidingOptions, "gate"> {
  readonly note?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<run>", "a run's name, the beginning of it, or last; of several blocked tasks, the run that is blocked")
    .option("--note <text>", "what whoever goes on with the task should know")
    .option("--no-resume", "only note it");
  pipelineOption(command);
  configOption(command, "the one that the run was started with");
  storeOption(command);
  learnOption(command);
  printOptions(command);
  examples(command, ["stagewright unblock last", 'stagewright unblock dossier-20260319-k3xw7q --note "the archive is mounted at /data"']);
  command.action(async (given: string, options: UnblockOptions) => {
    const { note } = options;
    const on = await goingOn({
      run: given,
      store: options.store,
      pipeline: options.pipeline,
      config: options.config,
      of: "root",
      surroundings,
    });
    const { rig, root } = on;
    const { run, stage } = theOne(await openBlockers(rig.open.store, root), on.run);
    await unblock(run, note === undefined ? {} : { note }, rig.options);
    if (!options.json || !options.resume) surroundings.err.write(`${stage} of run ${run} is unblocked\n`);
    if (!options.resume) {
      if (options.json) surroundings.out.write(`${JSON.stringify({ run, stage, root, unblocked: true }, undefined, 2)}\n`);
      return end(EXIT.done);
    }
    const how = { json: options.json === true, verbose: options.verbose === true, learn: options.learn === true, surroundings };
    end(await foreground(rig, (runner) => resumeRun(rig.loaded.pipeline, root, runner), how));
  });
}

function theOne(blockers: readonly OpenBlocker[], run: string): OpenBlocker {
  const fitting = blockers.filter((one) => one.run === run || one.run.startsWith(`${run}.`));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  if (only === undefined) {
    throw new StagewrightError("task/not-blocked", `nothing in run "${run}" is blocked`, {
      hint: `\`stagewright show ${run}\` says how it stands`,
    });
  }
  const lines = fitting.map((one) => `${one.run}, stage "${one.stage}": ${one.blocker.waitingOn ?? one.blocker.reason}`);
  throw new StagewrightError(
    "task/several",
    [`${fitting.length} tasks of run "${run}" are blocked; which one is meant?`, ...lines].join("\n"),
    {
      hint: `name the run that is blocked, for example ${only.run}`,
    },
  );
}
