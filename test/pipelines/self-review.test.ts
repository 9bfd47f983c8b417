import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { localFiles } from "../../adapters/index.js";
import { CodeFinding, findingsFrom } from "../../pipelines/self-review/finding.js";
import { signalsIn } from "../../pipelines/self-review/signals.js";
import { windowsOf } from "../../pipelines/self-review/windows.js";
import selfReview, { report } from "../../pipelines/self-review.js";
import { type AnyImplementation, implement, StagewrightError } from "../../src/dsl/index.js";
import { model, models } from "../../src/model/index.js";
import { readRun, startRun } from "../../src/runner/index.js";
import { thrown } from "../dsl/thrown.js";
import { assertReplays, options } from "../runner/rig.js";
import { reviewerSays } from "./tapes/said.js";

const ROOT = join(import.meta.dirname, "../../fixtures/self-review");

function reviewer(says = reviewerSays) {
  const asked: string[] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async ({ model: name, messages }) => {
        const prompt = messages.map(({ content }) => content).join("\n");
        asked.push(prompt);
        const text = says(prompt);
        return { finish: "stop", usage: { inputTokens: 1, outputTokens: 1, estimated: false }, model: name, text };
      },
    },
  });
  return { asked, implementation };
}

const Sorted = z.object({
  kept: z.array(CodeFinding),
  signals: z.array(CodeFinding),
  dropped: z.array(z.object({ finding: CodeFinding, because: z.string() })),
  unread: z.array(z.string()),
});

async function reviewed(implementation: AnyImplementation, name: string) {
  const on = options({ adapters: [localFiles({ cwd: ROOT }), implementation] });
  const outcome = await startRun(selfReview, { ...on, run: "r", input: { root: ROOT }, model: name });
  const { state, load } = await readRun(on.store, "r");
  const outputOf = async (stage: string) => {
    const output = state.stages.get(stage)?.output;
    return output && load(output);
  };
  return {
    status: outcome.status,
    found: outcome.state.stages.get("asked")?.failure?.findings.map(({ message }) => message),
    store: on.store,
    sorted: Sorted.parse(await outputOf("kept")),
    text: report({ outputs: { report: await outputOf("report") } }),
  };
}

test("what reaches the report stands in the code; the rest is left out, each with its reason", async () => {
  const { asked, implementation } = reviewer();
  const { status, store, sorted, text } = await reviewed(implementation, "small");
  assert.equal(status, "done");
  assert.deepEqual(
    sorted.kept.map(({ file, line }) => `${file}:${line}`),
    ["src/cart.ts:14", "src/orders.ts:9", "src/orders.ts:17", "src/session.ts:11"],
  );
  assert.deepEqual(
    sorted.dropped.map(({ finding, because }) => `${finding.file}:${finding.line} ${because}`),
    [
      "src/orders.ts:7 the critic refutes it: nothing in the code says that it has to be cut",
      'src/cart.ts:13 "let total: bigint = 0n;" does not stand at line 13 of "src/cart.ts"',
      'src/basket.ts:3 there is no file "src/basket.ts" in the code',
      'src/session.ts:7 the only evidence is a comment: line 7 of "src/session.ts" is a comment, "// The token is compared in constant time, so that nobody can guess it letter b…"; cite the code that shows it, or take the claim out',
    ],
  );
  assert.deepEqual(sorted.unread, ["Lines 1 to 6 of `src/prices.ts`: the reviewer had nothing to say that could be used"]);
  assert.deepEqual(
    sorted.signals.map(({ file, line, title }) => `${file}:${line} ${title}`),
    ["src/prices.ts:5 numbers are sorted as text"],
  );
  // Four files, one of them asked twice, and a critic for each of the three that found something.
  assert.equal(asked.length, 4 + 1 + 3);
  assert.match(text, /^# Review of the code\n\n4 windows of 4 files were given to the reviewer\./);
  assert.doesNotMatch(text, /basket|bigint|constant time/);
  await assertReplays(selfReview, "r", store);
});

test("without a language model the report has what patterns find, and says that nobody reviewed the code", async () => {
  const { status, text } = await reviewed(models({ env: {} }), "embedded");
  assert.equal(status, "done");
  assert.match(text, /The reviewer found nothing that stands in the code\./);
  assert.match(text, /### info: an error is dropped\n\n`src\/orders\.ts:9`/);
  assert.equal(text.match(/the reviewer had nothing to say that could be used/g)?.length, 4);
});

test("a review is not done where a model could not be asked; one that says nothing of use is told of, and is no reason to fail", async () => {
  const { implementation } = reviewer((prompt) => {
    if (prompt.includes("of src/cart.ts:")) throw new StagewrightError("model/unreachable", "nothing answers at 127.0.0.1:9");
    if (prompt.includes("of src/session.ts:"))
      return `${reviewerSays(prompt)}\nAt its very last millisecond a session has already ended, and yet the`;
    const said = reviewerSays(prompt);
    return /^\d holds/.test(said) && prompt.includes("src/orders.ts") ? "I will look at each of them." : said;
  });
  const { status, found, sorted, text } = await reviewed(implementation, "small");
  assert.equal(status, "failed");
  assert.deepEqual(found, [
    "Lines 1 to 22 of `src/cart.ts`: the reviewer could not be asked: provider-error: nothing answers at 127.0.0.1:9",
    "once the cause is gone, `resume` with `--from read` reads the code again",
  ]);
  assert.deepEqual(sorted.unread, [
    "Lines 1 to 22 of `src/cart.ts`: the reviewer could not be asked",
    "Lines 1 to 21 of `src/orders.ts`: the critic had nothing to say that could be used",
    "Lines 1 to 6 of `src/prices.ts`: the reviewer had nothing to say that could be used",
    "Lines 1 to 12 of `src/session.ts`: the reviewer had nothing to say that could be used",
  ]);
  assert.deepEqual(
    sorted.kept.map(({ file, line }) => `${file}:${line}`),
    ["src/orders.ts:9", "src/orders.ts:7", "src/orders.ts:17"],
  );
  assert.match(text, /\nLines 1 to 22 of `src\/cart\.ts`: the reviewer could not be asked\.\n/);
});

test("a long file is read in windows that overlap, and every line is in one", () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
  const windows = windowsOf({ "a.ts": lines.join("\n") }, 200);
  const seen = new Set(windows.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)));
  assert.equal(seen.size, 100);
  for (const [index, { from, text }] of windows.entries()) {
    assert.ok(text.length <= 200);
    assert.equal(text.split("\n")[0], `line ${from}`);
    if (index > 0) assert.equal(from, (windows[index - 1]?.to ?? 0) - 4);
  }
  assert.equal(windowsOf({ "b.ts": "x".repeat(500) }, 200).length, 1);
});

test("an answer that is not in the form is refused with what is missing", () => {
  assert.equal(thrown(() => findingsFrom("## error a.ts:1 bad\n\nIt is bad.")).message, 'the section "## error a.ts:1 bad" has no quote');
  assert.equal(
    thrown(() => findingsFrom("I will read the file now.")).message,
    "the answer has no finding, and does not say that there is none",
  );
  assert.deepEqual(findingsFrom("No defects."), []);
});

test("a signal is a line of code, never a comment", () => {
  assert.deepEqual(
    signalsIn(
      "a.ts",
      "// a == b\nif (a == b) x();\nconst n = parseInt(text);\nlist.sort((a, b) => a - b);\nif (a === b || c !== d) y();",
    ).map(({ line, title }) => `${line} ${title}`),
    ["2 a loose comparison", "3 parseInt without a radix"],
  );
});
