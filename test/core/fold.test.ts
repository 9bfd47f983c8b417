import assert from "node:assert/strict";
import { test } from "node:test";
import { type EventOf, emptyRun, type Fingerprint, feedbackOf, fold, type NewEvent } from "../../src/core/index.js";
import { thrown } from "../dsl/thrown.js";
import { at, numbered, stageIn, stateAfter } from "./run-events.js";

const PRINT: Fingerprint = { shape: "a", schema: "b", checks: "c", code: "d" };

function started(...stages: string[]): NewEvent {
  return {
    type: "run-started",
    format: 1,
    run: "r1",
    pipeline: "posts",
    stages,
    input: { inline: {} },
    by: "me",
    model: "embedded",
    launch: {},
  };
}
const begin = (stage: string, version = 1, attempt = 1): NewEvent => ({ type: "stage-started", stage, version, attempt });
const done = (stage: string, version = 1, turn?: EventOf<"stage-done">["turn"]): NewEvent => ({
  type: "stage-done",
  stage,
  version,
  attempt: 1,
  output: { inline: `${stage} ${version}` },
  findings: [],
  fingerprint: PRINT,
  ...(turn && { turn }),
});
const failed = (stage: string, retriesLeft: number, attempt = 1): NewEvent => ({
  type: "attempt-failed",
  stage,
  version: 1,
  attempt,
  cause: "dod",
  message: "too long",
  findings: [{ rule: "words", severity: "error", message: `attempt ${attempt} is too long` }],
  retriesLeft,
});
const first = { stage: "a", version: 1, attempt: 1 };
const fault = { rule: "words", severity: "error", message: "too long" } as const;
const back = (to: string, hands: readonly string[]): NewEvent => ({
  type: "rolled-back",
  from: "b",
  to,
  because: "failed",
  time: 1,
  max: 3,
  hands,
  findings: [fault],
});
const impossible = (...happened: readonly NewEvent[]) => thrown(() => stateAfter(...happened));

test("the first event names the run, its pipeline and its stages, none of which has run", () => {
  const state = stateAfter(started("a", "b"));
  assert.deepEqual(
    {
      run: state.run,
      pipeline: state.pipeline,
      status: state.status,
      seq: state.seq,
      at: state.at,
      order: state.order,
      cursor: state.cursor,
    },
    { run: "r1", pipeline: "posts", status: "running", seq: 1, at: at(1), order: ["a", "b"], cursor: 0 },
  );
  const stages = [...state.stages.values()].map(({ name, status, version }) => ({ name, status, version }));
  assert.deepEqual(stages, [
    { name: "a", status: "pending", version: 0 },
    { name: "b", status: "pending", version: 0 },
  ]);
});

test("a stage that is done keeps its output, findings, fingerprint and times, and the run stands at the next", () => {
  const state = stateAfter(started("a", "b"), begin("a"), done("a"));
  const { status, version, attempt, output, fingerprint, startedAt, endedAt } = stageIn(state, "a");
  assert.deepEqual(
    { status, version, attempt, output, fingerprint, startedAt, endedAt },
    { status: "done", version: 1, attempt: 1, output: { inline: "a 1" }, fingerprint: PRINT, startedAt: at(2), endedAt: at(3) },
  );
  assert.deepEqual([state.cursor, state.lastDone], [1, { stage: "a", version: 1 }]);
});

test("a failed attempt with retries left leaves the stage running, and its findings go to the next attempt", () => {
  const state = stateAfter(started("a"), begin("a"), failed("a", 1));
  const stage = stageIn(state, "a");
  assert.deepEqual([stage.status, stage.failedAttempts], ["running", 1]);
  assert.deepEqual(feedbackOf(stage), [{ rule: "words", severity: "error", message: "attempt 1 is too long" }]);
});

test("only the last failed attempt's findings are handed on", () => {
  const state = stateAfter(started("a"), begin("a"), failed("a", 1), begin("a", 1, 2), failed("a", 0, 2));
  const stage = stageIn(state, "a");
  assert.deepEqual([stage.status, stage.failedAttempts, stage.attempt, stage.startedAt], ["failed", 2, 2, at(2)]);
  assert.deepEqual(
    feedbackOf(stage).map(({ message }) => message),
    ["attempt 2 is too long"],
  );
});

