import assert from "node:assert/strict";
import test from "node:test";
import { eventLine } from "../../../src/cli/progress/event-line.js";
import { fold, type NewEvent } from "../../../src/core/index.js";
import { after, at, begun, done, failedAttempt, opened, started } from "./story.js";

/** The line of the last of these events, with the state that it leads to. */
function line(events: readonly NewEvent[], verbose = false): string | undefined {
  const before = after(...events.slice(0, -1));
  const last = events.at(-1);
  assert.ok(last);
  const event = { seq: before.seq + 1, at: new Date(Date.parse("2026-03-19T18:00:00Z") + before.seq * 1_000).toISOString(), ...last };
  return eventLine(event, fold([event], before), { verbose });
}

const answer = { inline: 1 };
const effect = { ...at("facts"), effect: 1, key: "k" };
const intended: NewEvent = { type: "effect-intended", ...effect, adapter: "blog", name: "publish", request: answer };
const unclear: NewEvent = { type: "effect-unclear", ...effect, why: "connection reset" };
const child: NewEvent = { type: "child-started", ...at("facts"), item: 1, child: "c1", digest: "d" };

test("each event is one line, in words", () => {
  const lines: readonly [readonly NewEvent[], string][] = [
    [[started], "run post-1 of post started"],
    [[started, { type: "run-resumed", by: "ana" }], "run post-1 goes on"],
    [[started, { type: "run-cancelled", by: "ana" }], "run post-1 cancelled"],
    [[started, { type: "run-cancelled", by: "ana", reason: "wrong day" }], "run post-1 cancelled: wrong day"],
    [[started, { type: "run-done" }], "run post-1 done"],
    [[started, { type: "run-done", stopped: { stage: "facts", because: "a thin day" } }], "run post-1 done, stopped at facts: a thin day"],
    [[started, { type: "run-failed", stage: "facts", message: "no\nmore", tried: [] }], "run post-1 failed at facts: no"],
    [
      [started, { type: "pipeline-changed", by: "ana", changed: ["facts"], stages: ["facts"], fingerprints: {} }],
      "goes on with changed stages: facts",
    ],
    [[started, { type: "reopened", by: "ana", to: "facts" }], "goes back to facts"],
    [[started, begun("facts")], "facts started"],
    [[started, begun("facts", 2, 3)], "facts started (version 2, attempt 3)"],
    [[started, begun("facts"), done("facts")], "facts done in 1.0 s"],
    [[started, begun("facts"), failedAttempt("facts", 0)], "facts failed: no answer, 1 error"],
    [[started, begun("facts"), failedAttempt("facts", 1)], "facts failed: no answer, 1 error, 1 more try"],
    [[started, begun("facts"), failedAttempt("facts", 2)], "facts failed: no answer, 1 error, 2 more tries"],
    [[started, begun("facts"), opened("facts")], "facts waits for approval, tier 4"],
    [[started, begun("facts"), { ...opened("facts"), asks: {} } as NewEvent], "facts waits for an answer, tier 4"],
    [[started, begun("facts"), { ...opened("facts"), waits: false, tier: 2 } as NewEvent], "facts informs, tier 2"],
    [[started, begun("facts"), intended, unclear], "facts: nobody can say whether it happened: connection reset"],
    [
      [started, begun("facts"), child, { type: "child-ended", ...at("facts"), item: 1, child: "c1", status: "failed", reason: "no" }],
      "facts: run c1 failed: no",
    ],
    [[started, begun("facts"), child, { type: "children-waiting", ...at("facts"), children: ["c1", "c2"] }], "facts: 2 runs in it wait"],
    [[started, begun("facts"), { type: "budget-refused", ...at("facts"), message: "too dear:\ntoday" }], "facts waits: too dear"],
  ];
  for (const [events, expected] of lines) assert.equal(line(events), expected);
});

test("decisions and answers name who gave them", () => {
  const gate = [started, begun("facts"), opened("facts")];
  const decided = (decision: "approve" | "edit" | "answer" | "reject", reason?: string): NewEvent => ({
    type: "gate-decided",
    ...at("facts"),
    decision,
    by: "ana",
    digest: "d",
    ...(reason !== undefined && { reason }),
  });
  assert.equal(line([...gate, decided("approve")]), "facts: approved by ana");
  assert.equal(line([...gate, decided("edit")]), "facts: approved with an edit by ana");
  assert.equal(line([...gate, decided("answer")]), "facts: answered by ana");
  assert.equal(line([...gate, decided("reject", "dull\nvery")]), "facts: rejected by ana: dull");
  const asked = [started, begun("facts"), intended, unclear];
  const said = (happened: NewEvent & { type: "effect-answered" }) => line([...asked, happened]);
  assert.equal(
    said({ type: "effect-answered", ...effect, by: "ana", outcome: { happened: "yes", answer } }),
    "facts: ana says that it happened",
  );
  assert.equal(
    said({ type: "effect-answered", ...effect, by: "ana", outcome: { happened: "no", why: "w" } }),
    "facts: ana says that it did not happen",
  );
});

test("a way back says what led to it and how often it was taken", () => {
  const back = (because: string): NewEvent => ({
    type: "rolled-back",
    from: "draft",
    to: "facts",
    because,
    time: 1,
    max: 3,
    hands: [],
    findings: [],
  });
  assert.equal(line([started, back("failed")]), "draft failed: back to facts, 1 of 3");
  assert.equal(line([started, back("rejected")]), "draft rejected: back to facts, 1 of 3");
  assert.equal(line([started, back("pivot")]), 'draft chose "pivot": back to facts, 1 of 3');
});

test("calls, effects and children that begin are told with --verbose only", () => {
  const called: NewEvent = { type: "called", ...at("facts"), call: 1, adapter: "git", name: "log", request: answer, outcome: { answer } };
  const failed: NewEvent = { ...called, outcome: { error: { code: "git/repo", message: "no repository" } } };
  const settled: NewEvent = { type: "effect-settled", ...effect, how: "looked-up", outcome: { happened: "yes", answer } };
  const lines: readonly [readonly NewEvent[], string][] = [
    [[called], "facts called git.log"],
    [[failed], "facts called git.log: no repository"],
    [[intended], "facts is about to call blog.publish, key k"],
    [[intended, settled], "facts: the effect happened (looked-up)"],
    [[child], "facts started run c1"],
  ];
  for (const [events, expected] of lines) {
    assert.equal(line([started, begun("facts"), ...events]), undefined);
    assert.equal(line([started, begun("facts"), ...events], true), expected);
  }
});

test("a stage that a fork takes over names the run that it comes from", () => {
  const taken: NewEvent = {
    type: "stage-taken",
    stage: "facts",
    version: 1,
    output: answer,
    fingerprint: { shape: "", schema: "", checks: "", code: "" },
    from: { run: "post-0", version: 2 },
  };
  assert.equal(line([started, taken]), "facts taken over from run post-0");
});
