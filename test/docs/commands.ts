import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommand } from "../../src/command/index.js";
import { NOT_RUN } from "./not-run.js";
import type { Block, Page } from "./page.js";
import type { Project } from "./project.js";

const LIMIT_MS = 120_000;
/** Of what a command wrote, in the message that it failed. */
const MOST_LINES = 12;

/**
 * Writes the files and runs the commands of a page in the order in which they stand there. The first that goes wrong
 * ends it, for what follows builds on it, and is given as `page:line: …`; where all goes well there is nothing.
 */
export async function commandFault({ blocks }: Page, { folder, env }: Project, signal: AbortSignal): Promise<string | undefined> {
  for (const block of blocks) {
    const { info } = block;
    if (info.kind === "ts" && info.file !== undefined) {
      mkdirSync(dirname(join(folder, info.file)), { recursive: true });
      writeFileSync(join(folder, info.file), block.text);
    }
    const fault =
      info.kind === "sh"
        ? await runBlock(block, { text: block.text, exit: info.exit }, { folder, env }, signal)
        : info.kind === "no-run"
          ? await runInPlace(block, { folder, env }, signal)
          : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function runInPlace(block: Block, project: Project, signal: AbortSignal): Promise<string | undefined> {
  for (const [index, line] of block.text.split("\n").entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const allowed = NOT_RUN.get(line);
    if (allowed === undefined) return `${block.page}:${block.line + index + 1}: "${line}" is not on the list of commands that are not run`;
    if (!("inPlace" in allowed)) continue;
    const fault = await runBlock({ ...block, line: block.line + index }, { text: allowed.inPlace, exit: 0 }, project, signal);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

interface Script {
  readonly text: string;
  /** The exit code of its last command. */
  readonly exit: number;
}

async function runBlock(block: Block, { text, exit }: Script, { folder, env }: Project, signal: AbortSignal): Promise<string | undefined> {
  const scratch = join(env.HOME ?? folder, "block");
  mkdirSync(scratch, { recursive: true });
  const reached = join(scratch, "reached");
  rmSync(reached, { force: true });
  writeFileSync(join(scratch, "script"), traced(text, reached));
  const result = await runCommand({
    program: "bash",
    args: ["-e", "-o", "pipefail", join(scratch, "script")],
    cwd: folder,
    env,
    timeoutMs: LIMIT_MS,
    signal,
  });
  const said = [result.stdout, result.stderr].map(lastOf).filter((output) => output !== "");
  if (!existsSync(reached)) return [`${block.page}:${block.line}: bash finds no command in the block`, ...said].join("\n");
  const lines = text.trimEnd().split("\n");
  const line = Math.min(Number(readFileSync(reached, "utf8")), lines.length);
  const isLast = line > lines.slice(0, -1).findLastIndex((one) => !one.endsWith("\\")) + 1;
  if (result.exitCode === (isLast ? exit : 0)) return undefined;
  const expected = isLast ? `, expected ${exit}` : "";
  const what = `"${lines[line - 1]}" ended with exit code ${result.exitCode}${expected}`;
  return [`${block.page}:${block.line + line}: ${what}`, ...said].join("\n");
}

function lastOf(output: string): string {
  return output.trimEnd().split("\n").slice(-MOST_LINES).join("\n");
}

/**
 * The script, which notes the line that it has reached. A failure left of `&&` does not end a script in bash; here it does,
 * on the next line. On one line with the first command, so that the numbers of the lines stay.
 */
function traced(text: string, reached: string): string {
  const isNewLine = '[ "$LINENO" != "$at" ]';
  const note = `status=$?; if [ "$status" -ne 0 ] && ${isNewLine}; then exit "$status"; fi; at=$LINENO; echo "$at" > "${reached}"`;
  return `at=0; trap '${note}' DEBUG; ${text}`;
}
