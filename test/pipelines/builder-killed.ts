/** `builder-killed.ts <folder>`: a run of the builder whose program does not end; whoever started it kills it. */
import { codingAgents } from "../../adapters/coding-agent/index.js";
import builder from "../../pipelines/builder.js";
import { startRun } from "../../src/runner/index.js";
import { fileStore } from "../../src/store/index.js";
import { rulesOf } from "../adapters/coding-agent/shop.js";

/** What each process stands on; the folder is where the program looks for word to go on. */
export function killedBuilder(cwd: string, env: Readonly<Record<string, string | undefined>>) {
  return { store: fileStore(`${cwd}/runs`), adapters: [codingAgents({ cwd, rules: rulesOf(), env: { ...env, PLACE: cwd } })] };
}

const [, , folder] = process.argv;
if (folder !== undefined && process.argv[1] === import.meta.filename) {
  const input = { folder: "shop", task: "Round prices.", program: "slow", test: "prices" };
  await startRun(builder, { ...killedBuilder(folder, process.env), run: "r", input });
}
