import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { localFiles } from "../../adapters/index.js";
import { analysisFrom } from "../../pipelines/incident/analysis.js";
import { evidenceIn } from "../../pipelines/incident/evidence.js";
import incident, { report } from "../../pipelines/incident.js";
import type { AnyImplementation } from "../../src/dsl/index.js";
import { models } from "../../src/model/index.js";
import { readRun, startRun } from "../../src/runner/index.js";
import { thrown } from "../dsl/thrown.js";
import { assertReplays, eventsOfType, fakeModel, options } from "../runner/rig.js";
import { CAUSE } from "./tapes/said.js";

const LOGS = join(import.meta.dirname, "../../fixtures/incident/logs");
const SYMPTOM = "After a deploy nothing answers on the service's port.";

async function written(implementation: AnyImplementation) {
  const on = options({ adapters: [localFiles({ cwd: LOGS }), implementation] });
  const outcome = await startRun(incident, { ...on, run: "r", input: { symptom: SYMPTOM, logs: LOGS } });
  const { state, load } = await readRun(on.store, "r");
  const output = state.stages.get("report")?.output;
  await assertReplays(incident, "r", on.store);
  return { outcome, store: on.store, text: report({ outputs: { report: output && (await load(output)) } }) };
}

test("a cause whose every step is tied to a line is written up, with the lines as they stand in the logs", async () => {
  const { outcome, text } = await written(fakeModel(CAUSE).implementation);
  assert.equal(outcome.status, "done", outcome.state.failure?.message);
  assert.match(text, /\n2\. The new worker 1485 could not listen, since the address 127\.0\.0\.1:18477 was in use\. \(E7\)\n/);
  assert.match(text, /\n## Applied\n\nNothing was changed\. This write-up only reads\.\n/);
  assert.match(
    text,
    /\nE\d+ worker\.log:5 2026-12-02T09:51:33\.549Z error EADDRINUSE: listen EADDRINUSE: address already in use 127\.0\.0\.1:18477\n/,
  );
});

test("a step without a line, with a line that is not there, or with a number that no log holds goes back, and then fails", async () => {
  const invented =
    "## Cause\n\n1. The disk of the database was full. [E999]\n2. It had been so for days.\n\n## Proposed\n\n## Verification\n";
  const { store, outcome } = await written(fakeModel(invented, CAUSE).implementation);
  assert.equal(outcome.status, "done", outcome.state.failure?.message);
  const [failed] = await eventsOfType(store, "r", "attempt-failed");
  assert.deepEqual(
    failed?.findings.map(({ message }) => message),
    [
      '"The disk of the database was full." cites E999, and there is no such line: the evidence goes from E1 to E24',
      '"It had been so for days." cites no evidence: end it with the lines that show it, such as [E1], or leave it out',
    ],
  );
  const wrong = CAUSE.replace("1485 could", "9999 could");
  const never = await written(fakeModel(wrong, wrong, wrong).implementation);
  assert.equal(never.outcome.status, "failed");
  assert.match(never.outcome.state.failure?.message ?? "", /went back to "analysis" 2 times, which is its bound/);
});

test("without a language model the write-up has the evidence, and names no cause", async () => {
  const { outcome, text } = await written(models({ env: {} }));
  assert.equal(outcome.status, "done", outcome.state.failure?.message);
  assert.match(text, /\nNo cause was named that the evidence carries\.\n/);
  assert.match(text, /\n24 lines\.\n/);
});

test("lines of several logs stand in the order of their times, each with those around it; of too many the middle is left out", () => {
  const files = {
    "a.log": "2026-01-01T00:00:01Z start\n2026-01-01T00:00:04Z error: full\n  at write\n",
    "b.log": "2026-01-01T00:00:02Z timeout\n2026-01-01T00:00:09Z all is well\n",
    "c.log": "nothing\n",
  };
  const told = (most: number) => evidenceIn(files, most).evidence.map(({ id, file, line }) => `${id} ${file}:${line}`);
  assert.deepEqual(told(10), ["E1 a.log:1", "E2 b.log:1", "E3 a.log:2", "E4 a.log:3", "E5 b.log:2"]);
  assert.deepEqual([told(2), evidenceIn(files, 2).leftOut], [["E1 a.log:1", "E2 b.log:2"], 3]);
});

test("an answer that is not in the form is refused with the section that is missing", () => {
  assert.equal(thrown(() => analysisFrom("I will look at the logs.")).message, 'the answer has no section "Cause"');
  assert.deepEqual(analysisFrom("## Cause\n\n## Proposed\n\n- Wait.\n\n## Verification\n"), {
    cause: [],
    proposed: ["Wait."],
    verification: [],
  });
});