test("the calls of an attempt are there for whoever resumes it, and gone with the next attempt", () => {
  const call: NewEvent = {
    type: "called",
    ...first,
    call: 0,
    adapter: "git",
    name: "log",
    request: { inline: 1 },
    outcome: { answer: { inline: 2 } },
  };
  const midway = stateAfter(started("a"), begin("a"), call);
  assert.deepEqual(stageIn(midway, "a").calls.get(0)?.outcome, { answer: { inline: 2 } });
  const retried = stateAfter(started("a"), begin("a"), call, failed("a", 1), begin("a", 1, 2));
  assert.equal(stageIn(retried, "a").calls.size, 0);
});

const intended: NewEvent = {
  type: "effect-intended",
  ...first,
  effect: 0,
  key: "k",
  adapter: "blog",
  name: "publish",
  request: { inline: "post" },
};
const unclear: NewEvent = { type: "effect-unclear", ...first, effect: 0, key: "k", why: "the line was cut" };

test("an effect is intended, then settled, and known as such through the attempts of its version", () => {
  const settled: NewEvent = {
    type: "effect-settled",
    ...first,
    effect: 0,
    key: "k",
    how: "called",
    outcome: { happened: "yes", answer: { inline: "url" } },
  };
  const open = stageIn(stateAfter(started("a"), begin("a"), intended), "a").effects.get(0);
  assert.deepEqual([open?.intent.key, open?.settled], ["k", undefined]);
  const known = stageIn(stateAfter(started("a"), begin("a"), intended, settled, failed("a", 1), begin("a", 1, 2)), "a").effects.get(0);
  assert.deepEqual(known?.settled?.outcome, { happened: "yes", answer: { inline: "url" } });
});

test("an effect of which nobody knows blocks the run until a person has said", () => {
  const blocked = stateAfter(started("a"), begin("a"), intended, unclear);
  assert.deepEqual([blocked.status, stageIn(blocked, "a").status, stageIn(blocked, "a").waiting?.on], ["blocked", "blocked", "effect"]);
  const answer: NewEvent = {
    type: "effect-answered",
    ...first,
    effect: 0,
    key: "k",
    by: "me",
    outcome: { happened: "no", why: "not there" },
  };
  const answered = stateAfter(started("a"), begin("a"), intended, unclear, answer);
  assert.deepEqual([answered.status, stageIn(answered, "a").status, stageIn(answered, "a").waiting], ["running", "running", undefined]);
  assert.equal(stageIn(answered, "a").effects.get(0)?.settled?.type, "effect-answered");
});

test("an effect that was never intended cannot be settled", () => {
  const settled: NewEvent = { type: "effect-settled", ...first, effect: 3, key: "k", how: "called", outcome: { happened: "no", why: "" } };
  assert.deepEqual(impossible(started("a"), begin("a"), intended, settled), {
    code: "journal/impossible",
    message: 'event 4 settles an effect of stage "a" that was never intended',
  });
});

const opened = (waits: boolean): NewEvent => ({ type: "gate-opened", ...first, tier: waits ? 4 : 2, shows: "draft", digest: "d", waits });
const decided: NewEvent = { type: "gate-decided", ...first, decision: "approve", by: "me", digest: "d" };

test("a gate that waits blocks the run until it is decided", () => {
  const waiting = stateAfter(started("a"), begin("a"), opened(true));
  assert.deepEqual([waiting.status, stageIn(waiting, "a").waiting?.on, stageIn(waiting, "a").gate?.tier], ["blocked", "gate", 4]);
  const on = stateAfter(started("a"), begin("a"), opened(true), decided);
  assert.deepEqual([on.status, stageIn(on, "a").waiting, stageIn(on, "a").decision?.decision], ["running", undefined, "approve"]);
});

