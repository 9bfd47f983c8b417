import assert from "node:assert/strict";
import test from "node:test";
import { coloursFor } from "../../src/cli/colours.js";
import { columns } from "../../src/cli/columns.js";
import { duration } from "../../src/cli/duration.js";
import { typedLine } from "../../src/cli/next-lines.js";
import { errorJson, errorText, exitCodeOf } from "../../src/cli/print-error.js";
import { StagewrightError } from "../../src/dsl/index.js";

test("a length of time is given in the unit that a person would choose", () => {
  assert.deepEqual([0, 999, 1_000, 59_900, 59_960, 125_000, 3_600_000, 12_000_000, -5].map(duration), [
    "0 ms",
    "999 ms",
    "1.0 s",
    "59.9 s",
    "1 min 00 s",
    "2 min 05 s",
    "1 h 00 min",
    "3 h 20 min",
    "0 ms",
  ]);
});

test("columns are aligned, and colours take no room", () => {
  assert.equal(
    columns(
      [
        ["a", "[31mred[39m", "x"],
        ["long", "b", ""],
      ],
      "  ",
    ),
    "  a     [31mred[39m  x\n  long  b\n",
  );
});

test("a line to type is quoted for the shell where it must be", () => {
  const line = (words: string[], given?: string) => typedLine("stagewright", words, { given });
  assert.equal(line(["resume", "a-1.b"]), "stagewright resume a-1.b");
  assert.equal(line(["reject", "a", "--reason", "too long"]), 'stagewright reject a --reason "too long"');
  assert.equal(line(["approve", "a", "--answer", `{"it's":"$1"}`]), `stagewright approve a --answer '{"it'\\''s":"$1"}'`);
  assert.equal(line(["resume", "a"], "/my runs"), 'stagewright resume a --store "/my runs"');
  assert.equal(line(["resume", "a"], ".stagewright"), "stagewright resume a");
});

test("colours follow the terminal, FORCE_COLOR turns them on, NO_COLOR off whatever else is said", () => {
  const isColoured = (isTty: boolean, env: Record<string, string>) =>
    coloursFor({ isTty, columns: 80, write: () => {} }, env).red("x") !== "x";
  assert.equal(isColoured(true, {}), true);
  assert.equal(isColoured(false, {}), false);
  assert.equal(isColoured(true, { TERM: "dumb" }), false);
  assert.equal(isColoured(false, { FORCE_COLOR: "1" }), true);
  assert.equal(isColoured(false, { FORCE_COLOR: "0" }), false);
  assert.equal(isColoured(true, { FORCE_COLOR: "1", NO_COLOR: "1" }), false);
});

test("an error says what, where and what to do, and shows no stack", () => {
  const error = new StagewrightError("tape/line", "line 3 is not JSON", { hint: "correct it", place: "a.jsonl:3" });
  assert.equal(errorText(error, { verbose: false }), "error: line 3 is not JSON\n  at a.jsonl:3\n  hint: correct it\n");
  assert.deepEqual(JSON.parse(errorJson(error)), {
    error: { code: "tape/line", message: "line 3 is not JSON", hint: "correct it", place: "a.jsonl:3" },
  });
});

test("an error that nobody foresaw keeps its message, and --verbose shows it and its causes with their stacks", () => {
  const error = new Error("outer", { cause: new Error("inner") });
  assert.equal(errorText(error, { verbose: false }), "error: outer\n  hint: --verbose shows where it happened\n");
  const verbose = errorText(error, { verbose: true });
  assert.match(verbose, /Error: outer\n {4}at /);
  assert.match(verbose, /Error: inner\n {4}at /);
  assert.equal(JSON.parse(errorJson("thrown text")).error.message, "thrown text");
});

test("bad usage ends with 2, a damaged journal or a full disk with 1", () => {
  const codes = ["usage/run", "run/input", "store/no-run", "journal/damaged", "blob/missing", "store/full"];
  assert.deepEqual(
    codes.map((code) => exitCodeOf(new StagewrightError(code, "m"))),
    [2, 2, 2, 1, 1, 1],
  );
  assert.equal(exitCodeOf(new Error("m")), 1);
});
