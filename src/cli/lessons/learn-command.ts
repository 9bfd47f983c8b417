import type { Command } from "commander";
import { learned, parseLessons } from "../../lessons/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { openStore } from "../open-store.js";
import { knownCategories, ownFile } from "./known-lessons.js";
import { learnedText, learnFromRun } from "./learn-from-run.js";

interface LearnOptions extends PrintOptions, StoreOption {
  readonly name?: string;
  readonly dryRun?: true;
}

export function learnCommand(command: Command, { surroundings, end }: Invocation): void {
  const learn = command
    .command("learn")
    .description("read from a run's journal what it teaches, and add that to its lessons")
    .argument("<run>", "its name, the beginning of it, the letters at its end, or last")
    .option("--name <name>", "the lessons file (default: the one that the run's prompts had, else the pipeline's name)")
    .option("--dry-run", "say what would be learned, and write nothing");
  storeOption(learn);
  printOptions(learn);
  examples(learn, ["stagewright lessons learn last", "stagewright lessons learn last --dry-run"]);
  learn.action(async (given: string, { name, dryRun, json, ...options }: LearnOptions) => {
    const { store } = openStore(options.store, surroundings.cwd);
    const result = await learnFromRun({
      store,
      run: await findRun(store, given),
      name,
      categories: knownCategories(surroundings),
      fileOf: (file) => {
        const own = ownFile(file, surroundings);
        return dryRun ? { learn: async (learning) => learned(parseLessons(own.read()).lessons, learning) } : own;
      },
    });
    const text = learnedText(result);
    surroundings.out.write(
      json ? `${JSON.stringify(result, undefined, 2)}\n` : dryRun ? `would be learned; nothing was written\n${text}` : text,
    );
    end(EXIT.done);
  });
}
