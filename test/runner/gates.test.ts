import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { type Check, gate, gather, input, pipeline, rollbackTo, StagewrightError, type Tier } from "../../src/dsl/index.js";
import {
  answerEffect,
  cancelRun,
  decideGate,
  type GateDecision,
  openQuestions,
  readRun,
  resumeRun,
  startRun,
  unblock,
} from "../../src/runner/index.js";
import { fileStore, sha256 } from "../../src/store/index.js";
import { rejected, thrown } from "../dsl/thrown.js";
import { assertReplays, countedEnvironment, eventsOfType, options, told } from "./rig.js";

const request = input(z.object({ title: z.string() }));
const Post = z.object({ title: z.string().min(1) });
const draft = gather("draft", {
  needs: { request },
  output: Post,
  run: ({ request }, { feedback }) => ({ title: request.title + feedback.map(({ message }) => `, ${message}`).join("") }),
});
const given = { input: { title: "A day" }, run: "r" };
/** Takes any PIN. */
const PINS = { check: async () => {} };
const DIGEST = sha256('{"title":"A day"}');

for (const tier of [1, 2] as const) {
  test(`a gate of tier ${tier} tells and goes on with what it shows`, async () => {
    const approve = gate("approve", { tier, shows: draft });
    const post = pipeline("post", { input: request, stages: [draft, approve] });
    const on = options();
    const outcome = await startRun(post, { ...on, ...given });
    assert.deepEqual([outcome.status, outcome.output], ["done", { title: "A day" }]);
    const [opened] = await eventsOfType(on.store, "r", "gate-opened");
    assert.deepEqual([opened?.tier, opened?.waits, opened?.shows, opened?.digest], [tier, false, "draft", DIGEST]);
    await assertReplays(post, "r", on.store);
  });
}

for (const tier of [3, 4, 5] as const) {
  test(`a gate of tier ${tier} waits until a person has approved`, async () => {
    const approve = gate("approve", { tier, shows: draft });
    const post = pipeline("post", { input: request, stages: [draft, approve] });
    const on = options();
    const waiting = await startRun(post, { ...on, ...given });
    assert.equal(waiting.status, "blocked");
    assert.deepEqual([waiting.waiting?.on, waiting.waiting?.stage], ["gate", "approve"]);
    assert.equal((await resumeRun(post, "r", on)).status, "blocked");
    await decideGate(post, "r", { decision: "approve", confirm: DIGEST.slice(0, 8), pin: "271828" }, { ...on, by: "bea", pins: PINS });
    const outcome = await resumeRun(post, "r", on);
    assert.deepEqual([outcome.status, outcome.output], ["done", { title: "A day" }]);
    const [decided] = await eventsOfType(on.store, "r", "gate-decided");
    assert.deepEqual([decided?.decision, decided?.by, decided?.digest, decided?.value], ["approve", "bea", DIGEST, undefined]);
    await assertReplays(post, "r", on.store);
  });
}

test("a tier may be computed from what is known, and must be one", async () => {
  const approve = gate("approve", { needs: { request }, tier: ({ request }) => request.title.length as Tier, shows: draft });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  assert.equal((await startRun(post, { ...on, input: { title: "ab" }, run: "two" })).status, "done");
  assert.equal((await startRun(post, { ...on, input: { title: "abcd" }, run: "four" })).status, "blocked");
  const { state } = await startRun(post, { ...on, input: { title: "abcdef" }, run: "six" });
  assert.equal(state.failure?.message, 'gate "approve" has tier 6');
});

test("an edit is the gate's output once it fits the schema of what was shown", async () => {
  const approve = gate("approve", { tier: 4, shows: draft });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "edit", value: { title: "" } }, on)), {
    code: "gate/value",
    message: 'gate "approve" does not take this value: "title": Too small: expected string to have >=1 characters',
  });
  await decideGate(post, "r", { decision: "edit", value: { title: "Another day", more: true } }, on);
  assert.deepEqual((await resumeRun(post, "r", on)).output, { title: "Another day" });
  await assertReplays(post, "r", on.store);
});