test("a gate that only informs does not hold up the run", () => {
  const state = stateAfter(started("a"), begin("a"), opened(false));
  assert.deepEqual([state.status, stageIn(state, "a").status, stageIn(state, "a").gate?.tier], ["running", "running", 2]);
});

test("a decision on a gate that does not wait is refused", () => {
  assert.deepEqual(impossible(started("a"), begin("a"), opened(false), decided), {
    code: "journal/impossible",
    message: 'event 4 is "gate-decided", but stage "a" is running',
    hint: "the journal is damaged: see `stagewright repair`",
  });
});

const child = (item: number): NewEvent => ({ type: "child-started", ...first, item, child: `r1.${item}`, digest: "d" });
const ended = (item: number): NewEvent => ({
  type: "child-ended",
  ...first,
  item,
  child: `r1.${item}`,
  status: "done",
  output: { inline: item },
});
const waits: NewEvent = { type: "children-waiting", ...first, children: ["r1.2"] };

test("a stage whose children wait is blocked, and asks them again when the run is resumed", () => {
  const events = [started("a"), begin("a"), child(1), child(2), ended(1), waits];
  const blocked = stateAfter(...events);
  assert.deepEqual([blocked.status, stageIn(blocked, "a").waiting], ["blocked", { on: "children", children: ["r1.2"] }]);
  const resumed = stateAfter(...events, { type: "run-resumed", by: "me" });
  const stage = stageIn(resumed, "a");
  assert.deepEqual([resumed.status, stage.status, stage.waiting], ["running", "running", undefined]);
  assert.deepEqual(
    [...stage.children.values()].map(({ run, ended }) => [run, ended?.status]),
    [
      ["r1.1", "done"],
      ["r1.2", undefined],
    ],
  );
});

test("a run that waits for a person goes on waiting when it is resumed", () => {
  const state = stateAfter(started("a"), begin("a"), opened(true), { type: "run-resumed", by: "me" });
  assert.deepEqual([state.status, stageIn(state, "a").waiting?.on], ["blocked", "gate"]);
});

test("a child that was never started cannot end", () => {
  assert.deepEqual(impossible(started("a"), begin("a"), child(1), ended(2)), {
    code: "journal/impossible",
    message: 'event 4 is about a child of stage "a" that was never started',
  });
});

test("going back opens every stage from the target on, keeps what they made, and hands the findings to those named", () => {
  const state = stateAfter(started("a", "b", "c"), begin("a"), done("a"), begin("b"), failed("b", 0), back("a", ["a"]));
  assert.deepEqual([state.cursor, state.status], [0, "running"]);
  const a = stageIn(state, "a");
  assert.deepEqual([a.status, a.version, a.output, a.fingerprint, a.brought], ["pending", 1, undefined, undefined, [fault]]);
  assert.deepEqual(
    a.history.map(({ version, output }) => ({ version, output })),
    [{ version: 1, output: { inline: "a 1" } }],
  );
  const b = stageIn(state, "b");
  assert.deepEqual([b.status, b.failure, b.brought, b.history[0]?.failure?.message], ["pending", undefined, [], "too long"]);
  const c = stageIn(state, "c");
  assert.deepEqual([c.status, c.version, c.history], ["pending", 0, []]);
});

test("the version after a rollback is the next one, and the one after that follows it in the history", () => {
  const once = [begin("a"), done("a"), begin("b"), failed("b", 0), back("a", ["a"])];
  const state = stateAfter(started("a", "b"), ...once, begin("a", 2), done("a", 2));
  const a = stageIn(state, "a");
  assert.deepEqual([a.version, a.output, a.history.map(({ version }) => version)], [2, { inline: "a 2" }, [1]]);
});

test("a stage that was handed findings keeps them when the run goes back once more before it ran", () => {
  const events = [started("a", "b", "c"), begin("a"), done("a"), begin("b"), done("b"), begin("c"), failed("c", 0)];
  const state = stateAfter(...events, back("a", ["a", "b"]), { type: "reopened", by: "me", to: "a" });
  assert.deepEqual(stageIn(state, "b").brought, [fault]);
});

