/**
 * Tries the model layer against what others wrote: `npm run test:live`. Needs the packages of test/live, which it installs,
 * and asks real servers where STAGEWRIGHT_LIVE_MODELS names some.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { ROOT } from "./test-files.js";

const folder = join(ROOT, "test/live");
if (!existsSync(join(folder, "node_modules"))) run("npm", ["ci", "--prefix", folder]);
const files = glob.sync("test/live/*.live.ts", { cwd: ROOT }).sort();
run(process.execPath, ["--import", "tsx", "--test", ...files]);

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
