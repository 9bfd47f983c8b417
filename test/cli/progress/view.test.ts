import assert from "node:assert/strict";
import test from "node:test";
import picocolors from "picocolors";
import { z } from "zod";
import { view } from "../../../src/cli/progress/view.js";
import type { NewEvent } from "../../../src/core/index.js";
import { gate, gather, input, pipeline, rollbackTo } from "../../../src/dsl/index.js";
import { after, at, begun, done, failedAttempt, opened, START, started } from "./story.js";

const facts = gather("facts", { output: z.string(), run: () => "" });
const draft = gather("draft", { output: z.string(), run: () => "", retries: 1 });
const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 2 }) });
const post = pipeline("post", { input: input(z.object({})), stages: [facts, draft, approve] });
const seen = (seconds: number, ...events: readonly NewEvent[]) => view(after(started, ...events), post, new Date(START + seconds * 1_000));

test("a stage that runs shows the time so far, one that is done how long it took", () => {
  assert.equal(
    seen(10, begun("facts"), done("facts"), begun("draft")),
    `post  post-1  10.0 s
  ✓ facts    1.0 s
  ▸ draft    7.0 s
  · approve
`,
  );
});

test("a second attempt says so", () => {
  assert.match(seen(9, begun("facts"), failedAttempt("facts", 1), begun("facts", 1, 2)), /▸ facts {4}8\.0 s {2}attempt 2\n/);
});

test("a stage that failed for good says why, in one line", () => {
  assert.match(seen(9, begun("facts"), failedAttempt("facts", 0)), /✗ facts {4}8\.0 s {2}no answer\n/);
});

test("a gate that waits says so, and time stands still for the run", () => {
  assert.equal(
    seen(60, begun("facts"), done("facts"), begun("draft"), done("draft"), begun("approve"), opened("approve")),
    `post  post-1  6.0 s
  ✓ facts    1.0 s
  ✓ draft    1.0 s
  ? approve  55.0 s  waits for approval
`,
  );
});

test("a rollback draws the stages that run again as open, with their version", () => {
  const rejected = seen(
    12,
    ...[begun("facts"), done("facts"), begun("draft"), done("draft"), begun("approve"), failedAttempt("approve", 0)],
    { type: "rolled-back", from: "approve", to: "draft", because: "rejected", time: 1, max: 2, hands: ["draft"], findings: [] },
    begun("draft", 2),
  );
  assert.equal(
    rejected,
    `post  post-1  12.0 s
  ✓ facts    1.0 s
  ▸ draft    4.0 s  version 2
  · approve
`,
  );
});

test("children are counted while they run", () => {
  const children = [1, 2].map((item) => ({ type: "child-started" as const, ...at("facts"), item, child: `c${item}`, digest: "d" }));
  const ended = { type: "child-ended" as const, ...at("facts"), item: 1, child: "c1", status: "done" as const };
  assert.match(seen(9, begun("facts"), ...children, ended), /▸ facts {4}8\.0 s {2}1 of 2 items ended\n/);
  const waiting = { type: "children-waiting" as const, ...at("facts"), children: ["c2"] };
  assert.match(seen(9, begun("facts"), ...children, ended, waiting), /\? facts .* 1 of 2 items ended, a run in it waits\n/);
});

test("marks and names have colours where the terminal has them", () => {
  const colours = picocolors.createColors(true);
  const text = view(after(started, begun("facts")), post, new Date(START), colours);
  assert.ok(text.includes(`${colours.cyan("▸")} facts`));
  assert.ok(text.includes(`${colours.dim("·")} ${colours.dim("draft")}`));
});
