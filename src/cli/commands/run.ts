import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { isStagewrightError, StagewrightError } from "../../dsl/index.js";
import { type RunOutcome, resumeRun, type StartOptions, startRun } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type LearnOption,
  learnOption,
  modelOption,
  type PrintOptions,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { foreground } from "../foreground.js";
import { addInputFlags, assertInput, type InputFlag, inputFlags, inputValue } from "../input-flags.js";
import { launchOf } from "../launch.js";
import { findPipeline, type LoadedPipeline, loadPipeline, shortPath } from "../load-pipeline.js";
import { openStore } from "../open-store.js";
import { buildRig } from "../rig.js";
import type { Surroundings } from "../surroundings.js";
import { wholeInput } from "../whole-input.js";

interface RunOptions extends PrintOptions, StoreOption, ConfigOption, LearnOption {
  readonly model?: string;
  readonly recording?: true | string;
  readonly record?: string;
  readonly dryRun?: true;
  readonly input?: string;
  readonly trigger?: string;
  readonly channel?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly run?: string;
  readonly budgetUsd?: string;
  readonly budgetTokens?: string;
  readonly spawns?: true;
}

/** The flags of a pipeline are known once its module is loaded, so the pipeline is looked for before all is parsed. */
export async function define(command: Command, { args, surroundings, end }: Invocation): Promise<void> {
  command.argument("<pipeline>", "a file, or the name of one in pipelines/ or of one that comes with the package");
  command.option("--input <file>", "the whole input as JSON; - reads standard input");
  modelOption(command, "what the routes of the config choose, else embedded");
  command
    .option(
      "--recording [tape]",
      "do nothing outside: note the effects, read for real; with a tape, take all answers and the clock from it (also a model's, where it holds any)",
    )
    .option("--record <tape>", "put every call and its answer on a tape")
    .option("--trigger <name>", "what starts the run (cron, a hook …), for the routes to go by; --channel and --session likewise")
    .addOption(new Option("--channel <name>").hideHelp())
    .addOption(new Option("--session <name>").hideHelp())
    .option("--agent <name>", "on whose behalf it runs, for the budgets to go by")
    .option("--budget-usd <amount>", "what it may spend, in US dollars; a call that this cannot carry is not made")
    .option("--budget-tokens <number>", "the same in tokens, those read and those written together")
    .option("--run <name>", "the run's name, instead of one that is made up; one that is there already goes on")
    // Set by `up`, which alone carries out what is handed over.
    .addOption(new Option("--spawns").hideHelp())
    .option("--dry-run", "say what would run, with which adapters, models and tiers, and run nothing");
  configOption(command);
  storeOption(command);
  learnOption(command);
  printOptions(command);
  examples(command, [
    "stagewright run publisher",
    "stagewright run pipelines/publisher.ts --help",
    "stagewright run publisher --recording --dry-run",
    "stagewright run publisher --model openai:http://127.0.0.1:8080#qwen3",
    "stagewright run my.ts --input request.json --store /var/lib/runs",
  ]);
  const name = firstOperand(args, command);
  if (name === undefined) return assertNotTakenForTape(args);
  const loaded = await loadPipeline(findPipeline(name, surroundings.cwd), surroundings.cwd);
  const flags = inputFlags(loaded.pipeline, [...command.options.map(({ long }) => long ?? ""), "--help", "--no-help"]);
  const given = new Map<string, unknown>();
  if (flags.length > 0) command.optionsGroup(`Input of "${loaded.pipeline.name}":`);
  addInputFlags(command, flags, given);
  if (loaded.pipeline.description !== undefined)
    command.description(`start a run of "${loaded.pipeline.name}": ${loaded.pipeline.description}`);
  command.action(async (_: string, options: RunOptions) => end(await run({ loaded, flags, given }, options, surroundings)));
}

/** The first word that is no flag and no flag's value. A flag that is not known yet is taken to have none. */
function firstOperand(args: readonly string[], command: Command): string | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (word === "--") return args[index + 1];
    if (!word.startsWith("-") || word === "-") return word;
    const option = command.options.find(({ long }) => long === word);
    if (option?.required) index += 1;
    // An optional value, `--recording [tape]`: the parser takes the next word for it, and so does this.
    if (option?.optional && args[index + 1]?.startsWith("-") === false) index += 1;
  }
  return undefined;
}

/** `run --recording publisher` reads as if "publisher" were the tape. */
function assertNotTakenForTape(args: readonly string[]): void {
  const word = args[args.indexOf("--recording") + 1];
  if (!args.includes("--recording") || word === undefined || word.startsWith("-")) return;
  throw new StagewrightError("usage/order", `"${word}" behind --recording is taken for a tape, and no pipeline is named`, {
    hint: `put the pipeline first: \`stagewright run ${word} --recording\``,
  });
}

interface Asked {
  readonly loaded: LoadedPipeline;
  readonly flags: readonly InputFlag[];
  readonly given: ReadonlyMap<string, unknown>;
}

async function run({ loaded, flags, given }: Asked, options: RunOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd } = surroundings;
  const { model } = options;
  const input = inputValue(await wholeInput(options.input, surroundings), given, flags);
  assertInput(loaded.pipeline, input, flags);
  const launch = launchOf(loaded, cwd, {
    ...(options.recording !== undefined && { recording: options.recording }),
    ...(options.record !== undefined && { record: options.record }),
    ...(options.trigger !== undefined && { trigger: options.trigger }),
    ...(options.channel !== undefined && { channel: options.channel }),
    ...(options.session !== undefined && { session: options.session }),
    ...(options.agent !== undefined && { agent: options.agent }),
    ...(options.spawns && { spawns: true as const }),
    ...(options.budgetUsd !== undefined && { budgetUsd: amountIn(options.budgetUsd) }),
    ...(options.budgetTokens !== undefined && { budgetTokens: tokensIn(options.budgetTokens) }),
    ...(options.config !== undefined && { config: shortPath(resolve(cwd, options.config), cwd) }),
  });
  const open = openStore(options.store, cwd);
  const rig = await buildRig({ loaded, launch, cwd, open, input, model, goesOn: false, surroundings });
  if (options.dryRun) {
    const { dryRun } = await import("../dry-run.js");
    surroundings.out.write(dryRun(rig, { input, model: rig.options.model ?? "embedded", launch, json: options.json === true }));
    return EXIT.done;
  }
  const how = { json: options.json === true, verbose: options.verbose === true, learn: options.learn === true, surroundings };
  return foreground(rig, (runner) => begun(loaded, options.run, { ...runner, input, launch }), how);
}

function amountIn(text: string): number {
  const amount = Number(text);
  if (text.trim() !== "" && Number.isFinite(amount) && amount >= 0) return amount;
  throw new StagewrightError("usage/budget", `"${text}" is no amount of money`, { hint: "--budget-usd takes US dollars, as in 0.47" });
}

function tokensIn(text: string): number {
  const tokens = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(tokens)) return tokens;
  throw new StagewrightError("usage/budget", `"${text}" is no number of tokens`, {
    hint: "--budget-tokens takes a whole number, as in 20000",
  });
}

/** Whoever gives a run its name may start it twice, after a crash of their own, and has it once. */
async function begun({ pipeline }: LoadedPipeline, run: string | undefined, options: StartOptions): Promise<RunOutcome> {
  if (run === undefined) return startRun(pipeline, options);
  try {
    return await startRun(pipeline, { ...options, run });
  } catch (error) {
    if (!isStagewrightError(error) || error.code !== "run/exists") throw error;
    return resumeRun(pipeline, run, options);
  }
}
