import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TaskResult } from "../../src/dsl/index.js";
import { collectedFrom } from "../../src/projects/collected.js";
import { Final, finalText, project, projectReport } from "../../src/projects/index.js";
import { decideGate, resumeRun, startRun } from "../../src/runner/index.js";
import { thrown } from "../dsl/thrown.js";
import { assertReplays } from "../runner/rig.js";
import { agreeable, folderWith, page, plain, scriptedModel, standsOn } from "./rig.js";

const given = { run: "r", input: { goal: "Find out." } };
const tasks = [
  { name: "a", kind: "note", title: "A" },
  { name: "b", kind: "note", title: "B", needs: ["a"], allowFailed: ["a"] },
];
const begun = { kind: "plain", goal: "Find out.", sources: [], tasks: [] };
const outcome = { summary: "It is so.", markdown: "# A\n", proposes: [] };
const done = (name: string): TaskResult => ({
  task: { name, kind: "note", title: name.toUpperCase() },
  status: "done",
  run: "r",
  output: outcome,
});

test("the report is refused while a task is open, each named with the reason", () => {
  const results: readonly TaskResult[] = [
    done("a"),
    { task: { name: "b", kind: "note" }, status: "failed", run: "r", reason: "the server is down" },
    { task: { name: "c", kind: "note" }, status: "skipped", reason: 'it needs "b", which failed' },
  ];
  const error = thrown(() => collectedFrom("plain", begun, [...tasks, { name: "d", kind: "note" }], results));
  assert.deepEqual(
    [error.code, error.message, error.hint],
    [
      "project/open-tasks",
      'the project has open tasks: "d" was never begun; "b" failed: the server is down; "c" was skipped: it needs "b", which failed',
      "`stagewright project tasks <run>` says what each waits for",
    ],
  );
});

test("a failed task that those who need it do without is no open task: the report is told that it has nothing", () => {
  const results: readonly TaskResult[] = [
    { task: { name: "a", kind: "note", title: "A" }, status: "failed", run: "r", reason: "I could not do it" },
    { ...done("b"), task: { name: "b", kind: "note", title: "B", needs: ["a"], allowFailed: ["a"] } },
  ];
  assert.deepEqual(collectedFrom("plain", begun, tasks, results), {
    goal: "Find out.",
    tasks: [{ name: "b", title: "B", text: "# A\n" }],
    without: [{ name: "a", title: "A" }],
  });
});

test("a project ends as the kind that it began with, whatever its template has become", async (t) => {
  const stop = new AbortController();
  const { implementation } = scriptedModel((one) => {
    if (one.who === "b") stop.abort(new Error("stop"));
    return agreeable(one);
  });
  const folder = folderWith(t);
  const on = standsOn(folder, implementation);
  await startRun(project(plain(tasks)), { ...on, ...given, signal: stop.signal });
  const other = project({ ...plain(tasks), kind: "other" });
  const after = await resumeRun(other, "r", { ...on, acceptChanges: true });
  assert.deepEqual(
    [after.status, after.state.failure?.stage, after.state.failure?.message],
    ["failed", "collect", 'the project began as "plain" and is to end as "other"'],
  );
});

test("a task that was put into the template on the way is open until it is done", async (t) => {
  const folder = folderWith(t);
  const stop = new AbortController();
  const { implementation } = scriptedModel((one) => {
    if (one.who === "b" && one.time === 1) stop.abort(new Error("stop"));
    return agreeable(one);
  });
  const on = standsOn(folder, implementation);
  await startRun(project(plain(tasks)), { ...on, ...given, signal: stop.signal });
  const longer = project(plain([...tasks, { name: "c", kind: "note", title: "C" }]));
  const after = await resumeRun(longer, "r", { ...on, acceptChanges: true });
  assert.equal(after.state.failure?.message, 'the project has open tasks: "c" was never begun');
  const again = await resumeRun(longer, "r", { ...on, from: "plan", acceptChanges: true });
  assert.deepEqual([again.status, Final.parse(again.output).counts.done], ["done", 3]);
});

