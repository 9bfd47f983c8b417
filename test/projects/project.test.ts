import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Final, project } from "../../src/projects/index.js";
import { startRun } from "../../src/runner/index.js";
import { assertReplays } from "../runner/rig.js";
import { agreeable, folderWith, plain, scriptedModel, standsOn } from "./rig.js";

test("a project carries its tasks out by their needs, writes its report and returns what stands in it", async (t) => {
  const folder = folderWith(t);
  const { implementation, asked } = scriptedModel(agreeable);
  const pipe = project(
    plain([
      { name: "sum", kind: "note", title: "Sum up", needs: ["one", "two"] },
      { name: "one", kind: "note", title: "Note one" },
      { name: "two", kind: "note", title: "Note two", needs: ["one"] },
    ]),
  );
  const on = standsOn(folder, implementation);
  const outcome = await startRun(pipe, { ...on, run: "r", input: { goal: "Find out." } });
  assert.equal(outcome.status, "done", JSON.stringify(outcome.state.failure));
  assert.deepEqual(
    asked.map(({ who }) => who),
    ["one", "two", "sum", "report"],
  );
  const final = Final.parse(outcome.output);
  assert.deepEqual(final.outline, [
    { level: 1, title: "Notes", line: 1 },
    { level: 2, title: "Summary", line: 3 },
    { level: 2, title: "Result", line: 7 },
  ]);
  assert.equal(final.summary, "In short, all is as it was given.");
  assert.deepEqual(final.counts, { tasks: 3, done: 3, failed: 0, skipped: 0, added: 0, refused: 0, sections: 2, words: 19 });
  assert.equal(final.path, "plain-report.md");
  assert.match(readFileSync(join(folder, final.path), "utf8"), /^# Notes\n/);
  await assertReplays(pipe, "r", on.store);
});
