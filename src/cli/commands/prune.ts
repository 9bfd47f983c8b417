import type { Command } from "commander";
import { RetentionRules } from "../../retention/index.js";
import type { Invocation } from "../command-list.js";
import { configOption, examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { runPruner } from "../prune-runs.js";
import { nowOf } from "../surroundings.js";
import { wholeNumber } from "../whole-number.js";

interface PruneOptions extends PrintOptions, StoreOption {
  readonly config?: string;
  readonly days?: number;
  readonly last?: number;
  readonly pipeline?: string;
  readonly dryRun?: true;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .option("--days <number>", "those that ended more than so many days ago, whatever the config says", wholeNumber(0))
    .option("--last <number>", "so many of the last runs of each pipeline stay (default: as the config says, else 20)", wholeNumber(0))
    .option("--pipeline <name>", "the runs of this pipeline alone, and all that they started")
    .option("--dry-run", "say what would go, and take nothing away");
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright prune --dry-run", "stagewright prune --days 90", "stagewright prune --days 7 --last 0 --pipeline nudge"]);
  command.action(async (options: PruneOptions) => {
    const { cwd, out } = surroundings;
    const open = openStore(options.store, cwd);
    const pruner = runPruner(open, () => nowOf(surroundings));
    const trees = await pruner.due(await rulesOf(options, cwd), { pipeline: options.pipeline });
    const runs = options.dryRun ? trees.flat() : await pruner.remove(trees);
    if (options.json) out.write(`${JSON.stringify({ store: open.root, dryRun: options.dryRun === true, runs }, undefined, 2)}\n`);
    else out.write(textOf(runs, { isDry: options.dryRun === true, root: open.root }));
    end(EXIT.done);
  });
}

async function rulesOf({ config: named, days, last }: PruneOptions, cwd: string): Promise<RetentionRules> {
  const { retention = RetentionRules.parse({}) } = (await loadConfig(cwd, named)).config;
  // What a person says holds for all pipelines alike.
  const pipelines = days === undefined ? retention.pipelines : {};
  return {
    ...retention,
    pipelines,
    ...(days !== undefined && { days }),
    ...(last !== undefined && { last }),
  };
}

function textOf(runs: readonly string[], { isDry, root }: { readonly isDry: boolean; readonly root: string }): string {
  const count = `${runs.length} ${runs.length === 1 ? "run" : "runs"}`;
  if (runs.length === 0) return `no run in ${root} is to go: \`retention\` of the config and --days say how long they are kept\n`;
  return `${runs.map((run) => `${run}\n`).join("")}${isDry ? `${count} would go` : `${count} removed`}\n`;
}
