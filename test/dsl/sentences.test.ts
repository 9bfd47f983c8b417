import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { isStagewrightError } from "../../src/dsl/index.js";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "test/fixtures/does-not-compile");

/** What the compiler and, for those who write plain JavaScript, the run time say to each file of the folder. */
const SENTENCES: Readonly<Record<string, string>> = {
  "needs-later.ts": 'stage "draft" needs "facts", which is not listed before it',
  "in-the-middle.ts": 'stage "answer" needs "mail", which is not listed before it',
  "two-of-thirty-swapped.ts": 'stage "stage-21" needs "stage-20", which is not listed before it',
  "review-compares-with-unlisted.ts": 'stage "review" needs "facts", which is not listed before it',
  "definition-of-done-compares-with-unlisted.ts": 'stage "careful" needs "facts", which is not listed before it',
  "goes-back-to-unlisted.ts": 'stage "approve" goes back to "facts", which is not listed before it',
  "goes-back-by-kind-to-unlisted.ts": 'stage "review" goes back to "facts", which is not listed before it',
  "twice.ts": 'two stages are named "facts"',
  "input-name.ts": 'two stages are named "input"',
};

let report = "";

before(async () => {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  report = await promisify(execFile)(process.execPath, [tsc, "-p", FOLDER, "--pretty", "false"], { cwd: FOLDER }).then(
    ({ stdout }) => `compiled: ${stdout}`,
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
});

/** The lines of the compiler's report by the file that they are about. */
function errorsByFile(): Record<string, string> {
  const parts = report.split(/^(?=\S+\.ts\(\d+,\d+\): error )/m).filter((part) => part !== "");
  return Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf("(")), part]));
}

test("the compiler finds one error in each file, and none in the stages that they share", () => {
  assert.deepEqual(Object.keys(errorsByFile()).sort(), Object.keys(SENTENCES).sort(), report);
  assert.equal(report.match(/: error TS/g)?.length, Object.keys(SENTENCES).length, report);
});

for (const [file, sentence] of Object.entries(SENTENCES)) {
  test(`the compiler says of ${file}: ${sentence}`, () => {
    const said = errorsByFile()[file] ?? report;
    assert.equal(/readonly fault: ("(?:[^"\\]|\\.)*")/.exec(said.split("\n")[1] ?? "")?.[1], JSON.stringify(sentence), said);
  });

  test(`the run time says of ${file}: ${sentence}`, async () => {
    await assert.rejects(import(join(FOLDER, file)), (error) => isStagewrightError(error) && error.message === sentence);
  });
}
