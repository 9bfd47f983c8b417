import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { inTurn, type Measure, msOf } from "./measure.js";

const CLI = join(dirname(import.meta.dirname), "dist", "src", "cli", "main.js");
const TIMES = 25;
const WHAT = "start of `stagewright --help`, against `node -e 0`";

/** How long a person waits for the command line to say anything. */
export const startUp: Measure = async () => {
  if (!existsSync(CLI)) return [{ what: WHAT, skipped: "dist/ is not there: npm run build" }];
  const { ratio, oursMs, theirsMs } = await inTurn(
    TIMES,
    () => msOf(() => node(CLI, "--help")),
    () => msOf(() => node("-e", "0")),
  );
  return [{ what: WHAT, ratio, most: 2.5, detail: `${Math.round(oursMs)} ms, ${Math.round(theirsMs)} ms` }];
};

function node(...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
}