test("at tier 5 an approval and an edit repeat the start of the digest of what was shown, a rejection need not", async () => {
  const approve = gate("approve", { tier: 5, shows: draft });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const unconfirmed = {
    code: "gate/confirm",
    message: 'gate "approve" has tier 5: the decision must be confirmed',
    hint: `say what you approve by the start of its digest: ${DIGEST.slice(0, 8)}`,
  };
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve" }, on)), unconfirmed);
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve", confirm: "00000000" }, on)), unconfirmed);
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "edit", value: { title: "B" } }, on)), unconfirmed);
  const confirm = DIGEST.slice(0, 8);
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve", confirm, pin: "271828" }, on)), {
    code: "gate/pin",
    message: 'gate "approve" has tier 5: it wants the PIN of "ana"',
    hint: "hand in who knows the PINs: pins: filePins({ … })",
  });
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve", confirm }, { ...on, pins: PINS })), {
    code: "gate/pin",
    message: 'gate "approve" has tier 5: it wants the PIN of "ana"',
    hint: "decide at a terminal, where it is asked for",
  });
  const wrong = {
    check: async (person: string, pin: string) => {
      throw new StagewrightError("pin/wrong", `${person} said ${pin}`);
    },
  };
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve", confirm, pin: "1" }, { ...on, pins: wrong })), {
    code: "pin/wrong",
    message: "ana said 1",
  });
  assert.equal((await resumeRun(post, "r", on)).status, "blocked");
  await decideGate(post, "r", { decision: "reject", reason: "not today" }, on);
  assert.equal((await resumeRun(post, "r", on)).status, "failed");
});

test("a gate that asks takes an answer that fits, and nothing else; at any tier it waits", async () => {
  const ask = gate("ask", { tier: 2, shows: draft, asks: z.object({ copies: z.int().positive() }) });
  const post = pipeline("post", { input: request, stages: [draft, ask] });
  const on = options();
  assert.equal((await startRun(post, { ...on, ...given })).status, "blocked");
  const [opened] = await eventsOfType(on.store, "r", "gate-opened");
  assert.deepEqual(Object.keys(z.object({ properties: z.record(z.string(), z.unknown()) }).parse(opened?.asks).properties), ["copies"]);
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "answer", value: { copies: 0 } }, on)), {
    code: "gate/value",
    message: 'gate "ask" does not take this value: "copies": Too small: expected number to be >0',
  });
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve" }, on)), {
    code: "gate/asks",
    message: 'gate "ask" asks for data: it cannot be answered by "approve"',
    hint: `it takes ${JSON.stringify(opened?.asks)}`,
  });
  await decideGate(post, "r", { decision: "answer", value: { copies: 2 } }, on);
  assert.deepEqual((await resumeRun(post, "r", on)).output, { copies: 2 });
  await assertReplays(post, "r", on.store);
});

test("a gate that asks nothing takes no answer", async () => {
  const approve = gate("approve", { tier: 3, shows: draft });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "answer", value: 1 }, on)), {
    code: "gate/asks",
    message: 'gate "approve" asks for no data',
    hint: "approve, edit or reject what it shows",
  });
});

test("a rejection goes back with the person's reason, as often as it may, and then fails the run", async () => {
  const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  await decideGate(post, "r", { decision: "reject", reason: "too dry" }, on);
  const again = await resumeRun(post, "r", on);
  assert.equal(again.status, "blocked");
  assert.deepEqual(again.state.stages.get("draft")?.output, { inline: { title: "A day, too dry" } });
  await decideGate(post, "r", { decision: "reject", reason: "still too dry" }, on);
  const outcome = await resumeRun(post, "r", on);
  assert.equal(outcome.status, "failed");
  assert.deepEqual(outcome.state.failure?.tried, [
    'approve v1: rejected at gate "approve": too dry',
    'approve v2: rejected at gate "approve": still too dry',
  ]);
  await assertReplays(post, "r", on.store);
});

test("a rejection without a way back fails the run; resumed, it asks again", async () => {
  const approve = gate("approve", { tier: 3, shows: draft });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  await decideGate(post, "r", { decision: "reject", reason: "no" }, on);
  const outcome = await resumeRun(post, "r", on);
  assert.deepEqual([outcome.status, outcome.state.failure?.message], ["failed", 'rejected at gate "approve": no']);
  assert.equal((await resumeRun(post, "r", on)).status, "blocked");
  assert.deepEqual((await told(on.store, "r")).slice(-8), [
    "gate-decided approve v1.1: reject by ana",
    "run-resumed",
    "attempt-failed approve v1.1: rejected",
    "run-failed at approve",
    "reopened approve",
    "run-resumed",
    "stage-started approve v2.1",
    "gate-opened approve v2.1: tier 3, waits",
  ]);
  await assertReplays(post, "r", on.store);
});