test("a report that invents a detail, or lacks a section, goes back to its writer; three times, then the run says why", async (t) => {
  const folder = folderWith(t);
  const { implementation, asked } = scriptedModel((one) => {
    if (one.kind !== "report") return agreeable(one);
    return one.time === 1 ? page(["Summary"], "the flood of 1802 broke 14 wheels") : agreeable(one);
  });
  const on = standsOn(folder, implementation);
  assert.equal((await startRun(project(plain(tasks)), { ...on, ...given })).status, "done");
  const second = asked.filter(({ kind }) => kind === "report")[1]?.prompt ?? "";
  assert.match(second, /the number "14" is not in the facts/);
  assert.match(second, /"Result"/);

  const stubborn = scriptedModel((one) => (one.kind === "report" ? page(["Summary", "Result"], "14 wheels broke") : agreeable(one)));
  const failed = await startRun(project(plain(tasks)), { ...standsOn(folder, stubborn.implementation), ...given });
  assert.deepEqual([failed.status, failed.state.failure?.stage], ["failed", "review"]);
  assert.equal(stubborn.asked.filter(({ kind }) => kind === "report").length, 4);
});

test("a person may review the report; what they made of it is held to the same checks before it goes out", async (t) => {
  const folder = folderWith(t);
  const { implementation } = scriptedModel(agreeable);
  const on = standsOn(folder, implementation);
  const pipe = project(plain(tasks));
  const waits = await startRun(pipe, { ...on, run: "r", input: { goal: "Find out.", ask: true, out: "out/end.md" } });
  assert.deepEqual([waits.status, waits.waiting?.stage], ["blocked", "approve"]);
  await decideGate(pipe, "r", { decision: "edit", value: { markdown: page(["Summary", "Result"], "99 wheels broke") } }, on);
  const back = await resumeRun(pipe, "r", on);
  assert.deepEqual([back.status, back.waiting?.stage], ["blocked", "approve"]);
  const edited = page(["Summary", "Result"], "nothing was found");
  await decideGate(pipe, "r", { decision: "edit", value: { markdown: edited } }, on);
  const end = await resumeRun(pipe, "r", on);
  assert.equal(end.status, "done", JSON.stringify(end.state.failure));
  assert.equal(readFileSync(join(folder, "out/end.md"), "utf8"), edited);
  await assertReplays(pipe, "r", on.store);
});

test("a report that is not on the disk as it was approved is no end", async (t) => {
  const folder = folderWith(t);
  const { implementation } = scriptedModel(agreeable);
  const on = standsOn(folder, implementation);
  const altering = {
    ...on,
    onEvent: ({ type }: { readonly type: string }) => {
      if (type === "effect-settled") writeFileSync(join(folder, "plain-report.md"), "another text");
    },
  };
  const outcome = await startRun(project(plain(tasks)), { ...altering, ...given });
  assert.deepEqual(
    [outcome.status, outcome.state.failure?.stage, outcome.state.failure?.message],
    ["failed", "finalize", 'the report at "plain-report.md" is not the one that was approved'],
  );
  assert.equal((await resumeRun(project(plain(tasks)), "r", { ...on, from: "file" })).status, "done");
});

test("the end of a project is told in a few lines", () => {
  const final: Final = {
    summary: "The mill burned.",
    outline: [
      { level: 1, title: "The mill", line: 1 },
      { level: 2, title: "Summary", line: 3 },
    ],
    counts: { tasks: 5, done: 3, failed: 1, skipped: 1, added: 1, refused: 2, sections: 1, words: 90 },
    path: "out.md",
    sha256: "0".repeat(64),
  };
  const text = [
    "The mill burned.",
    "",
    "The mill (line 1)",
    "  Summary (line 3)",
    "",
    "tasks   3 of 5 tasks done, 1 failed, 1 skipped, 1 added on the way, 2 proposed and refused",
    "report  out.md, 90 words",
  ].join("\n");
  assert.equal(finalText(final), text);
  assert.equal(projectReport({ outputs: { finalize: final } }), text);
  assert.equal(projectReport({ outputs: {} }), "");
});
