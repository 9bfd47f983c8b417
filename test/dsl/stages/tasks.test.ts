import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { gather, input, pipeline, tasks } from "../../../src/dsl/index.js";
import { thrown } from "../thrown.js";

const task = input(z.object({}));
const kind = (name: string) => pipeline(name, { input: task, stages: [gather("act", { output: z.string(), run: () => name })] });
const plain = { plan: () => [], input: () => ({}) };

test("two kinds may share a pipeline, but not a pipeline's name", () => {
  const reading = kind("reading");
  assert.equal(tasks("work", { ...plain, kinds: { read: reading, again: reading } }).kind, "tasks");
  assert.deepEqual(
    thrown(() => tasks("work", { ...plain, kinds: { read: reading, again: kind("reading") } })),
    {
      code: "stage/contract",
      message: 'stage "work" has two pipelines of name "reading"',
      hint: "a run knows its pipeline by the name: give one of them another",
    },
  );
});

test("a tree that may run no task at once, or keep no note, is refused", () => {
  const kinds = { read: kind("reading") };
  assert.equal(thrown(() => tasks("work", { ...plain, kinds, concurrency: 0 })).message, 'stage "work" has concurrency: 0');
  const note = { schema: z.string(), first: "", next: () => "", maxChars: 0.5 };
  assert.equal(thrown(() => tasks("work", { ...plain, kinds, note })).message, 'stage "work" has note.maxChars: 0.5');
  for (const budgetUsd of [0, -1, Number.NaN]) {
    const grow = { max: 1, depth: 1, budgetUsd, propose: () => [] };
    assert.equal(thrown(() => tasks("work", { ...plain, kinds, grow })).message, `stage "work" has grow.budgetUsd: ${budgetUsd}`);
  }
});