test("how often a way back was taken is kept by from, reason and to", () => {
  const state = stateAfter(started("a", "b"), begin("a"), done("a"), begin("b"), failed("b", 0), back("a", ["a"]));
  assert.deepEqual(state.rollbacks, new Map([["b failed a", 1]]));
});

test("a person may go back by hand, which counts against no bound", () => {
  const over: NewEvent = { type: "run-failed", stage: "b", message: "too long", tried: [] };
  const failing = [started("a", "b"), begin("a"), done("a"), begin("b"), failed("b", 0), over];
  assert.equal(stateAfter(...failing).failure?.message, "too long");
  const state = stateAfter(...failing, { type: "reopened", by: "me", to: "b" });
  assert.deepEqual([state.status, state.cursor, state.failure, state.rollbacks.size], ["running", 1, undefined, 0]);
});

test("nobody goes back to a stage that the run does not have, or no longer has", () => {
  const message = 'is about stage "z", which this run does not have';
  assert.equal(impossible(started("a"), { type: "reopened", by: "me", to: "z" }).message, `event 2 ${message}`);
  const gone: NewEvent = { type: "pipeline-changed", by: "me", changed: [], fingerprints: {}, stages: ["a"] };
  assert.equal(impossible(started("a", "z"), gone, { type: "reopened", by: "me", to: "z" }).message, `event 3 ${message}`);
});

const stop = { way: "rest", to: "stop", because: "nothing is new" } as const;
const stopped: NewEvent = { type: "run-done", stopped: { stage: "a", because: "nothing is new" } };

test("a decision to stop is kept until it is carried out, and then the stages after it are skipped", () => {
  const turned = stateAfter(started("a", "b", "c"), begin("a"), done("a", 1, stop));
  assert.deepEqual(turned.turn, { stage: "a", ...stop });
  const state = stateAfter(started("a", "b", "c"), begin("a"), done("a", 1, stop), stopped);
  assert.deepEqual(
    [state.status, state.turn, state.stopped, stageIn(state, "b").status, stageIn(state, "c").status],
    ["done", undefined, { stage: "a", because: "nothing is new" }, "skipped", "skipped"],
  );
});

test("a run that was stopped early can be gone back in, and every stage that was left out is open again", () => {
  const events = [started("a", "b", "c"), begin("a"), done("a", 1, stop), stopped];
  const state = stateAfter(...events, { type: "reopened", by: "me", to: "a" });
  assert.deepEqual(
    [state.status, state.stopped, stageIn(state, "b").status, stageIn(state, "c").status],
    ["running", undefined, "pending", "pending"],
  );
  const again = stateAfter(
    ...events,
    { type: "reopened", by: "me", to: "a" },
    begin("a", 2),
    done("a", 2),
    begin("b"),
    done("b"),
    begin("c"),
    done("c"),
    {
      type: "run-done",
    },
  );
  assert.deepEqual([again.status, again.stopped], ["done", undefined]);
});

test("a fork takes over another run's outputs without running their stages", () => {
  const taken: NewEvent = {
    type: "stage-taken",
    stage: "a",
    version: 1,
    output: { inline: "old" },
    fingerprint: PRINT,
    from: { run: "r0", version: 3 },
  };
  const state = stateAfter(started("a", "b"), taken);
  const { status, version, output, startedAt, endedAt } = stageIn(state, "a");
  assert.deepEqual(
    { status, version, output, startedAt, endedAt },
    { status: "done", version: 1, output: { inline: "old" }, startedAt: at(2), endedAt: at(2) },
  );
  assert.equal(state.cursor, 1);
});

test("a run is cancelled, whatever it waits for", () => {
  assert.equal(stateAfter(started("a"), begin("a"), opened(true), { type: "run-cancelled", by: "me" }).status, "cancelled");
});

const changed = (...stages: string[]): NewEvent => ({ type: "pipeline-changed", by: "me", changed: [], fingerprints: {}, stages });

