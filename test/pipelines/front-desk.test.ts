import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import frontDesk from "../../pipelines/front-desk.js";
import type { Wanted } from "../../src/chief/index.js";
import { implement } from "../../src/dsl/index.js";
import { model, models } from "../../src/model/index.js";
import { fileSources, startRun } from "../../src/runner/index.js";
import { options } from "../runner/rig.js";

const CHOICES = [
  { pipeline: "publisher", description: "writes the post about a day of work from its commits", takes: {} },
  { pipeline: "dossier", description: "gathers what sources say about a question, with citations", takes: {} },
];

/** What comes of a message; `said` are a model's answers, one after the other; without them the embedded writer answers. */
async function read(text: string, said?: readonly string[]) {
  const left = [...(said ?? [])];
  const scripted = implement(model, "scripted", {
    complete: {
      perform: async ({ model: name }) => ({
        text: left.shift() ?? "",
        finish: "stop",
        usage: { inputTokens: 1, outputTokens: 1, estimated: false },
        model: name,
      }),
    },
  });
  const outcome = await startRun(frontDesk, {
    ...options(),
    adapters: [said === undefined ? models({ env: {} }) : scripted],
    sources: fileSources(join(import.meta.dirname, "../..")),
    input: { text, choices: CHOICES },
  });
  return { status: outcome.status, reading: outcome.output as Wanted | undefined, state: outcome.state };
}

test("without a model the words say which pipeline is meant, where one stands out", async () => {
  assert.deepEqual((await read("Could the publisher do its thing?")).reading, { do: "run", pipeline: "publisher", input: {} });
  assert.deepEqual((await read("A post about the work of the day, please")).reading, { do: "run", pipeline: "publisher", input: {} });
  assert.deepEqual((await read("Any citations on this question?")).reading, { do: "run", pipeline: "dossier", input: {} });
});

test("without a model what no words tell is asked back", async () => {
  for (const text of ["Hello there", "publisher or dossier, whichever"]) {
    assert.deepEqual((await read(text)).reading, {
      do: "answer",
      text: "I cannot tell what you want. I can start publisher, dossier: write /run and its name, with its input as JSON.",
    });
  }
});

test("a model's reading is taken, also from a fenced block", async () => {
  const run = { do: "run", pipeline: "dossier", input: { question: "Who invented the lock?" } };
  assert.deepEqual((await read("Who invented the lock?", [JSON.stringify(run)])).reading, run);
  const answer = { do: "answer", text: "Which lock?" };
  assert.deepEqual((await read("The lock?", [`\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``])).reading, answer);
});

test("a model that names a pipeline that may not be started is sent back, and fails if it insists", async () => {
  const wrong = JSON.stringify({ do: "run", pipeline: "publish", input: {} });
  const right = JSON.stringify({ do: "run", pipeline: "publisher", input: {} });
  assert.equal((await read("Publish", [wrong, right])).reading?.do, "run");
  assert.equal((await read("Publish", [wrong, wrong, wrong, wrong])).status, "failed");
});

test("an answer that is no reading fails in so many words", async () => {
  const { status, state } = await read("Publish", Array<string>(9).fill("I have queued it for you."));
  assert.equal(status, "failed");
  assert.match(JSON.stringify([...state.stages.values()]), /the answer does not say what is wanted/);
});
