import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { averaged } from "../bench-models/average.js";
import { compared } from "../bench-models/compare.js";
import { scorePage } from "../bench-models/score-page.js";
import { scoreTable } from "../bench-models/score-table.js";
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
import { EXIT, type ExitCode } from "../exit-code.js";
import { addInputFlags, assertInput, type InputFlag, inputFlags, inputValue } from "../input-flags.js";
import { launchOf } from "../launch.js";
import { findPipeline, type LoadedPipeline, loadPipeline, shortPath } from "../load-pipeline.js";
import { openStore } from "../open-store.js";
import { buildRig } from "../rig.js";
import type { Surroundings } from "../surroundings.js";
import { wholeInput } from "../whole-input.js";
import { wholeNumber } from "../whole-number.js";

interface BenchOptions extends PrintOptions, StoreOption, ConfigOption {
  readonly pipeline: string;
  readonly model: readonly string[];
  readonly runs: number;
  readonly input?: string;
  readonly html?: string;
}

/** The flags of a pipeline's input are known once its module is loaded, so the pipeline is looked for before all is parsed. */
export async function define(command: Command, { args, surroundings, end }: Invocation): Promise<void> {
  examples(command, ["stagewright bench models --pipeline publisher --model small --model large"]);
  const models = command
    .command("models")
    .description("run one pipeline on the same facts over several models, and print one scorecard; nothing is done outside")
    .requiredOption("--pipeline <pipeline>", "a file, or the name of one")
    .requiredOption("--model <name>", "a model to compare: a name of the config, or a provider and a model; once for each", several)
    .option("--runs <n>", "runs of each model, of which the averages are shown", wholeNumber(1), 1)
    .option("--input <file>", "the whole input as JSON; - reads standard input")
    .option("--html <file>", "write the scorecard as a page with charts, too");
  configOption(models);
  storeOption(models);
  printOptions(models);
  examples(models, [
    "stagewright bench models --pipeline publisher --model embedded --model ollama:#qwen3",
    "stagewright bench models --pipeline publisher --model small --model large --runs 3 --html models.html",
    "stagewright bench models --pipeline my.ts --input request.json --model small --json",
  ]);
  const name = nameIn(args);
  const loaded = name === undefined ? undefined : await loadPipeline(findPipeline(name, surroundings.cwd), surroundings.cwd);
  const flags = loaded ? inputFlags(loaded.pipeline, [...models.options.map(({ long }) => long ?? ""), "--help", "--no-help"]) : [];
  const given = new Map<string, unknown>();
  if (loaded && flags.length > 0) models.optionsGroup(`Input of "${loaded.pipeline.name}":`);
  addInputFlags(models, flags, given);
  models.action(async (options: BenchOptions) => {
    if (loaded) end(await bench({ loaded, flags, given }, options, surroundings));
  });
}

function nameIn(args: readonly string[]): string | undefined {
  const joined = args.find((word) => word.startsWith("--pipeline="));
  if (joined !== undefined) return joined.slice("--pipeline=".length);
  const at = args.indexOf("--pipeline");
  return at < 0 ? undefined : args[at + 1];
}

interface Asked {
  readonly loaded: LoadedPipeline;
  readonly flags: readonly InputFlag[];
  readonly given: ReadonlyMap<string, unknown>;
}

async function bench({ loaded, flags, given }: Asked, options: BenchOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, err, out } = surroundings;
  const { pipeline } = loaded;
  const input = inputValue(await wholeInput(options.input, surroundings), given, flags);
  assertInput(pipeline, input, flags);
  const launch = launchOf(loaded, cwd, {
    recording: true,
    ...(options.config !== undefined && { config: shortPath(resolve(cwd, options.config), cwd) }),
  });
  const open = openStore(options.store, cwd);
  const rig = await buildRig({ loaded, launch, cwd, open, input, model: options.model[0], goesOn: false, surroundings });
  for (const model of options.model) rig.modelText(model);
  const stop = new AbortController();
  const unhook = surroundings.onSignal(() => {
    if (stop.signal.aborted) surroundings.exit(EXIT.interrupted);
    else err.write("\nending at the next safe point; once more ends at once\n");
    stop.abort();
  });
  try {
    const scorecards = await compared(
      { ...rig.options, signal: stop.signal },
      {
        pipeline,
        input,
        models: [...new Set(options.model)],
        runs: options.runs,
        launch,
        onRun: (model, number) => {
          if (options.json !== true) err.write(`${model}, run ${number} of ${options.runs}\n`);
        },
      },
    );
    const scores = averaged(scorecards);
    const facts = { pipeline: pipeline.name, at: rig.options.environment.now(), runs: options.runs };
    out.write(options.json ? `${JSON.stringify({ ...facts, scores, scorecards }, undefined, 2)}\n` : scoreTable(scores));
    if (options.html !== undefined) {
      await writeFile(resolve(cwd, options.html), scorePage(scores, facts));
      if (options.json !== true) out.write(`\nthe page is ${options.html}\n`);
    }
    if (stop.signal.aborted) return EXIT.interrupted;
    return scores.some(({ good, runs }) => good < runs) ? EXIT.failed : EXIT.done;
  } finally {
    unhook();
  }
}

function several(name: string, names: readonly string[] = []): readonly string[] {
  return [...names, name];
}