test("after a change of the pipeline the run stands at the first stage that is not done; a new one is pending", () => {
  const state = stateAfter(started("a", "b"), begin("a"), done("a"), changed("a", "new", "b"));
  assert.deepEqual([state.order, state.cursor, stageIn(state, "new").status], [["a", "new", "b"], 1, "pending"]);
});

test("a new stage between two finished ones runs, and what was finished behind it stays so", () => {
  const events = [started("a", "b", "c"), begin("a"), done("a"), begin("b"), done("b"), changed("a", "new", "b", "c")];
  assert.equal(stateAfter(...events).cursor, 1);
  const state = stateAfter(...events, begin("new"), done("new"));
  assert.deepEqual([state.order[state.cursor], stageIn(state, "b").status], ["c", "done"]);
});

test("going back before a new stage opens the finished ones behind it as well", () => {
  const events = [started("a", "b", "c"), begin("a"), done("a"), begin("b"), done("b"), changed("a", "new", "b", "c")];
  const state = stateAfter(...events, { type: "reopened", by: "me", to: "a" });
  assert.deepEqual(
    [...state.stages.values()].map(({ name, status }) => [name, status]),
    [
      ["a", "pending"],
      ["b", "pending"],
      ["c", "pending"],
      ["new", "pending"],
    ],
  );
});

test("a decision to stop leaves what was finished behind it as it is", () => {
  const events = [started("a", "b", "c"), begin("a"), done("a"), begin("b"), done("b"), changed("a", "new", "b", "c")];
  const state = stateAfter(...events, begin("new"), done("new", 1, stop), { type: "run-done", stopped: { stage: "new", because: "" } });
  assert.deepEqual([stageIn(state, "b").status, stageIn(state, "c").status], ["done", "skipped"]);
});

test("a run of which every stage of the changed pipeline is done stands behind the last", () => {
  assert.equal(stateAfter(started("a", "b"), begin("a"), done("a"), changed("a")).cursor, 1);
});

test("a journal begins with the start of a run, and has only one", () => {
  const message = (seq: number, type: string) => `event ${seq} is "${type}", but a journal begins with one "run-started"`;
  assert.deepEqual(impossible(begin("a")), { code: "journal/impossible", message: message(1, "stage-started") });
  assert.deepEqual(impossible(started("a"), started("a")), { code: "journal/impossible", message: message(2, "run-started") });
});

test("an event whose number does not follow is refused", () => {
  const [one, two, three] = numbered([started("a"), begin("a"), done("a")]);
  assert.ok(one && two && three);
  assert.deepEqual(
    thrown(() => fold([one, three], emptyRun())),
    { code: "journal/order", message: "event 3 follows event 1", hint: "the journal is damaged: see `stagewright repair`" },
  );
  assert.equal(thrown(() => fold([one, two, two], emptyRun())).message, "event 2 follows event 2");
});

test("an event about a stage that the run does not have is refused", () => {
  assert.deepEqual(impossible(started("a"), begin("b")), {
    code: "journal/impossible",
    message: 'event 2 is about stage "b", which this run does not have',
  });
});

test("an event that cannot follow the stage's status is refused", () => {
  const hint = "the journal is damaged: see `stagewright repair`";
  const code = "journal/impossible";
  assert.deepEqual(impossible(started("a"), done("a")), { code, message: 'event 2 is "stage-done", but stage "a" is pending', hint });
  assert.deepEqual(impossible(started("a"), begin("a"), done("a"), done("a")), {
    code,
    message: 'event 4 is "stage-done", but stage "a" is done',
    hint,
  });
  assert.deepEqual(impossible(started("a"), begin("a"), failed("a", 0), begin("a", 1, 2)), {
    code,
    message: 'event 4 is "stage-started", but stage "a" is failed',
    hint,
  });
});

test("an event of a kind that this version does not know is refused, not passed over", () => {
  const unknown = { type: "stage-praised", stage: "a", version: 1, attempt: 1 } as unknown as NewEvent;
  assert.deepEqual(impossible(started("a"), begin("a"), unknown), {
    code: "journal/impossible",
    message: 'event 3 is "stage-praised", which this version does not know',
    hint: "use the version of stagewright that wrote it",
  });
});
