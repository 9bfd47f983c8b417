import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { localFiles } from "../../adapters/index.js";
import { everythingCited } from "../../pipelines/dossier/answer.js";
import { passagesFor } from "../../pipelines/dossier/passages.js";
import dossier, { report } from "../../pipelines/dossier.js";
import type { AnyImplementation } from "../../src/dsl/index.js";
import { models } from "../../src/model/index.js";
import { citationsOf, readDocument } from "../../src/reading/index.js";
import { readRun, startRun } from "../../src/runner/index.js";
import { assertReplays, eventsOfType, fakeModel, options } from "../runner/rig.js";

const BRIDGE =
  "# The bridge\n\nThe bridge over the Prahova was opened in 1931. It is 214 metres long.\n\n# The road\n\nThe road leads to Ploiești.\n";
const QUESTION = "How long is the bridge?";

async function answered(t: TestContext, texts: Readonly<Record<string, string>>, implementation: AnyImplementation, question = QUESTION) {
  const root = await mkdtemp(join(tmpdir(), "dossier-"));
  t.after(() => rm(root, { recursive: true }));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(root, name), text);
  const on = options({ adapters: [localFiles({ cwd: root }), implementation] });
  const outcome = await startRun(dossier, { ...on, run: "r", input: { question, root } });
  const { state, load } = await readRun(on.store, "r");
  const output = state.stages.get("dossier")?.output;
  await assertReplays(dossier, "r", on.store);
  return { outcome, store: on.store, text: report({ outputs: { dossier: output && (await load(output)) } }) };
}

test("an answer whose every paragraph is cited, and whose citations stand in the sources, becomes the dossier", async (t) => {
  const said = 'It is 214 metres long. [bridge §1 @62 "214 metres long"]\n\nThe sources do not say how wide it is.';
  const { outcome, text } = await answered(t, { "bridge.md": BRIDGE }, fakeModel(said).implementation);
  assert.equal(outcome.status, "done", outcome.state.failure?.message);
  assert.match(text, /^# How long is the bridge\?\n\nIt is 214 metres long\. \[bridge §1 @62 "214 metres long"\]\n/);
  assert.match(text, /\n- bridge: The bridge, 2 sections, SHA-256 [0-9a-f]{12}$/);
});

test("a claim without a citation, or with words that stand nowhere, goes back with what is wrong, and fails in the end", async (t) => {
  const bare = "It is 214 metres long.";
  const invented = 'It is 300 metres long. [bridge §1 @62 "300 metres long"]';
  const { outcome, store } = await answered(t, { "bridge.md": BRIDGE }, fakeModel(bare, invented, invented, invented).implementation);
  assert.equal(outcome.status, "failed");
  const messages = (await eventsOfType(store, "r", "attempt-failed")).map(({ findings }) => findings[0]?.message ?? "");
  assert.equal(messages[0], '"It is 214 metres long." cites nothing: end it with the citation that shows it, or leave it out');
  assert.match(messages[1] ?? "", /300 metres long/);
});

/** A made-up book of over a million letters, in chapters, with one sentence that answers the question. */
function book(): string {
  const nouns = ["harbour", "lamp", "keeper", "storm", "letter", "boat", "winter", "tower"];
  const verbs = ["kept", "saw", "lost", "wrote", "heard", "carried", "feared", "found"];
  const chapters = Array.from({ length: 120 }, (_, chapter) => {
    const sentences = Array.from({ length: 200 }, (_, index) => {
      const n = chapter * 200 + index;
      return `The ${nouns[n % 8]} of year ${1_700 + (n % 97)} ${verbs[(n * 7) % 8]} the ${nouns[(n * 5 + 3) % 8]} once more.`;
    });
    if (chapter === 77) sentences.splice(100, 0, "The viaduct at Vârfuri is 412 metres long, and was built in nine years.");
    return `# Chapter ${chapter + 1}\n\n${Array.from({ length: 20 }, (_, at) => sentences.slice(at * 10, at * 10 + 10).join(" ")).join("\n\n")}\n`;
  });
  return chapters.join("\n");
}

test("without a language model a book of a million letters is answered by quotations that stand in it", async (t) => {
  const text = book();
  assert.ok(text.length > 1_000_000);
  const question = "How long is the viaduct at Varfuri?";
  const { outcome, text: written } = await answered(t, { "book.md": text }, models({ env: {} }), question);
  assert.equal(outcome.status, "done", outcome.state.failure?.message);
  const [first, ...others] = citationsOf(written);
  assert.equal(first?.quote, "The viaduct at Vârfuri is 412 metres long, and was built in nine years.");
  assert.ok(others.length < 12);
  assert.match(written, /\n\nThe sources say the following of it\. No model has weighed it\.\n\n/);
});

test("passages that say rare words of the question come first, and those that say none do not come", async () => {
  const document = await readDocument({
    name: "a.md",
    content: "# One\n\nThe lamp is old.\n\n# Two\n\nThe lamp was lit by Ana.\n\n# Three\n\nIt rained.\n",
  });
  const found = passagesFor("Who lit the lamp? Ana?", [document], 5);
  assert.deepEqual(
    found.map(({ section, text }) => `§${section} ${text.trim().split("\n").at(-1)}`),
    ["§2 The lamp was lit by Ana.", "§1 The lamp is old."],
  );
  assert.deepEqual(passagesFor("viaduct", [document], 5), []);
});

test("a passage stays within its section, so that all its words can be cited by the section that it names", async () => {
  const content = "# The line\n\n## The viaduct\n\nIt is 412 metres long.\n\n## The bridge\n\nIt is 64 metres long.\n";
  const document = await readDocument({ name: "survey.md", content });
  const found = passagesFor("How many metres?", [document], 5);
  assert.deepEqual(
    found.map(({ section, offset, text }) => [section, offset, text]),
    [
      ["2", 12, "## The viaduct\n\nIt is 412 metres long.\n\n"],
      ["3", 52, "## The bridge\n\nIt is 64 metres long.\n"],
    ],
  );
  assert.deepEqual(passagesFor("Which line?", [document], 5), []);
});

test("without a language model sources of several short sections are quoted from the section that each quotation stands in", async (t) => {
  const survey = "# The line\n\n## The bridge at Runcu\n\nThe bridge at Runcu is of iron.\n\n## The viaduct\n\nIt is 412 metres long.\n";
  const question = "Is the bridge at Runcu or the viaduct 412 metres long?";
  const { outcome, text } = await answered(t, { "survey.md": survey }, models({ env: {} }), question);
  assert.equal(outcome.status, "done", outcome.state.failure?.message);
  assert.deepEqual(
    citationsOf(text).map(({ section, quote }) => `§${section} ${quote}`),
    ["§3 It is 412 metres long.", "§2 The bridge at Runcu is of iron."],
  );
});

test("headings and the word that the sources do not say it need no citation", () => {
  assert.deepEqual(everythingCited.run("## Length\n\nThe sources do not say it.", {}), []);
});