test("a decision that comes too late is refused, and the run goes the way of a rejection", async () => {
  const approve = gate("approve", { tier: 3, shows: draft, expiresMs: 60_000 });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const later = { ...countedEnvironment(), now: () => new Date("2026-03-19T09:00:00Z") };
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve" }, { ...on, environment: later })), {
    code: "gate/expired",
    message: 'gate "approve" took decisions until 2026-03-19T08:01:04.000Z',
    hint: "resume the run: it goes the way of a rejection",
  });
  const outcome = await resumeRun(post, "r", { ...on, environment: later });
  assert.equal(outcome.state.failure?.message, 'rejected at gate "approve": nobody decided until 2026-03-19T08:01:04.000Z');
  const [decided] = await eventsOfType(on.store, "r", "gate-decided");
  assert.equal(decided?.by, "clock");
  await assertReplays(post, "r", on.store);
});

test("a decision in time counts, and going back from an expired gate asks anew", async () => {
  const approve = gate("approve", { tier: 3, shows: draft, expiresMs: 60_000 });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const later = { ...countedEnvironment(), now: () => new Date("2026-03-19T09:00:00Z") };
  assert.equal((await resumeRun(post, "r", { ...on, environment: later, from: "draft" })).status, "blocked");
  await decideGate(post, "r", { decision: "approve" }, { ...on, environment: later });
  assert.equal((await resumeRun(post, "r", { ...on, environment: later })).status, "done");
  await assertReplays(post, "r", on.store);
});

test("where nothing is open there is nothing to decide", async () => {
  const post = pipeline("post", { input: request, stages: [draft] });
  const on = options();
  await startRun(post, { ...on, ...given });
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve" }, on)), {
    code: "gate/not-open",
    message: 'run "r" waits at no gate: it is done',
    hint: "`stagewright show r` says how it stands",
  });
  assert.deepEqual(await rejected(decideGate(post, "none", { decision: "approve" }, on)), {
    code: "store/no-run",
    message: 'there is no run "none" in memory',
  });
});

test("another process, with a store of its own over the same folder, decides and goes on", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "stagewright-"));
  t.after(() => rm(root, { recursive: true }));
  const approve = gate("approve", { tier: 4, shows: draft });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  await startRun(post, { ...options({ store: fileStore(root) }), ...given });
  const questions = await openQuestions(fileStore(root), post, "r");
  assert.deepEqual(
    questions.map(({ run, stage, waiting }) => [run, stage, waiting.on]),
    [["r", "approve", "gate"]],
  );
  await decideGate(post, "r", { decision: "edit", value: { title: "Edited" } }, options({ store: fileStore(root) }));
  const outcome = await resumeRun(post, "r", options({ store: fileStore(root) }));
  assert.deepEqual(outcome.output, { title: "Edited" });
  await assertReplays(post, "r", fileStore(root));
});

test("an edit is held to the definition of done of what it stands in for", async () => {
  const short: Check<{ title: string }> = { rule: "short", run: ({ title }) => (title.length <= 10 ? [] : [TOO_LONG]) };
  const held = gather("draft", { needs: { request }, output: Post, dod: [short], run: ({ request }) => request });
  const approve = gate("approve", { tier: 4, shows: held });
  const post = pipeline("post", { input: request, stages: [held, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "edit", value: { title: "Quite another day" } }, on)), {
    code: "gate/dod",
    message: 'the edit at gate "approve" is not what stage "draft" promises\nline 1: 10 letters at most (short)',
    hint: "mend it and decide again: nothing has been decided",
  });
  await decideGate(post, "r", { decision: "edit", value: { title: "Any day" } }, on);
  assert.deepEqual((await resumeRun(post, "r", on)).output, { title: "Any day" });
  await assertReplays(post, "r", on.store);
});

const TOO_LONG = { rule: "short", severity: "error", message: "10 letters at most", at: { line: 1, column: 11, offset: 10 } } as const;

