import assert from "node:assert/strict";
import { test } from "node:test";
import { type Intent, intentOf } from "../../../src/chief/desk/intent.js";

const INTENTS = [{ says: ["publish tonight's post", "publish"], pipeline: "publisher", input: { days: 1 } }];

const TABLE: readonly (readonly [text: string, wants: Intent["wants"], answeredPipeline?: string])[] = [
  ["/help", "help"],
  ["/start", "help"],
  ["/STATUS", "status"],
  ["What's running?", "status"],
  ["what is running right now", "status"],
  ["Hey, what’s going on?", "status"],
  ["status please", "status"],
  ["Ce rulează acum?", "status"],
  ["Was läuft gerade?", "status"],
  ["how far is the dossier?", "status"],
  ["what is running water made of", "unclear"],
  ["The status quo must go", "unclear"],
  ["/stop", "stop"],
  ["stop", "unclear"],
  ["Publish tonight’s post!", "pipeline"],
  ["Could you publish, please", "pipeline"],
  ["publish the book", "unclear"],
  ["what runs?", "status"],
  ["/run publisher", "pipeline"],
  ['/run publisher {"days": 2}', "pipeline"],
  ["/run", "unreadable"],
  ["/run publisher {days}", "unreadable"],
  ["/lesson publisher Keep titles short.", "lesson"],
  ["/lesson publisher", "unreadable"],
  ["/dance", "unreadable"],
  ["No, use the new name of the product.", "lesson", "publisher"],
  ["Don't begin with a question", "lesson", "publisher"],
  ["too long", "lesson", "publisher"],
  ["No, use the new name of the product.", "unclear"],
  ["From now on, no exclamation marks.", "lesson"],
  ["Notice the second paragraph", "unclear", "publisher"],
  ["thanks!", "unclear", "publisher"],
];

for (const [text, wants, answeredPipeline] of TABLE) {
  const to = answeredPipeline === undefined ? "" : `, said to what ${answeredPipeline} brought,`;
  test(`"${text}"${to} is ${wants}`, () => {
    assert.equal(intentOf(text, { intents: INTENTS, answeredPipeline }).wants, wants);
  });
}

test("a command that starts a pipeline has its input, and an intent that of the configuration", () => {
  assert.deepEqual(intentOf('/run publisher {"days": 2}', { intents: [] }), {
    wants: "pipeline",
    pipeline: "publisher",
    input: { days: 2 },
  });
  assert.deepEqual(intentOf("publish", { intents: INTENTS }), { wants: "pipeline", pipeline: "publisher", input: { days: 1 } });
});

test("a lesson is about the pipeline whose message is answered, or the one that is named", () => {
  const facts = { intents: [], answeredPipeline: "dossier" };
  assert.deepEqual(intentOf(" Never cite a forum. ", facts), { wants: "lesson", pipeline: "dossier", text: "Never cite a forum." });
  assert.deepEqual(intentOf("/lesson publisher Short titles.", facts), { wants: "lesson", pipeline: "publisher", text: "Short titles." });
});

test("what is wrong with a command is said with what there is", () => {
  assert.deepEqual(intentOf("/dance", { intents: [] }), {
    wants: "unreadable",
    because:
      'there is no command "/dance"; there are /help, /status, /stop, /run <pipeline> [input as JSON], /lesson <pipeline> <what to do better>',
  });
});
