import type { Command } from "commander";
import type { Config } from "../../config/index.js";
import { isStagewrightError } from "../../dsl/index.js";
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
import { type Finding, wrong } from "../doctor/finding.js";
import { lookAtAll } from "../doctor/look.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";

interface DoctorOptions extends PrintOptions, StoreOption, ConfigOption {}

export function define(command: Command, { surroundings, end }: Invocation): void {
  const { cwd, out, env } = surroundings;
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright doctor", "stagewright doctor --json"]);
  command.action(async (options: DoctorOptions) => {
    let read: { readonly config: Config; readonly file?: string } = { config: {} };
    const found: Finding[] = [];
    try {
      read = await loadConfig(cwd, options.config);
    } catch (error) {
      // The rest can be looked at all the same.
      if (!isStagewrightError(error)) throw error;
      found.push(wrong("config", error.message.replaceAll("\n", "; "), error.hint));
    }
    const looked = await lookAtAll({ config: read.config, configFile: read.file, open: openStore(options.store, cwd), surroundings });
    found.push(...looked.filter(({ area }) => found.length === 0 || area !== "config"));
    const isWell = found.every(({ is }) => is !== "wrong");
    if (options.json) out.write(`${JSON.stringify({ isWell, findings: found }, undefined, 2)}\n`);
    else {
      const colours = coloursFor(out, env);
      const mark = { right: colours.green("ok   "), "to be looked at": colours.yellow("look "), wrong: colours.red("wrong") };
      for (const { area, is, says, hint } of found)
        out.write(`${mark[is]} ${area}: ${says}${hint === undefined ? "" : `\n        ${hint}`}\n`);
    }
    end(isWell ? EXIT.done : EXIT.failed);
  });
}
