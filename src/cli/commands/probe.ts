import { homedir } from "node:os";
import { type Command, InvalidArgumentError } from "commander";
import { configuredModels, modelText } from "../../config/index.js";
import { type CompleteRequest, Completion } from "../../model/index.js";
import { probe, probeFiles, servedBy } from "../../probe/index.js";
import { systemEnvironment } from "../../runner/index.js";
import { coloursFor } from "../colours.js";
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
import { loadConfig } from "../load-config.js";
import { shortPath } from "../load-pipeline.js";
import { openStore } from "../open-store.js";
import { loadTools } from "../probe/load-tools.js";
import { probeReport } from "../probe/probe-report.js";
import type { Surroundings } from "../surroundings.js";
import { wholeNumber } from "../whole-number.js";

interface ProbeOptions extends PrintOptions, StoreOption, ConfigOption {
  readonly tools?: string;
  readonly trials: number;
  readonly chains: number;
  readonly steps: number;
  readonly min: number;
  readonly seed: number;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<model>", "a name of the config, or a provider and a model: ollama:#qwen3")
    .option("--tools <file>", "a module that exports your own tools, tried beside the built-in ones")
    .option("--trials <n>", "trials of each kind", wholeNumber(1), 20)
    .option("--chains <n>", "chains of calls to follow", wholeNumber(0), 5)
    .option("--steps <n>", "calls in a chain", wholeNumber(1), 5)
    .option("--min <rate>", "the least rate of right calls, 0 to 1; less ends with 1", rate, 0.95)
    .option("--seed <n>", "another seed makes other trials; the same, the same", wholeNumber(0), 1);
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, [
    "stagewright probe ollama:#qwen3",
    "stagewright probe small --tools src/tools.ts --min 0.98",
    "stagewright probe openai:http://127.0.0.1:8080#qwen3 --trials 50 --json",
  ]);
  command.action(async (model: string, options: ProbeOptions) => end(await run(model, options, surroundings)));
}

async function run(model: string, options: ProbeOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd, env, err, out } = surroundings;
  const { config } = await loadConfig(cwd, options.config);
  modelText(model, config);
  const tools = options.tools === undefined ? [] : await loadTools(options.tools, cwd);
  const { root } = openStore(options.store, cwd);
  const environment = surroundings.environment ?? systemEnvironment;
  const tell = (sentence: string) => {
    if (options.json !== true) err.write(`${sentence}\n`);
  };
  const world = { env, home: env.HOME ?? homedir(), root, now: () => environment.now(), random: () => environment.random(), tell };
  const { calls } = configuredModels(config, world);
  const stop = new AbortController();
  const unhook = surroundings.onSignal(() => {
    if (stop.signal.aborted) surroundings.exit(EXIT.interrupted);
    stop.abort(new Error("interrupted"));
  });
  try {
    const literal = Object.hasOwn(config.models ?? {}, model) ? (config.models?.[model]?.model ?? model) : model;
    const served = await servedBy(literal, { fetch, signal: stop.signal });
    const complete = async (request: CompleteRequest) =>
      Completion.parse(await calls.complete?.perform(request, { key: "", signal: stop.signal }));
    const right = new Map<string, number>();
    const result = await probe({
      ...options,
      model,
      tools,
      chainSteps: options.steps,
      complete,
      served,
      at: environment.now(),
      onTrial: ({ kind, done, of, isRight }) => {
        right.set(kind, (right.get(kind) ?? 0) + (isRight ? 1 : 0));
        if (done % options.trials === 0 || done === of)
          tell(`${done} of ${of} tried, ${[...right.values()].reduce((a, b) => a + b)} right`);
      },
    });
    const file = await probeFiles(root).write({ ...result, model: literal });
    const shown = shortPath(file, cwd);
    out.write(
      options.json
        ? `${JSON.stringify({ ...result, file: shown }, undefined, 2)}\n`
        : probeReport(result, { colours: coloursFor(out, env), file: shown }),
    );
    return result.passed ? EXIT.done : EXIT.failed;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    err.write("interrupted: nothing was kept\n");
    return EXIT.interrupted;
  } finally {
    unhook();
  }
}

function rate(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError("it is a number from 0 to 1");
}
