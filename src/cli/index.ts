import { runProgram } from "./program.js";
import { processSurroundings, type Surroundings } from "./surroundings.js";

export { type Output, processSurroundings, type Surroundings } from "./surroundings.js";

/** Runs the command line and gives its exit code; what was typed comes without the program's own name. */
export function main(args: readonly string[], surroundings: Surroundings = processSurroundings("stagewright")): Promise<number> {
  return runProgram(args, surroundings);
}