test("an edit is checked against the facts that its checks were given", async () => {
  const facts = gather("facts", { needs: { request }, output: z.string(), run: ({ request }) => request.title });
  const sameFirst = {
    rule: "first-letter",
    given: { facts, request },
    run: (text: string, { facts, request }: { facts: string; request: { title: string } }) =>
      text[0] === facts[0] && text[0] === request.title[0]
        ? []
        : [{ rule: "first-letter", severity: "error" as const, message: "begins otherwise" }],
  };
  const text = gather("text", { needs: { facts }, output: z.string(), dod: [sameFirst], run: ({ facts }) => facts });
  const post = pipeline("post", { input: request, stages: [facts, text, gate("approve", { tier: 4, shows: text })] });
  const on = options();
  await startRun(post, { ...on, ...given });
  assert.equal((await rejected(decideGate(post, "r", { decision: "edit", value: "The day" }, on))).code, "gate/dod");
  await decideGate(post, "r", { decision: "edit", value: "Another" }, on);
  assert.equal((await resumeRun(post, "r", on)).output, "Another");
});

test("a gate says in one sentence, made of the data, what is about to happen, and a decision is about that too", async () => {
  const approve = gate("approve", {
    tier: 3,
    shows: draft,
    needs: { request },
    says: ({ title }, { request }) => `Post "${title}" as ${request.title}?`,
  });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const [opened] = await eventsOfType(on.store, "r", "gate-opened");
  const says = 'Post "A day" as A day?';
  assert.deepEqual([opened?.says, opened?.digest], [says, sha256(JSON.stringify({ says, shown: { title: "A day" } }))]);
  await decideGate(post, "r", { decision: "approve" }, on);
  assert.equal((await resumeRun(post, "r", on)).status, "done");
  await assertReplays(post, "r", on.store);
});

for (const said of ["", " ", "one\ntwo", 3]) {
  test(`a gate that says ${JSON.stringify(said)} fails, for that is no sentence`, async () => {
    // As from a pipeline in plain JavaScript.
    const approve = gate("approve", { tier: 3, shows: draft, says: () => said as string });
    const { state } = await startRun(pipeline("post", { input: request, stages: [draft, approve] }), { ...options(), ...given });
    assert.equal(state.failure?.message, `gate "approve" says ${JSON.stringify(said)}`);
  });
}

test("a gate is decided by the people that it names, not by whoever asked, and never by an agent", async () => {
  const approve = gate("approve", { tier: 3, shows: draft, mayDecide: { people: ["ana", "bea"], notAsker: true } });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const hint = "nothing has been decided, and the run still waits";
  const code = "gate/may-not";
  const who = 'gate "approve" is decided by ana or bea, but not who started the run';
  const by = (name: string) => rejected(decideGate(post, "r", { decision: "approve" }, { ...on, by: name }));
  assert.deepEqual(await by("ana"), { code, message: `${who}: "ana" has started the run that asks`, hint });
  assert.deepEqual(await by("carl"), { code, message: `${who}: "carl" is none of them`, hint });
  assert.deepEqual(await by("agent:publisher"), { code, message: `${who}: "agent:publisher" is no person`, hint });
  assert.equal((await resumeRun(post, "r", on)).status, "blocked");
  await decideGate(post, "r", { decision: "approve" }, { ...on, by: "bea", where: "page" });
  const [decided] = await eventsOfType(on.store, "r", "gate-decided");
  assert.deepEqual([decided?.by, decided?.where], ["bea", "page"]);
  assert.equal((await resumeRun(post, "r", on)).status, "done");
  await assertReplays(post, "r", on.store);
});

test("an agent that started a run cannot approve what it asked for at any gate, and a person can", async () => {
  const post = pipeline("post", { input: request, stages: [draft, gate("approve", { tier: 3, shows: draft })] });
  const on = options({ by: "agent:publisher" });
  await startRun(post, { ...on, ...given });
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve" }, on)), {
    code: "gate/may-not",
    message: 'gate "approve" is decided by any person: "agent:publisher" is no person',
    hint: "nothing has been decided, and the run still waits",
  });
  await decideGate(post, "r", { decision: "approve" }, { ...on, by: "ana" });
  assert.equal((await resumeRun(post, "r", on)).status, "done");
});

test("what an agent signs neither unblocks a task, nor says what became of an effect", async () => {
  const on = { ...options(), by: "agent:tool" };
  const refused = async (work: Promise<unknown>) => (await rejected(work)).message;
  const post = pipeline("post", { input: request, stages: [draft] });
  assert.deepEqual(
    [await refused(unblock("r", {}, on)), await refused(answerEffect(post, "r", { happened: false }, on))],
    [
      'whether that has come for which run "r" waits is for a person to say: "agent:tool" is no person',
      'whether an effect of run "r" happened is for a person to say: "agent:tool" is no person',
    ],
  );
});

