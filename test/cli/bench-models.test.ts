import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { modelServer } from "../model/server/model-server.js";
import { fixture, shell } from "./shell.js";

const good = { says: { parts: [{ text: "The cache holds 12 entries." }], usage: { input: 40, output: 8 } } };
const invented = { says: { parts: [{ text: "The cache holds 512 entries and saved 40 hours." }], usage: { input: 40, output: 12 } } };

test("two models are given the same facts, and one scorecard compares what came of them", async (t) => {
  const { call, cwd } = shell(t);
  const first = await modelServer(t, "openai", [good]);
  const second = await modelServer(t, "openai", [invented, good]);
  const config = {
    models: {
      small: { model: first.model, prices: [{ from: "2026-01-01", inputPerMillion: 10, outputPerMillion: 100 }] },
      large: { model: second.model, prices: [{ from: "2026-01-01", inputPerMillion: 100, outputPerMillion: 1_000 }] },
    },
  };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify(config));
  const args = ["bench", "models", "--pipeline", fixture("measured"), "--model", "small", "--model", "large"];
  const { code, out, err } = await call([...args, "--topic", "cache", "--html", "models.html"]);
  assert.equal(err, "small, run 1 of 1\nlarge, run 1 of 1\n");
  assert.equal(
    out,
    `model  done    time  tokens/s  attempts  findings  ungrounded  tool failures  cost
small  1 of 1  0 ms  ?         3         0 → 0     0           0              $0.0012
large  1 of 1  0 ms  ?         4         2 → 0     0           0              $0.0280

time of stage  small  large
facts          0 ms
draft          0 ms   0 ms, 2 tries
review         0 ms   0 ms, 2 tries

findings, first → last  small  large
grounding               0 → 0  2 → 0

the page is models.html
`,
  );
  assert.equal(code, 0);
  // Both were asked about the facts of the first run, which were gathered once.
  assert.deepEqual(first.received.at(-1)?.body.messages, second.received.find(({ method }) => method === "POST")?.body.messages);
  const page = readFileSync(join(cwd, "models.html"), "utf8");
  assert.match(page, /<td>large<\/td><td>1 of 1<\/td>/);
  assert.match(page, /aria-label="Findings, first version and last. small: 0 → 0; large: 2 → 0"/);
  assert.doesNotMatch(page, /NaN|undefined|https?:/);
});

test("a model that does not get done is in the scorecard with its reason, and the command ends with 1", async (t) => {
  const { call } = shell(t);
  const server = await modelServer(t, "openai", [invented]);
  const { code, out } = await call([
    "bench",
    "models",
    "--pipeline",
    fixture("measured"),
    "--model",
    server.model,
    "--json",
    "--runs",
    "2",
  ]);
  assert.equal(code, 1);
  const { scores, scorecards, runs } = JSON.parse(out);
  assert.deepEqual([runs, scorecards.length], [2, 2]);
  const [{ good: done, before, after, ungrounded, messages, usd }] = scores;
  assert.deepEqual([done, before, after, ungrounded, usd], [0, 2, 2, 2, undefined]);
  assert.deepEqual(messages, ['stage "review" went back to "draft" once, which is its bound']);
});

test("what cannot be compared is refused before any model is asked", async (t) => {
  const { call, cwd } = shell(t);
  const said = async (...args: string[]) => {
    const { code, err } = await call(["bench", "models", ...args]);
    return [code, err.split("\n").filter((line) => line.startsWith("error"))[0]];
  };
  assert.deepEqual(await said("--pipeline", fixture("measured")), [2, 'error: required option "--model <name>" not specified']);
  assert.deepEqual(await said("--pipeline", fixture("reported"), "--name", "Ana", "--model", "embedded"), [
    2,
    'error: pipeline "greet" has no stage whose model could be another',
  ]);
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ models: { small: { model: "ollama:#m" } } }));
  assert.deepEqual(await said("--pipeline", fixture("measured"), "--model", "smal"), [2, 'error: there is no model "smal" in the config']);
});
