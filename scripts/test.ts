/**
 * Runs the tests: `npm test`, or some of them: `npm test -- core store/files`. A flag goes on to node:
 * `npm test -- core --test-name-pattern=rollback`.
 */
import { spawnSync } from "node:child_process";
import { ROOT, testFiles } from "./test-files.js";

const given = process.argv.slice(2);
const words = given.filter((argument) => !argument.startsWith("-"));
const files = testFiles(words);
if (files.length === 0) {
  console.error(`no test file has ${words.map((word) => `"${word}"`).join(" or ")} in its path`);
  process.exit(2);
}
const flags = ["--import", "tsx", "--test", "--test-concurrency=2", ...given.filter((argument) => argument.startsWith("-"))];
const { status, signal } = spawnSync(process.execPath, [...flags, ...files], { cwd: ROOT, stdio: "inherit" });
if (signal) console.error(`the tests were ended by ${signal}`);
process.exit(status ?? 1);
