import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Final, project, projectStanding, type TemplateSource, templateOf } from "../../src/projects/index.js";
import { holdTask, readRun, releaseTask, resumeRun, spentByRun, startRun, unblock } from "../../src/runner/index.js";
import { assertReplays, eventsOfType } from "../runner/rig.js";
import { calls } from "../runner/workshop.js";
import { type Asked, agreeable, folderWith, page, plain, scriptedModel, standsOn } from "./rig.js";

const given = { run: "r", input: { goal: "Find out." } };
const note = plain([]).kinds.note;
assert.ok(note);

/** One kind that writes, one that works with tools and may be blocked. */
const kinds: TemplateSource["kinds"] = { note, dig: { ...note, tools: ["list_files"] } };

interface Drawn {
  readonly tasks: TemplateSource["tasks"];
  readonly outcomes: readonly ("does" | "fails" | "is blocked")[];
}

/** Any tree of up to seven tasks, each of which ends well, fails or is blocked. */
const tree: fc.Arbitrary<Drawn> = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat(6), { maxLength: 3 }),
      allows: fc.boolean(),
      outcome: fc.constantFrom("does" as const, "does" as const, "fails" as const, "is blocked" as const),
    }),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((nodes) => ({
    outcomes: nodes.map(({ outcome }) => outcome),
    tasks: nodes.map(({ needs, allows, outcome }, index) => {
      const before = [...new Set(needs.filter((need) => need < index))].map((need) => `t${need}`);
      return {
        name: `t${index}`,
        kind: outcome === "is blocked" ? "dig" : "note",
        title: `Task ${index}`,
        needs: before,
        allowFailed: allows ? before : [],
      };
    }),
  }));

