import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type Fingerprint, fold, type NewEvent, next } from "../../src/core/index.js";
import {
  type AnyPipeline,
  adapter,
  check,
  decide,
  deliver,
  effect,
  gate,
  gather,
  input,
  pipeline,
  rollbackTo,
  write,
} from "../../src/dsl/index.js";
import { thrown } from "../dsl/thrown.js";
import { numbered, stateAfter } from "./run-events.js";

const PRINT: Fingerprint = { shape: "", schema: "", checks: "", code: "" };
const request = input(z.object({}));
const facts = gather("facts", { output: z.string(), run: () => "", retries: 2 });
const draft = write("draft", { needs: { facts }, output: z.string(), prompt: () => "" });
const review = check("review", { of: draft, checks: [], onFail: rollbackTo(draft, { max: 3 }) });
const blog = adapter("blog", { publish: effect({ takes: z.string(), gives: z.string() }) });
const publish = deliver("publish", { needs: { draft }, to: blog, call: async (blog, { draft }) => blog.publish(draft) });
const posts = pipeline("posts", { input: request, stages: [facts, draft, review, publish] });

const start = ({ name, stages }: AnyPipeline): NewEvent => ({
  type: "run-started",
  format: 1,
  run: "r1",
  pipeline: name,
  stages: stages.map((stage) => stage.name),
  input: { inline: {} },
  by: "me",
  model: "embedded",
  launch: {},
});
const begin = (stage: string, version = 1, attempt = 1): NewEvent => ({ type: "stage-started", stage, version, attempt });
const done = (stage: string, version = 1): NewEvent => ({
  type: "stage-done",
  stage,
  version,
  attempt: 1,
  output: { inline: "" },
  findings: [],
  fingerprint: PRINT,
});
const fault = (message: string) => ({ rule: "words", severity: "error", message }) as const;
const failed = (
  stage: string,
  message: string,
  { version = 1, attempt = 1, retriesLeft = 0, cause = "review" as const } = {},
): NewEvent => ({
  type: "attempt-failed",
  stage,
  version,
  attempt,
  cause,
  message,
  findings: [fault(message)],
  retriesLeft,
});
const ran = (stage: string, version = 1): NewEvent[] => [begin(stage, version), done(stage, version)];

test("a run that has just begun attempts its first stage, with all retries left", () => {
  assert.deepEqual(next(posts, stateAfter(start(posts))), {
    do: "attempt",
    attempt: { stage: "facts", version: 1, attempt: 1, retriesLeft: 2 },
  });
});

test("an attempt that was cut off is made again under its number", () => {
  const command = { do: "attempt", attempt: { stage: "facts", version: 1, attempt: 1, retriesLeft: 2 } };
  assert.deepEqual(next(posts, stateAfter(start(posts), begin("facts"))), command);
});

test("a failed attempt is followed by the next one, with a retry fewer", () => {
  const once = [start(posts), begin("facts"), failed("facts", "no network", { retriesLeft: 2 })];
  assert.deepEqual(next(posts, stateAfter(...once)), {
    do: "attempt",
    attempt: { stage: "facts", version: 1, attempt: 2, retriesLeft: 1 },
  });
  const twice = [...once, begin("facts", 1, 2), failed("facts", "no network", { attempt: 2, retriesLeft: 1 })];
  assert.deepEqual(next(posts, stateAfter(...twice)), {
    do: "attempt",
    attempt: { stage: "facts", version: 1, attempt: 3, retriesLeft: 0 },
  });
});

test("a stage that is done is followed by the next one in the list", () => {
  assert.deepEqual(next(posts, stateAfter(start(posts), ...ran("facts"))), {
    do: "attempt",
    attempt: { stage: "draft", version: 1, attempt: 1, retriesLeft: 0 },
  });
});

test("a run whose stages are all done is finished, and then there is nothing to do", () => {
  const events = [start(posts), ...ran("facts"), ...ran("draft"), ...ran("review"), ...ran("publish")];
  assert.deepEqual(next(posts, stateAfter(...events)), { do: "finish" });
  assert.deepEqual(next(posts, stateAfter(...events, { type: "run-done" })), { do: "nothing" });
});

