import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { adapter, implement, query } from "../../src/dsl/index.js";
import { fitted } from "../../src/projects/gatherer.js";
import { gatherer, project, type TemplateSource } from "../../src/projects/index.js";
import { startRun } from "../../src/runner/index.js";
import { assertReplays } from "../runner/rig.js";
import { calls } from "../runner/workshop.js";
import { agreeable, folderWith, page, plain, scriptedModel, standsOn } from "./rig.js";

const given = { run: "r", input: { goal: "Find out.", sources: ["*.md"] } };
const note = plain([]).kinds.note;
assert.ok(note);

/** Reads sources, part by part. */
const reading = (partChars: number): TemplateSource =>
  plain([{ name: "read", kind: "note", title: "Read", forEach: "part" }], {
    kinds: { note: { ...note, gathers: ["sources"] } },
    partChars,
    concurrency: 1,
  });

test("each part of each source is handed to one task, and to no other", async (t) => {
  const words = Array.from({ length: 90 }, (_, index) => `word${index}`);
  const { implementation, asked } = scriptedModel(agreeable);
  const on = standsOn(folderWith(t, { "a.md": words.join(" "), "empty.md": " \n" }), implementation);
  const pipe = project(reading(250));
  assert.equal((await startRun(pipe, { ...on, ...given })).status, "done");
  const shown = asked.filter(({ kind }) => kind === "note").map(({ prompt }) => [...prompt.matchAll(/\bword\d+\b/g)].map(([word]) => word));
  assert.ok(shown.length > 2);
  assert.deepEqual(shown.flat(), words);
  await assertReplays(pipe, "r", on.store);
});

test("without sources, or without one that was there, a project says so", async (t) => {
  const folder = folderWith(t, { "a.md": "one" });
  const { implementation } = scriptedModel(agreeable);
  const on = standsOn(folder, implementation);
  const pipe = project(reading(250));
  const without = await startRun(pipe, { ...on, run: "w", input: { goal: "Find out." } });
  assert.equal(without.state.failure?.message, 'a project of kind "plain" works from sources, and none is given');
  const gone = await startRun(pipe, {
    ...on,
    ...given,
    onEvent: ({ type }) => {
      if (type === "child-started") rmSync(join(folder, "a.md"), { force: true });
    },
  });
  assert.equal(gone.status, "failed");
  assert.match(gone.state.stages.get("work")?.failure?.findings[0]?.message ?? "", /the source "a\.md" is not there any more/);
});

test("a gatherer of one's own collects through an adapter, and the task is held to what it gave", async (t) => {
  const weather = adapter("weather", { on: query({ takes: z.object({ day: z.string() }), gives: z.string() }) });
  const station = implement(weather, "station", { on: { perform: async ({ day }) => `On ${day} it rained 14 hours.` } });
  const rain = gatherer({
    uses: { weather },
    gather: async ({ task }, { weather }) => [{ source: "station", text: await weather.on({ day: String(task.about.day) }) }],
  });
  const template = plain([{ name: "rain", kind: "note", title: "Look at the rain", about: { day: "2026-03-19" } }], {
    kinds: { note: { ...note, gathers: ["rain"], done: { sections: ["Notes"] } } },
  });
  const { implementation, asked } = scriptedModel((one) => {
    if (one.kind === "report") return agreeable(one);
    return page(["Summary", "Notes"], one.time === 1 ? "it rained 15 hours" : "it rained 14 hours");
  });
  const on = standsOn(folderWith(t), implementation);
  const pipe = project(template, { gatherers: { rain } });
  const outcome = await startRun(pipe, { ...on, adapters: [...on.adapters, station], run: "r", input: { goal: "Find out." } });
  assert.equal(outcome.status, "done", JSON.stringify(outcome.state.failure));
  assert.match(asked[1]?.prompt ?? "", /the duration "15 hours" is not in the facts/);
});

test("a task with tools is done only with its file on the disk", async (t) => {
  const kinds: TemplateSource["kinds"] = { file: { ...note, tools: ["write_file"], artifacts: ["out/{task}.md"] } };
  const template = plain([{ name: "page", kind: "file", title: "Write the page" }], { kinds });
  const { implementation, asked } = scriptedModel((one) => {
    if (one.kind === "report") return agreeable(one);
    if (one.time === 2) return calls("write_file", { path: "out/page.md", text: "# Page\n" });
    return page(["Summary", "Notes"]);
  });
  const on = standsOn(folderWith(t), implementation);
  const outcome = await startRun(project(template), { ...on, run: "r", input: { goal: "Find out." } });
  assert.equal(outcome.status, "done", JSON.stringify(outcome.state.failure));
  assert.match(asked[1]?.prompt ?? "", /no tool call has succeeded since the task began/);
});

test("material that is too much is cut evenly, and says so", () => {
  const material = Array.from({ length: 4 }, (_, index) => ({ source: `s${index}`, text: "line of text\n".repeat(2_000) }));
  const cut = fitted(material);
  assert.equal(cut.length, 4);
  for (const { text } of cut) assert.ok(text.length <= 10_000 && text.endsWith("[cut: 26000 characters in all]"));
});
