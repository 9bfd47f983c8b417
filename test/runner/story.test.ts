import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { gather, implement, input, pipeline, tasks, work } from "../../src/dsl/index.js";
import { type Completion, model } from "../../src/model/index.js";
import { openBlockers, readRun, startRun } from "../../src/runner/index.js";
import { assertReplays, eventsOfType, options } from "./rig.js";
import { calls, workshop } from "./workshop.js";

/** What the model does in each task, question by question; the last one goes on for ever. */
const DOES: Readonly<Record<string, readonly (string | Partial<Completion>)[]>> = {
  /** It skips the work and says that it is done. */
  collect: ["All sources are collected.", "Done, as I said.", "The task is complete."],
  /** It reads, and then reports a file that is not there. */
  outline: [calls("read_file", { path: "source.md" }), "The outline is in `outline.md`.", "It is in `outline.md`.", "See `outline.md`."],
  /** It writes one file again and again. */
  draft: [calls("write_file", { path: "draft.md", text: "# Owls\n" })],
  /** It writes the call of a tool as text. */
  critic: ['<tool_call>{"name": "read_file", "arguments": {"path": "draft.md"}}</tool_call>'],
  /** The one that works. */
  notes: [
    calls("read_file", { path: "source.md" }),
    calls("write_file", { path: "notes.md", text: "Owls fly by night.\n" }),
    "Owls fly by night.",
  ],
};

test("a model that skips, invents, repeats itself and answers in markup gets nowhere, and the run says why", async (t) => {
  const { folder, tools, ran } = await workshop(t);
  await writeFile(join(folder, "source.md"), "Owls fly by night.");
  const asked: Record<string, number> = {};
  const scripted = implement(model, "scripted", {
    complete: {
      perform: async ({ model: name, messages }) => {
        const task = /^Task: (\w+)/m.exec(messages.map(({ content }) => content).join("\n"))?.[1] ?? "";
        const turn = asked[task] ?? 0;
        asked[task] = turn + 1;
        const answer = DOES[task]?.[turn] ?? DOES[task]?.at(-1) ?? "";
        const usage = { inputTokens: 7, outputTokens: 3, estimated: false };
        return { finish: "stop", usage, model: name, text: "", ...(typeof answer === "string" ? { text: answer } : answer) };
      },
    },
  });

  const task = input(z.object({ name: z.string(), artifact: z.string().optional() }));
  const act = work("act", {
    needs: { task },
    tools,
    prompt: ({ task }) => `Task: ${task.name}`,
    artifacts: ({ task }) => (task.artifact === undefined ? [] : [task.artifact]),
    output: z.string(),
  });
  const job = pipeline("job", { input: task, stages: [act] });
  const told = input(z.object({ critic: z.unknown() }));
  const report = pipeline("report", {
    input: told,
    stages: [gather("report", { needs: { told }, output: z.unknown(), run: ({ told }) => told.critic })],
  });
  const request = input(z.object({}));
  const plan = tasks("plan", {
    needs: { request },
    kinds: { job, report },
    concurrency: 1,
    plan: () => [
      { name: "collect", kind: "job" },
      { name: "outline", kind: "job", about: "outline.md" },
      { name: "draft", kind: "job", about: "draft.md" },
      { name: "critic", kind: "job" },
      { name: "notes", kind: "job", about: "notes.md" },
      { name: "report", kind: "report", needs: ["critic"], allowFailed: ["critic"] },
      { name: "publish", kind: "job", needs: ["collect", "outline", "draft"] },
    ],
    input: (_, { task, needed }) =>
      task.kind === "report"
        ? { critic: needed.critic }
        : { name: task.name, ...(typeof task.about === "string" && { artifact: task.about }) },
  });
  const project = pipeline("project", { input: request, stages: [plan] });
  const on = options({ adapters: [scripted], folder });
  const outcome = await startRun(project, { ...on, run: "r", input: {} });

  // Nothing of it is done, but for the task that was done and the report that knows only that its critic failed.
  assert.equal(outcome.status, "blocked");
  const ended = await eventsOfType(on.store, "r", "child-ended");
  assert.deepEqual(
    ended.map(({ child, status }) => `${child} ${status}`),
    ["r.plan.v1.draft failed", "r.plan.v1.critic failed", "r.plan.v1.notes done", "r.plan.v1.report done"],
  );
  const { state, load } = await readRun(on.store, "r.plan.v1.report");
  const output = state.stages.get("report")?.output;
  assert.deepEqual(output && (await load(output)), { status: "failed", reason: "FAILED: no findings" });
  // It wanted to write the file without end; the guard stopped it at the third time without a change.
  assert.equal(ran.filter((one) => one === "write draft.md").length < 4, true);

  // And the run says why, in plain words.
  assert.match(ended[0]?.reason ?? "", /draft\.md/);
  assert.match(ended[1]?.reason ?? "", /^FAILED: no findings .*wrote a tool call as text/);
  const reasons = (await openBlockers(on.store, "r")).map(({ run, blocker }) => `${run}: ${blocker.reason}`);
  assert.equal(reasons.length, 2);
  assert.match(reasons[0] ?? "", /^r\.plan\.v1\.collect: .*no tool/is);
  assert.match(reasons[1] ?? "", /^r\.plan\.v1\.outline: .*"outline\.md" is not on the disk/is);
  await assertReplays(project, "r", on.store);
});