test("nothing is done in a run that has failed or was cancelled", () => {
  const over: NewEvent = { type: "run-failed", stage: "facts", message: "no network", tried: [] };
  assert.deepEqual(next(posts, stateAfter(start(posts), over)), { do: "nothing" });
  assert.deepEqual(next(posts, stateAfter(start(posts), { type: "run-cancelled", by: "me" })), { do: "nothing" });
});

test("a failed stage without a way back fails the run with its message", () => {
  assert.deepEqual(next(posts, stateAfter(start(posts), begin("facts"), failed("facts", "no network"))), {
    do: "fail",
    stage: "facts",
    message: "no network",
    tried: [],
  });
});

test("a failed review goes back to the stage that it reviews, with its findings", () => {
  assert.deepEqual(next(posts, stateAfter(start(posts), ...ran("facts"), ...ran("draft"), begin("review"), failed("review", "too long"))), {
    do: "roll back",
    back: { from: "review", to: "draft", because: "failed", time: 1, max: 3, hands: ["draft"], findings: [fault("too long")] },
  });
});

test("a review that goes back past the stage that it reviews hands its findings to both", () => {
  const strict = check("review", { of: draft, checks: [], onFail: rollbackTo(facts, { max: 1 }) });
  const other = pipeline("posts", { input: request, stages: [facts, draft, strict] });
  const command = next(
    other,
    stateAfter(start(other), ...ran("facts"), ...ran("draft"), begin("review"), failed("review", "not grounded")),
  );
  assert.deepEqual(command.do === "roll back" && command.back.hands, ["facts", "draft"]);
});

test("a review that fails four times under a bound of three fails the run, lists the four reviews, and nothing is published", () => {
  const events: NewEvent[] = [start(posts), ...ran("facts")];
  for (let version = 1; version <= 3; version += 1) {
    events.push(...ran("draft", version), begin("review", version), failed("review", `${version}00 words too many`, { version }));
    const command = next(posts, stateAfter(...events));
    assert.ok(command.do === "roll back", `after review ${version}: ${command.do}`);
    assert.equal(command.back.time, version);
    events.push({ type: "rolled-back", ...command.back });
  }
  events.push(...ran("draft", 4), begin("review", 4), failed("review", "400 words too many", { version: 4 }));
  const command = next(posts, stateAfter(...events));
  assert.deepEqual(command, {
    do: "fail",
    stage: "review",
    message: 'stage "review" went back to "draft" 3 times, which is its bound',
    tried: [
      "review v1: 100 words too many",
      "review v2: 200 words too many",
      "review v3: 300 words too many",
      "review v4: 400 words too many",
    ],
  });
  assert.ok(command.do === "fail");
  const { stage, message, tried } = command;
  const over = fold(numbered([...events, { type: "run-failed", stage, message, tried }]));
  assert.deepEqual([over.status, over.stages.get("publish")?.status, over.failure?.tried.length], ["failed", "pending", 4]);
  assert.deepEqual(next(posts, over), { do: "nothing" });
});

test("a person's going back by hand does not use up a bound", () => {
  const failing = [...ran("draft"), begin("review"), failed("review", "too long")];
  const events: NewEvent[] = [start(posts), ...ran("facts"), ...failing, { type: "reopened", by: "me", to: "draft" }];
  events.push(...ran("draft", 2), begin("review", 2), failed("review", "too long", { version: 2 }));
  const command = next(posts, stateAfter(...events));
  assert.equal(command.do === "roll back" && command.back.time, 1);
});

const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
const gated = pipeline("posts", { input: request, stages: [facts, draft, approve] });
const opened: NewEvent = {
  type: "gate-opened",
  stage: "approve",
  version: 1,
  attempt: 1,
  tier: 4,
  shows: "draft",
  digest: "d",
  waits: true,
};

test("a gate that is open waits, and says for what", () => {
  const command = next(gated, stateAfter(start(gated), ...ran("facts"), ...ran("draft"), begin("approve"), opened));
  assert.ok(command.do === "wait" && command.waiting.on === "gate");
  assert.deepEqual([command.stage, command.waiting.gate.digest], ["approve", "d"]);
});

