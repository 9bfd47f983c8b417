import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { fileSources } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import { examples, modelOption, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { launchOf } from "../launch.js";
import { findPipeline, loadPipeline } from "../load-pipeline.js";
import { openStore } from "../open-store.js";
import { buildRig, lessonFolders } from "../rig.js";
import { evaluateLessons } from "./evaluate.js";
import { evaluationText } from "./evaluation-text.js";

interface EvalOptions extends PrintOptions {
  readonly cases: string;
  readonly model?: string;
}

export function evalCommand(command: Command, { surroundings, end }: Invocation): void {
  const { cwd, err, out } = surroundings;
  const evaluate = command
    .command("eval")
    .description("run the same cases without lessons and with them, and compare how often stages were tried again; nothing is done outside")
    .argument("<pipeline>", "a file, or the name of one")
    .requiredOption("--cases <file>", "one input a line, as JSON");
  modelOption(evaluate, "embedded");
  printOptions(evaluate);
  examples(evaluate, [
    "stagewright lessons eval publisher --cases cases.jsonl",
    "stagewright lessons eval publisher --cases cases.jsonl --model ollama:#qwen3 --json",
  ]);
  evaluate.action(async (given: string, { cases, model, json }: EvalOptions) => {
    const loaded = await loadPipeline(findPipeline(given, cwd), cwd);
    const inputs = casesOf(cases, cwd);
    const launch = launchOf(loaded, cwd, { recording: true });
    const open = openStore(undefined, cwd);
    const stop = new AbortController();
    const unhook = surroundings.onSignal(() => {
      if (stop.signal.aborted) surroundings.exit(EXIT.interrupted);
      stop.abort();
    });
    try {
      const evaluation = await evaluateLessons({
        pipeline: loaded.pipeline,
        inputs,
        optionsFor: async (input) => {
          const rig = await buildRig({ loaded, launch, cwd, open, input, model, goesOn: false, surroundings });
          return { ...rig.options, sources: fileSources(cwd, lessonFolders(cwd)), signal: stop.signal };
        },
        onCase: (number) => {
          if (!json) err.write(`case ${number} of ${inputs.length}\n`);
        },
      });
      out.write(json ? `${JSON.stringify(evaluation, undefined, 2)}\n` : evaluationText(evaluation));
      end(stop.signal.aborted ? EXIT.interrupted : EXIT.done);
    } finally {
      unhook();
    }
  });
}

function casesOf(path: string, cwd: string): readonly unknown[] {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, path), "utf8");
  } catch (cause) {
    throw new StagewrightError("usage/cases", `the cases "${path}" cannot be read`, { hint: "write one input a line, as JSON", cause });
  }
  const inputs = text.split(/\r?\n/).flatMap((line, index) => (line.trim() === "" ? [] : [inputOf(line, `${path}:${index + 1}`)]));
  if (inputs.length > 0) return inputs;
  throw new StagewrightError("usage/cases", `"${path}" holds no case`, { hint: "write one input a line, as JSON" });
}

function inputOf(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new StagewrightError("usage/cases", `the case at ${place} is not JSON`, {
      hint: "write one input a line, as JSON",
      place,
      cause,
    });
  }
}
