import { join } from "node:path";
import type { Command } from "commander";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { typedLine } from "../next-lines.js";
import { openStore } from "../open-store.js";

export function define(command: Command, { surroundings, end }: Invocation): void {
  command.argument("<run>", "a run's name or the beginning of it");
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright repair publisher-20260319-k3xw7q"]);
  command.action(async (given: string, options: PrintOptions & StoreOption) => {
    const open = openStore(options.store, surroundings.cwd);
    const run = await findRun(open.store, given);
    const { copy, keptLines, lost, fixedLineEnds } = await open.store.repair(run);
    const copyPath = join(open.root, "runs", run, copy);
    if (options.json) {
      surroundings.out.write(`${JSON.stringify({ run, keptLines, lost, fixedLineEnds, copy: copyPath }, undefined, 2)}\n`);
      return end(EXIT.done);
    }
    const lines = [
      `repaired: run ${run}`,
      `  kept: ${keptLines} ${keptLines === 1 ? "line" : "lines"}${fixedLineEnds ? ", with their line ends put right" : ""}`,
      lost.length === 0 ? "  lost: nothing" : `  lost: ${lost.length} ${lost.length === 1 ? "line" : "lines"}`,
      ...lost.map((line) => `    ${line}`),
      `  the journal as it was: ${copyPath}`,
      keptLines === 0
        ? "nothing of the run is left: start it again"
        : `to go on:\n  ${typedLine(surroundings.program, ["resume", run], open)}`,
    ];
    surroundings.out.write(`${lines.join("\n")}\n`);
    end(EXIT.done);
  });
}