test("nobody at all is no list of who may decide", () => {
  assert.deepEqual(
    thrown(() => gate("approve", { tier: 3, shows: draft, mayDecide: { people: [] } })),
    { code: "gate/deciders", message: 'gate "approve" names nobody who may decide', hint: "name people, or leave the list out" },
  );
});

test("the same decision twice does nothing more, and another one is told who was first", async () => {
  const post = pipeline("post", { input: request, stages: [draft, gate("approve", { tier: 3, shows: draft })] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const say = (decision: "approve" | "reject", by: string) =>
    decideGate(post, "r", decision === "approve" ? { decision } : { decision, reason: "no" }, { ...on, by, seen: DIGEST });
  assert.equal(await say("approve", "bea"), "decided");
  assert.equal(await say("approve", "carl"), "already");
  const before = (await eventsOfType(on.store, "r", "gate-decided")).length;
  const late = {
    code: "gate/decided",
    message: 'gate "approve" has been decided: approve, by bea at 2026-03-19T08:00:06.000Z',
    hint: "`stagewright show r` says how the run stands",
  };
  assert.deepEqual(await rejected(say("reject", "carl")), late);
  assert.equal((await resumeRun(post, "r", on)).status, "done");
  assert.deepEqual(await rejected(say("reject", "carl")), late);
  assert.equal(await say("approve", "bea"), "already");
  assert.equal((await eventsOfType(on.store, "r", "gate-decided")).length, before);
});

test("of two gates that show the same, a late word about the first decides nothing at the second", async () => {
  const first = gate("first", { tier: 3, shows: draft });
  const post = pipeline("post", { input: request, stages: [draft, first, gate("second", { tier: 3, shows: first })] });
  const on = options();
  const { state } = await startRun(post, { ...on, ...given });
  const opened = state.stages.get("first")?.gate?.seq ?? 0;
  const say = (reason?: string) =>
    decideGate(post, "r", reason === undefined ? { decision: "approve" } : { decision: "reject", reason }, { ...on, seen: DIGEST, opened });
  assert.equal(await say(), "decided");
  assert.equal((await resumeRun(post, "r", on)).waiting?.on, "gate");
  assert.equal(await say(), "already");
  assert.equal((await rejected(say("no"))).code, "gate/decided");
  assert.equal((await eventsOfType(on.store, "r", "gate-decided")).length, 1);
});

test("the same word with another value, or for another reason, is not the same twice", async () => {
  const approve = gate("approve", { tier: 3, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const say = (decision: GateDecision) => decideGate(post, "r", decision, { ...on, seen: DIGEST });
  await say({ decision: "edit", value: { title: "One" } });
  assert.equal(await say({ decision: "edit", value: { title: "One" } }), "already");
  assert.equal((await rejected(say({ decision: "edit", value: { title: "Two" } }))).code, "gate/decided");

  const other = options();
  await startRun(post, { ...other, ...given });
  const reject = (reason: string) => decideGate(post, "r", { decision: "reject", reason }, { ...other, seen: DIGEST });
  await reject("too dry");
  assert.equal(await reject("too dry"), "already");
  assert.equal((await rejected(reject("too long"))).code, "gate/decided");
});

test("a run that was cancelled takes no decision at the gate where it waited", async () => {
  const post = pipeline("post", { input: request, stages: [draft, gate("approve", { tier: 3, shows: draft })] });
  const on = options();
  await startRun(post, { ...on, ...given });
  await cancelRun("r", on);
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve" }, on)), {
    code: "gate/not-open",
    message: 'run "r" waits at no gate: it is cancelled',
    hint: "`stagewright show r` says how it stands",
  });
});

test("approve and reject at the same moment let one win", async () => {
  const post = pipeline("post", { input: request, stages: [draft, gate("approve", { tier: 3, shows: draft })] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const both = await Promise.allSettled([
    decideGate(post, "r", { decision: "approve" }, { ...on, by: "bea", seen: DIGEST }),
    decideGate(post, "r", { decision: "reject", reason: "no" }, { ...on, by: "carl", seen: DIGEST }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  assert.equal((await eventsOfType(on.store, "r", "gate-decided")).length, 1);
});

test("what changed under an approval asks again: a word about the old value decides nothing about the new one", async () => {
  const approve = gate("approve", { tier: 3, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  await decideGate(post, "r", { decision: "reject", reason: "too dry" }, { ...on, seen: DIGEST });
  assert.equal((await resumeRun(post, "r", on)).status, "blocked");
  assert.deepEqual(await rejected(decideGate(post, "r", { decision: "approve" }, { ...on, seen: DIGEST })), {
    code: "gate/changed",
    message: 'gate "approve" shows something else by now than what was decided about',
    hint: "look at what it shows, and decide about that",
  });
  await decideGate(post, "r", { decision: "approve" }, { ...on, seen: sha256('{"title":"A day, too dry"}') });
  assert.equal((await resumeRun(post, "r", on)).status, "done");
});

test("a gate that escalates is decided by those to whom it escalates only once it is overdue, and by a group's members", async () => {
  const approve = gate("approve", {
    tier: 3,
    shows: draft,
    mayDecide: { people: ["ana"] },
    overdue: { afterMs: 3_600_000, does: "escalate", to: ["group:leads"] },
  });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  await startRun(post, { ...on, ...given });
  const [opened] = await eventsOfType(on.store, "r", "gate-opened");
  assert.deepEqual(opened?.overdue, { afterMs: 3_600_000, does: "escalate", to: ["group:leads"] });
  const by = (name: string, afterMs: number) => {
    const now = () => new Date(Date.parse(opened?.at ?? "") + afterMs);
    const environment = { ...on.environment, now };
    return decideGate(post, "r", { decision: "approve" }, { ...on, environment, by: name, groups: { leads: ["bea"] } });
  };
  assert.equal((await rejected(by("bea", 3_599_999))).message, 'gate "approve" is decided by ana: "bea" is none of them');
  assert.equal(
    (await rejected(by("carl", 3_600_000))).message,
    'gate "approve" is decided by ana or the group leads: "carl" is none of them',
  );
  assert.equal(await by("bea", 3_600_000), "decided");
  assert.equal((await resumeRun(post, "r", on)).status, "done");
  await assertReplays(post, "r", on.store);
});

test("what happens at a gate while nobody decides must make sense", () => {
  const overdue = (spec: Pick<Parameters<typeof gate>[1], "overdue" | "expiresMs" | "mayDecide">) =>
    thrown(() => gate("approve", { tier: 3, shows: draft, ...spec })).message;
  assert.equal(overdue({ overdue: { afterMs: 0, does: "remind" } }), 'gate "approve" is overdue after 0 ms');
  assert.equal(
    overdue({ overdue: { afterMs: 10, does: "remind" }, expiresMs: 10 }),
    'gate "approve" expires after 10 ms, and is overdue only after 10',
  );
  assert.equal(overdue({ overdue: { afterMs: 10, does: "escalate", to: [] } }), 'gate "approve" escalates to nobody');
  assert.equal(
    overdue({ overdue: { afterMs: 10, does: "escalate", to: ["ana"] }, mayDecide: { notAsker: true } }),
    'gate "approve" escalates, and anybody may decide there from the beginning',
  );
});

test("many runs at once do not mix their gates: each goes on with the word that was said about its own", async () => {
  const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
  const post = pipeline("post", { input: request, stages: [draft, approve] });
  const on = options();
  const runs = Array.from({ length: 24 }, (_, nth) => `r${nth}`);
  // Every third shows the same as its neighbours: what tells them apart is the run alone.
  const titleOf = (nth: number) => (nth % 3 === 0 ? "The same" : `Post ${nth}`);
  await Promise.all(runs.map((run, nth) => startRun(post, { ...on, run, input: { title: titleOf(nth) } })));
  const word = (nth: number): GateDecision =>
    nth % 2 === 0 ? { decision: "edit", value: { title: `Edit ${nth}` } } : { decision: "reject", reason: `reason ${nth}` };
  await Promise.all(
    runs.toReversed().map(async (run) => {
      const nth = Number(run.slice(1));
      await decideGate(post, run, word(nth), { ...on, by: `person ${nth}` });
      await resumeRun(post, run, on);
    }),
  );
  for (const [nth, run] of runs.entries()) {
    const { state, load } = await readRun(on.store, run);
    const [decided] = await eventsOfType(on.store, run, "gate-decided");
    assert.equal(decided?.by, `person ${nth}`);
    const given = state.stages.get(nth % 2 === 0 ? "approve" : "draft")?.output;
    assert.deepEqual(
      [state.status, given && (await load(given))],
      nth % 2 === 0 ? ["done", { title: `Edit ${nth}` }] : ["blocked", { title: `${titleOf(nth)}, reason ${nth}` }],
    );
    await assertReplays(post, run, on.store);
  }
});
