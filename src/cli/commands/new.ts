import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { agentFile } from "../template/agent-file.js";
import { pipelineFile } from "../template/pipeline-file.js";
import { testFile } from "../template/test-file.js";

export function define(command: Command, { surroundings, end }: Invocation): void {
  command.argument("<name>", "small letters, digits and dashes, a letter first");
  printOptions(command);
  examples(command, ["stagewright new minutes", "npx tsx --test test/minutes.test.ts"]);
  command.action(async (name: string, options: PrintOptions) => {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) {
      throw new StagewrightError("pipeline/name", `"${name}" cannot name a pipeline`, {
        hint: "use small letters, digits and dashes, a letter first",
      });
    }
    const files = new Map([
      [`pipelines/${name}.ts`, pipelineFile(name)],
      [`pipelines/${name}/AGENT.md`, agentFile(name)],
      [`test/${name}.test.ts`, testFile(name)],
    ]);
    await writeAll(files, surroundings.cwd);
    const paths = [...files.keys()];
    const next = [`npx tsx --test test/${name}.test.ts`, `${surroundings.program} run ${name} --help`];
    if (options.json) surroundings.out.write(`${JSON.stringify({ name, files: paths }, undefined, 2)}\n`);
    else
      surroundings.out.write(
        `written:\n${paths.map((path) => `  ${path}\n`).join("")}next:\n${next.map((line) => `  ${line}\n`).join("")}`,
      );
    end(EXIT.done);
  });
}

/** All of the files or none: nothing that is there is touched. */
async function writeAll(files: ReadonlyMap<string, string>, cwd: string): Promise<void> {
  const there = [...files.keys()].filter((path) => existsSync(join(cwd, path)));
  if (there.length > 0) {
    throw new StagewrightError(
      "usage/exists",
      `${there.map((path) => `"${path}"`).join(", ")} ${there.length === 1 ? "is" : "are"} there already`,
      {
        hint: "nothing was written: choose another name, or move what is there",
      },
    );
  }
  const written: string[] = [];
  try {
    for (const [path, text] of files) {
      const file = join(cwd, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: "wx" });
      written.push(file);
    }
  } catch (cause) {
    for (const file of written) await rm(file, { force: true });
    throw new StagewrightError("usage/write", `the files cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: "nothing of them was left",
      place: cwd,
      cause,
    });
  }
}
