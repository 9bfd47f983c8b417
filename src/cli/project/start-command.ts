import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { projectReport, TEMPLATES } from "../../projects/index.js";
import { startRun } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import { examples, modelOption, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { dryRun } from "../dry-run.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { foreground } from "../foreground.js";
import { assertInput, inputFlags } from "../input-flags.js";
import { launchOf } from "../launch.js";
import { findPipeline, type LoadedPipeline, loadPipeline, pipelineNames } from "../load-pipeline.js";
import { didYouMean } from "../nearest.js";
import { openStore } from "../open-store.js";
import { buildRig } from "../rig.js";
import type { Surroundings } from "../surroundings.js";
import { liveTasks } from "./live-tasks.js";
import { templateOfPipeline } from "./project-of-run.js";

interface StartOptions extends PrintOptions, StoreOption {
  readonly goal?: string;
  readonly sources: readonly string[];
  readonly out?: string;
  readonly ask?: true;
  readonly model?: string;
  readonly recording?: true | string;
  readonly record?: string;
  readonly agent?: string;
  readonly dryRun?: true;
}

const FILE_OF_KIND = "project-";

export function startCommand(parent: Command, { surroundings, end }: Invocation): void {
  const command = parent
    .command("start")
    .description("begin a project")
    .argument("<kind>", `a file, or a kind: ${Object.keys(TEMPLATES).join(", ")}, or one of your own in pipelines/project-<kind>.ts`)
    .option("--goal <text>", "what the project is to find out or bring about")
    .option(
      "--sources <pattern>",
      "files to work from, below the folder (may be given several times)",
      (one: string, all: readonly string[]) => [...all, one],
      [],
    )
    .option("--out <file>", "where the report goes (default: <kind>-report.md)")
    .option("--ask", "have a person review the report");
  modelOption(command, "what the routes of the config choose, else embedded");
  command
    .option("--recording [tape]", "write nothing outside; with a tape, take all answers and the clock from it")
    .option("--record <tape>", "put every call and its answer on a tape")
    .option("--agent <name>", "on whose behalf it runs, for the budgets to go by")
    .option("--dry-run", "say what would run, and run nothing");
  storeOption(command);
  printOptions(command);
  examples(command, [
    'stagewright project start dossier --goal "What is known about the mill?" --sources "notes/**/*.md"',
    'stagewright project start investigation --goal "Why do old sessions end early?" --model ollama:#qwen3',
    'stagewright project start pipelines/project-wiki.ts --goal "A page on each module" --ask',
  ]);
  command.action(async (kind: string, options: StartOptions) => end(await start(kind, options, surroundings)));
}

async function start(kind: string, options: StartOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { cwd } = surroundings;
  const { model, recording, record, agent, goal, out, sources, ask } = options;
  const loaded = await projectNamed(kind, cwd);
  const template = templateOfPipeline(loaded, `"${kind}" is`);
  const input = {
    ...(goal !== undefined && { goal }),
    ...(sources.length > 0 && { sources }),
    ...(out !== undefined && { out }),
    ...(ask && { ask }),
  };
  assertInput(loaded.pipeline, input, inputFlags(loaded.pipeline, []));
  const launch = launchOf(loaded, cwd, {
    ...(recording !== undefined && { recording }),
    ...(record !== undefined && { record }),
    ...(agent !== undefined && { agent }),
  });
  const open = openStore(options.store, cwd);
  const rig = await buildRig({ loaded, launch, cwd, open, input, model, goesOn: false, surroundings });
  if (options.dryRun) {
    surroundings.out.write(dryRun(rig, { input, model: rig.options.model ?? "embedded", launch, json: options.json === true }));
    return EXIT.done;
  }
  const how = { json: options.json === true, verbose: options.verbose === true, below: liveTasks(template, surroundings), surroundings };
  return foreground(rig, (runner) => startRun(loaded.pipeline, { ...runner, input, launch }), how);
}

/** `dossier` is the pipeline `project-dossier`, of this folder or of the package; a path is a file. */
async function projectNamed(kind: string, cwd: string): Promise<LoadedPipeline> {
  const isPath = /[/\\.]/.test(kind);
  const names = pipelineNames(cwd)
    .filter((name) => name.startsWith(FILE_OF_KIND))
    .map((name) => name.slice(FILE_OF_KIND.length));
  if (!isPath && !names.includes(kind)) {
    throw new StagewrightError("usage/project", `there is no kind of project "${kind}"`, {
      hint: didYouMean(kind, names, "a template of your own is a file pipelines/project-<kind>.ts"),
    });
  }
  const loaded = await loadPipeline(findPipeline(isPath ? kind : `${FILE_OF_KIND}${kind}`, cwd), cwd);
  return loaded.report === undefined ? { ...loaded, report: projectReport } : loaded;
}
