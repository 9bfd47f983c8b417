/** `npx tsx run pipelines/publisher.ts`, in a fresh clone: the same as `stagewright run`. */
import { join, relative } from "node:path";
import { main, processSurroundings } from "./src/cli/index.js";

// In a clone nothing is called `stagewright`: the lines that a person is to type must work as they stand.
const program = `npx tsx ${relative(process.cwd(), join(import.meta.dirname, "src/cli/main.ts"))}`;
// Should anything keep the answer from ever coming, that must not look like success.
process.exitCode = 1;
process.exitCode = await main(["run", ...process.argv.slice(2)], processSurroundings(program));