test("no task runs before what it needs, and a project ends, or names what it waits for", async (t) => {
  const folder = folderWith(t);
  await fc.assert(
    fc.asyncProperty(tree, async ({ tasks, outcomes }) => {
      const script = (asked: Asked) => {
        const outcome = outcomes[Number(/^t(\d+)$/.exec(asked.who)?.[1])];
        if (outcome === "fails") return new Error("the server is down");
        if (outcome === "is blocked") return calls("blocked", { reason: "the archive is closed", waitingOn: "the archivist" });
        return agreeable(asked);
      };
      const { implementation } = scriptedModel(script);
      const on = standsOn(folder, implementation);
      const pipe = project(plain(tasks, { kinds, concurrency: 2 }));
      const outcome = await startRun(pipe, { ...on, ...given });

      const started = await eventsOfType(on.store, "r", "child-started");
      const ended = await eventsOfType(on.store, "r", "child-ended");
      for (const { task = "", seq } of started) {
        const planned = tasks.find(({ name }) => name === task);
        for (const need of planned?.needs ?? []) {
          const item = tasks.findIndex(({ name }) => name === need) + 1;
          const end = ended.find((event) => event.item === item);
          assert.ok(end !== undefined && end.seq < seq, `${task} began before ${need} had ended`);
          assert.ok(end.status === "done" || planned?.allowFailed?.includes(need), `${task} began although ${need} ${end.status}`);
        }
      }

      const template = templateOf(pipe);
      assert.ok(template);
      const standing = await projectStanding(template, await readRun(on.store, "r"));
      const waits = standing?.tasks.filter(({ status }) => status === "waits") ?? [];
      if (outcome.status === "blocked") {
        assert.ok(waits.length > 0);
        for (const { why } of waits) assert.equal(why, "the archivist");
      } else {
        assert.ok(outcome.status === "done" || outcome.status === "failed", outcome.status);
        assert.deepEqual(waits, []);
        for (const { status } of standing?.tasks ?? []) assert.ok(["done", "failed", "skipped"].includes(status), status);
        if (outcome.status === "failed") assert.match(outcome.state.failure?.message ?? "", /failed: "t\d/);
      }
      for (const { status, waitsFor } of standing?.tasks ?? []) if (status === "open") assert.ok(waitsFor.length > 0);
    }),
    { numRuns: 15 },
  );
});

const growing = (max: number, depth: number) =>
  plain([{ name: "survey", kind: "survey", title: "Survey" }], {
    kinds: { survey: { ...note, proposes: ["lead"] }, lead: { ...note, proposes: ["lead"] } },
    grow: { max, depth, perTask: 2 },
  });

/** Proposes two leads in every task. */
const eager = (asked: Asked) =>
  asked.kind === "report"
    ? agreeable(asked)
    : page(["Summary", "Notes"], "more is to be found", "## Proposed tasks\n\n- lead: the log\n- lead: the clock");

test("a tree grows by what its tasks propose, as far as number and depth allow; what is refused is named", async (t) => {
  const pipe = project(growing(3, 2));
  const { implementation, asked } = scriptedModel(eager);
  const on = standsOn(folderWith(t), implementation);
  const { output, status, state } = await startRun(pipe, { ...on, ...given });
  assert.equal(status, "done", JSON.stringify(state.failure));
  assert.deepEqual(
    asked.map(({ who }) => who).filter((who) => who !== "report"),
    ["survey", "survey-1", "survey-2", "survey-1-1"],
  );
  assert.deepEqual([Final.parse(output).counts.added, Final.parse(output).counts.refused], [3, 5]);
  const template = templateOf(pipe);
  assert.ok(template);
  const standing = await projectStanding(template, await readRun(on.store, "r"));
  assert.deepEqual(
    standing?.refused.map(({ task, reason }) => `${task.name}: ${reason}`),
    [
      "survey-1-2: 3 tasks were added already, which is the bound",
      "survey-2-1: 3 tasks were added already, which is the bound",
      "survey-2-2: 3 tasks were added already, which is the bound",
      "survey-1-1-1: it would be 3 steps from the plan, and 2 are allowed",
      "survey-1-1-2: it would be 3 steps from the plan, and 2 are allowed",
    ],
  );
  await assertReplays(pipe, "r", on.store);
});

test("a tree grows no further than its budget goes; what has not begun by then is skipped, and the project ends", async (t) => {
  const survey = { ...note, proposes: ["lead"] };
  const tasks = [
    { name: "survey", kind: "survey", title: "Survey" },
    { name: "sum", kind: "note", title: "Sum up", needs: ["survey"], withAdded: ["survey"] },
  ];
  const grow = { max: 9, depth: 2, perTask: 3, budgetUsd: 0.5 };
  const pipe = project(plain(tasks, { kinds: { note, survey, lead: survey }, grow, concurrency: 1 }));
  const { implementation, asked } = scriptedModel((one) => {
    const text = one.kind === "survey" || one.kind === "lead" ? page(["Summary", "Notes"], "more is to be found", leads) : agreeable(one);
    return { text, cost: { usd: 0.3, estimated: false } };
  });
  const leads = "## Proposed tasks\n\n- lead: the log\n- lead: the clock\n- lead: the door";
  const on = standsOn(folderWith(t), implementation);
  const { status, state } = await startRun(pipe, { ...on, ...given });
  assert.equal(status, "done", JSON.stringify(state.failure));
  assert.deepEqual(
    asked.map(({ who }) => who),
    ["survey", "survey-1", "survey-2", "sum", "report"],
  );
  const { usd, tokens } = await spentByRun(on.store, "r");
  assert.deepEqual({ usd: Number(usd.toFixed(6)), tokens }, { usd: 1.5, tokens: 0 });
  const told = asked.find(({ who }) => who === "sum")?.prompt ?? "";
  assert.match(told, /FAILED: no findings/, "it is told that the task it waited for found nothing");
  const template = templateOf(pipe);
  assert.ok(template);
  const standing = await projectStanding(template, await readRun(on.store, "r"));
  const spent = "the tasks that were added have cost $0.6, and $0.5 are allowed";
  const open = standing?.tasks.filter(({ status }) => status === "skipped").map(({ task, why }) => `${task.name}: ${why}`);
  assert.deepEqual(open, [`survey-3: ${spent}`, ...["1-1", "1-2", "1-3"].map((name) => `survey-${name}: ${spent}`)]);
  assert.deepEqual(
    standing?.refused.map(({ task, reason }) => `${task.name}: ${reason}`),
    ["2-1", "2-2", "2-3"].map((name) => `survey-${name}: ${spent}`),
  );
  await assertReplays(pipe, "r", on.store);
});

test("what a child of an added task has cost counts too, and is counted once when a run is resumed", async (t) => {
  const pipe = project(
    plain([{ name: "survey", kind: "survey", title: "Survey" }], {
      kinds: { survey: { ...note, proposes: ["lead"], retries: 2 }, lead: { ...note, retries: 2 } },
      grow: { max: 3, depth: 1, perTask: 3, budgetUsd: 0.5 },
      concurrency: 1,
    }),
  );
  const { implementation, asked } = scriptedModel((one) => {
    if (one.kind === "report") return agreeable(one);
    const leads = one.kind === "survey" ? "## Proposed tasks\n\n- lead: the log\n- lead: the clock\n- lead: the door" : "";
    // Each lead needs two tries, and both are paid for.
    const titles = one.kind === "lead" && one.time === 1 ? ["Summary"] : ["Summary", "Notes"];
    return { text: page(titles, "more is to be found", leads), cost: { usd: 0.2, estimated: false } };
  });
  const on = standsOn(folderWith(t), implementation);
  await startRun(pipe, { ...on, ...given });
  const ended = await eventsOfType(on.store, "r", "child-ended");
  assert.deepEqual(
    ended.map(({ status, usd }) => `${status} ${usd}`),
    ["done 0.2", "done 0.4", "done 0.4"],
  );
  assert.deepEqual(
    asked.map(({ who }) => who),
    ["survey", "survey-1", "survey-1", "survey-2", "survey-2", "report"],
  );
  await assertReplays(pipe, "r", on.store);
});

test("a task that proposes what it may not is told so, and mends it", async (t) => {
  const { implementation, asked } = scriptedModel((one) => {
    if (one.kind === "report" || one.prompt.includes("of kind")) return agreeable(one);
    return page(["Summary", "Notes"], "more is to be found", "## Proposed tasks\n\n- rewrite: the whole");
  });
  const on = standsOn(folderWith(t), implementation);
  const { output } = await startRun(project(growing(3, 2)), { ...on, ...given });
  assert.equal(Final.parse(output).counts.added, 0);
  assert.match(asked[1]?.prompt ?? "", /the proposed task "the whole" is of kind "rewrite"; the kinds are "lead" \(project\/proposals\)/);
});

test("a blocked task holds up those that need it, names for whom it waits, and goes on when that has come", async (t) => {
  const tasks = [
    { name: "dig", kind: "dig", title: "Dig" },
    { name: "sum", kind: "note", title: "Sum up", needs: ["dig"] },
    { name: "other", kind: "note", title: "Another matter" },
  ];
  const pipe = project(plain(tasks, { kinds }));
  const template = templateOf(pipe);
  assert.ok(template);
  const { implementation, asked } = scriptedModel((one) => {
    if (one.kind !== "dig") return agreeable(one);
    if (one.time === 1) return calls("blocked", { reason: "the archive is closed", waitingOn: "the archivist" });
    return one.time === 2 ? calls("list_files", { pattern: "*" }) : page(["Summary", "Notes"]);
  });
  const on = standsOn(folderWith(t, { "a.md": "a" }), implementation);
  const standing = async () =>
    (await projectStanding(template, await readRun(on.store, "r")))?.tasks.map(({ task, status, waitsFor, why }) =>
      [task.name, status, ...waitsFor, ...(why === undefined ? [] : [why])].join(", "),
    );
  assert.equal((await startRun(pipe, { ...on, ...given })).status, "blocked");
  assert.deepEqual(await standing(), ["dig, waits, the archivist", "sum, open, dig", "other, done"]);
  await unblock("r.work.v1.dig", { note: "the key is under the mat" }, on);
  const outcome = await resumeRun(pipe, "r", on);
  assert.equal(outcome.status, "done", JSON.stringify(outcome.state.failure));
  assert.deepEqual(await standing(), ["dig, done", "sum, done", "other, done"]);
  assert.ok(asked.some(({ who, prompt }) => who === "dig" && prompt.includes("the key is under the mat")));
  await assertReplays(pipe, "r", on.store);
});

test("a task that a person holds back is not begun until it is let go; the others are", async (t) => {
  const tasks = [
    { name: "a", kind: "note", title: "A" },
    { name: "b", kind: "note", title: "B", needs: ["a"] },
    { name: "c", kind: "note", title: "C", needs: ["b"] },
  ];
  const pipe = project(plain(tasks));
  const template = templateOf(pipe);
  assert.ok(template);
  const stop = new AbortController();
  const { implementation } = scriptedModel((one) => {
    if (one.who === "a" && one.time === 1) stop.abort(new Error("stop"));
    return agreeable(one);
  });
  const on = standsOn(folderWith(t), implementation);
  assert.equal((await startRun(pipe, { ...on, ...given, signal: stop.signal })).status, "interrupted");
  await holdTask(pipe, "r", { task: "b", reason: "wait for Monday" }, on);
  assert.equal((await resumeRun(pipe, "r", on)).status, "blocked");
  const standing = await projectStanding(template, await readRun(on.store, "r"));
  assert.deepEqual(
    standing?.tasks.map(({ status, why }) => [status, why]),
    [
      ["done", undefined],
      ["held", "ana: wait for Monday"],
      ["open", undefined],
    ],
  );
  await releaseTask(pipe, "r", { task: "b" }, on);
  assert.equal((await resumeRun(pipe, "r", on)).status, "done");
});
