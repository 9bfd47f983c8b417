import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { LEVELS, type Level, type LogLine, logLineIn } from "../../chief/index.js";
import { StagewrightError } from "../../dsl/index.js";
import { type Followed, readOn, realDisk } from "../../store/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { openStore } from "../open-store.js";
import { setTimer } from "../set-timer.js";
import { untilSignal } from "../surroundings.js";

interface LogsOptions extends PrintOptions, StoreOption {
  readonly follow?: boolean;
  readonly level: Level;
  readonly lines: string;
}

const LOOK_MS = 250;

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .option("-f, --follow", "go on with what is logged from now on, until Ctrl-C")
    .option("-n, --lines <number>", "how many of the last lines", "50")
    .addOption(new Option("--level <level>", "what is below it is left out").choices(LEVELS).default("info"));
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright logs", "stagewright logs -f", "stagewright logs --level warn -n 500 --json"]);
  command.action(async ({ follow = false, level, lines, json, store }: LogsOptions) => {
    const { out, err } = surroundings;
    const { root } = openStore(store, surroundings.cwd);
    const most = Number(lines);
    if (!Number.isInteger(most) || most < 0) {
      throw new StagewrightError("usage/lines", `"${lines}" is no number of lines`, { hint: "--lines takes a whole number, as in -n 100" });
    }
    const files = followedFolder(join(root, "logs"));
    const isShown = (line: LogLine) => LEVELS.indexOf(line.level) >= LEVELS.indexOf(level);
    const print = (line: LogLine) => out.write(json ? `${JSON.stringify(line)}\n` : textOf(line));
    const before = files.read().filter(isShown);
    if (before.length === 0 && !follow) err.write(`nothing is logged in ${join(root, "logs")}\n`);
    for (const line of most === 0 ? [] : before.slice(-most)) print(line);
    if (follow) {
      let timer = setTimer(LOOK_MS, look);
      function look(): void {
        for (const line of files.read().filter(isShown)) print(line);
        timer = setTimer(LOOK_MS, look);
      }
      await untilSignal(surroundings);
      timer.stop();
    }
    end(EXIT.done);
  });
}

/** The lines of all days that were not read yet. */
function followedFolder(folder: string): { read(): readonly LogLine[] } {
  const days = new Map<string, Followed>();
  return {
    read: () => {
      const found: LogLine[] = [];
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];
      for (const name of names.sort()) {
        const followed = days.get(name) ?? { offset: 0, lines: 0 };
        days.set(name, followed);
        readOn(realDisk, join(folder, name), followed, (text) => {
          const line = logLineIn(text);
          if (line !== undefined) found.push(line);
        });
      }
      return found;
    },
  };
}

function textOf({ at, level, from, says }: LogLine): string {
  return `${at.slice(0, 19)}Z ${level.padEnd(5)} ${from.padEnd(8)} ${says}\n`;
}