test("a decided gate is attempted under the same number, so that the decision is carried out", () => {
  const decided: NewEvent = { type: "gate-decided", stage: "approve", version: 1, attempt: 1, decision: "approve", by: "me", digest: "d" };
  const command = next(gated, stateAfter(start(gated), ...ran("facts"), ...ran("draft"), begin("approve"), opened, decided));
  assert.deepEqual(command, { do: "attempt", attempt: { stage: "approve", version: 1, attempt: 1, retriesLeft: 0 } });
});

test("a rejected gate goes back along its own way, and past its bound the run fails", () => {
  const rejected = (version: number): NewEvent => ({
    type: "attempt-failed",
    stage: "approve",
    version,
    attempt: 1,
    cause: "rejected",
    message: "me: too dry",
    findings: [fault("too dry")],
    retriesLeft: 0,
  });
  const events: NewEvent[] = [start(gated), ...ran("facts"), ...ran("draft"), begin("approve"), rejected(1)];
  const command = next(gated, stateAfter(...events));
  assert.deepEqual(command, {
    do: "roll back",
    back: { from: "approve", to: "draft", because: "rejected", time: 1, max: 1, hands: ["draft"], findings: [fault("too dry")] },
  });
  assert.ok(command.do === "roll back");
  events.push({ type: "rolled-back", ...command.back }, ...ran("draft", 2), begin("approve", 2), rejected(2));
  assert.deepEqual(next(gated, stateAfter(...events)), {
    do: "fail",
    stage: "approve",
    message: 'stage "approve" went back to "draft" once, which is its bound',
    tried: ["approve v1: me: too dry", "approve v2: me: too dry"],
  });
});

const course = decide("course", {
  needs: { draft },
  ways: { on: "go on", rest: "stop", pivot: rollbackTo(facts, { max: 1 }) },
  choose: () => "on",
});
const decided = pipeline("posts", { input: request, stages: [facts, draft, course, publish] });
const chose = (way: string, to: "stop" | "back", version = 1): NewEvent => ({
  ...(done("course", version) as Extract<NewEvent, { type: "stage-done" }>),
  turn: { way, to, because: "the day was thin" },
});

test("a decision to stop finishes the run", () => {
  assert.deepEqual(next(decided, stateAfter(start(decided), ...ran("facts"), ...ran("draft"), begin("course"), chose("rest", "stop"))), {
    do: "finish",
    stopped: { stage: "course", because: "the day was thin" },
  });
});

test("a decision to go back does so with its reason as a finding, and past its bound the run fails", () => {
  const events = [start(decided), ...ran("facts"), ...ran("draft"), begin("course"), chose("pivot", "back")];
  const command = next(decided, stateAfter(...events));
  assert.deepEqual(command, {
    do: "roll back",
    back: {
      from: "course",
      to: "facts",
      because: "pivot",
      time: 1,
      max: 1,
      hands: ["facts"],
      findings: [{ rule: "course/pivot", severity: "error", message: "the day was thin" }],
    },
  });
  assert.ok(command.do === "roll back");
  events.push(
    { type: "rolled-back", ...command.back },
    ...ran("facts", 2),
    ...ran("draft", 2),
    begin("course", 2),
    chose("pivot", "back", 2),
  );
  assert.deepEqual(next(decided, stateAfter(...events)), {
    do: "fail",
    stage: "course",
    message: 'stage "course" went back to "facts" once, which is its bound',
    tried: ["course v1: chose to go back", "course v2: chose to go back"],
  });
});

test("a decision to go back is still carried out when a new stage has come before it", () => {
  const early = gather("early", { output: z.string(), run: () => "" });
  const longer = pipeline("posts", { input: request, stages: [early, facts, draft, course, publish] });
  const change: NewEvent = {
    type: "pipeline-changed",
    by: "me",
    changed: [],
    fingerprints: {},
    stages: longer.stages.map((stage) => stage.name),
  };
  const command = next(
    longer,
    stateAfter(start(decided), ...ran("facts"), ...ran("draft"), begin("course"), chose("pivot", "back"), change),
  );
  assert.equal(command.do === "roll back" && command.back.from, "course");
});

test("a pipeline with other stages than the run's is noticed", () => {
  assert.deepEqual(
    thrown(() => next(gated, stateAfter(start(posts), ...ran("facts"), ...ran("draft")))),
    {
      code: "pipeline/changed",
      message: 'pipeline "posts" has other stages than run "r1"',
      hint: "resume the run: it says what changed and how to go on",
    },
  );
});
