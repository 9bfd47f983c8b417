import type { Command } from "commander";
import { type ReadRun, type ReplayReport, readRun, replayRun, rootRun } from "../../runner/index.js";
import type { Store } from "../../store/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, pipelineOption, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { pipelineOfRun } from "../launch.js";
import { openStore } from "../open-store.js";
import { pipelinesIn } from "../pipeline-tree.js";

interface ReplayOptions extends PrintOptions, StoreOption {
  readonly pipeline?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command.argument("<run>", "a run's name, the beginning of it, or last");
  pipelineOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright replay last", "stagewright replay publisher-20260319-k3xw7q --json"]);
  command.action(async (given: string, options: ReplayOptions) => {
    const { store } = openStore(options.store, surroundings.cwd);
    const run = await findRun(store, given);
    const { state } = await readRun(store, run);
    const { loaded } = await pipelineOfRun(await rootState(store, state), { cwd: surroundings.cwd, file: options.pipeline });
    const pipeline = pipelinesIn(loaded.pipeline).find(({ name }) => name === state.pipeline) ?? loaded.pipeline;
    const report = await replayRun(pipeline, run, { store });
    surroundings.out.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : reportText(report));
    end(isIdentical(report) ? EXIT.done : EXIT.failed);
  });
}

async function rootState(store: Store, state: ReadRun["state"]): Promise<ReadRun["state"]> {
  return state.started?.parent === undefined ? state : (await readRun(store, await rootRun(store, state.run))).state;
}

function isIdentical({ identical, children }: ReplayReport): boolean {
  return identical && children.every(isIdentical);
}

function all(report: ReplayReport): readonly ReplayReport[] {
  return [report, ...report.children.flatMap(all)];
}

export function reportText(report: ReplayReport): string {
  const reports = all(report);
  const events = reports.reduce((sum, one) => sum + one.events, 0);
  const different = reports.find(({ identical }) => !identical);
  const runs = reports.length === 1 ? "" : ` of ${reports.length} runs`;
  if (different === undefined) return `identical: ${events} events${runs}, each computed anew as it is recorded\n`;
  const { run, difference } = different;
  if (difference === undefined) return `different: run ${run}\n`;
  const [recorded, computed] = wherePartsDiffer(difference.recorded, difference.computed);
  return `different: event ${difference.seq} of run ${run}\n  recorded: ${recorded}\n  computed: ${computed}\n`;
}

const WIDTH = 160;
const BEFORE = 60;

/** Both cut at the same place, a little before they part: an event can be long. */
function wherePartsDiffer(a: string, b: string): readonly [string, string] {
  let parts = 0;
  while (parts < Math.min(a.length, b.length) && a[parts] === b[parts]) parts += 1;
  const from = Math.max(a.length, b.length) <= WIDTH ? 0 : Math.max(0, parts - BEFORE);
  const cut = (text: string) => `${from > 0 ? "…" : ""}${text.slice(from, from + WIDTH)}${text.length > from + WIDTH ? "…" : ""}`;
  return [cut(a), cut(b)];
}
