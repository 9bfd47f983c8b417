import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { type Command, emptyRun, fold, next, type RunEvent, type RunState, rollbackKey } from "../../src/core/index.js";
import { isStagewrightError } from "../../src/dsl/index.js";
import { seed } from "./seed.js";
import { type Play, plannedPipeline, play, type StagePlan } from "./simulator.js";

const plan: fc.Arbitrary<StagePlan> = fc.record({
  kind: fc.constantFrom("gather", "check", "decide", "gate", "deliver", "each"),
  retries: fc.nat({ max: 2 }),
  back: fc.nat({ max: 5 }),
  max: fc.nat({ max: 3 }),
  needs: fc.nat({ max: 5 }),
});

const cases = fc.record({
  stages: fc.array(plan, { minLength: 1, maxLength: 6 }),
  outcomes: fc.array(fc.nat({ max: 11 }), { maxLength: 40 }),
  answers: fc.oneof(fc.constantFrom(0, 1, 2), fc.nat({ max: 30 })),
  crashes: fc.nat({ max: 5 }),
});

function holds(t: TestContext, property: (given: Play) => void): void {
  const parameters = { seed: seed(), numRuns: 400 };
  t.diagnostic(`seed ${parameters.seed}`);
  fc.assert(
    fc.property(cases, ({ stages, ...luck }) => property({ pipeline: plannedPipeline(stages), ...luck })),
    parameters,
  );
}

test("every run ends or waits, whatever happens to its stages", (t) => {
  const seen = new Set<string>();
  holds(t, (given) => {
    const { state, last } = play(given);
    seen.add(last.do === "nothing" ? state.status : `waits on ${last.do === "wait" ? last.waiting.on : ""}`);
    if (last.do === "wait") assert.equal(state.status, "blocked");
    else assert.ok(state.status === "done" || state.status === "failed", state.status);
    const statuses = [...state.stages.values()].map((stage) => stage.status);
    if (state.status === "done") assert.ok(statuses.every((status) => status === "done" || (status === "skipped" && state.stopped)));
    if (state.status === "failed") assert.equal(state.failure?.stage !== undefined, true);
  });
  // The cases are worth something only if they reach every end.
  assert.deepEqual([...seen].sort(), ["done", "failed", "waits on budget", "waits on children", "waits on effect", "waits on gate"]);
});

test("no stage runs before what it reads is done", (t) => {
  holds(t, (given) => {
    const onStep = (state: RunState, command: Command) => {
      if (command.do !== "attempt") return;
      const { stage: name } = command.attempt;
      const reads = given.pipeline.stages.find((stage) => stage.name === name)?.reads ?? [];
      for (const read of reads)
        if (read !== given.pipeline.input) assert.equal(state.stages.get(read.name)?.status, "done", `${name} reads ${read.name}`);
    };
    play({ ...given, onStep });
  });
});

test("no way back is taken more often than its bound, counted from the events", (t) => {
  let most = 0;
  holds(t, (given) => {
    const { events } = play(given);
    const taken = new Map<string, number>();
    for (const event of events) {
      if (event.type !== "rolled-back") continue;
      const times = (taken.get(rollbackKey(event)) ?? 0) + 1;
      taken.set(rollbackKey(event), times);
      const bound = given.pipeline.stages.find((stage) => stage.name === event.from)?.rollbacks[event.because]?.max ?? 0;
      assert.ok(times <= bound, `${rollbackKey(event)}: ${times} of ${bound}`);
      assert.equal(event.time, times);
      most = Math.max(most, times);
    }
  });
  assert.equal(most, 3, "no case went back as often as the highest bound");
});

test("no attempt is made beyond a stage's retries", (t) => {
  holds(t, (given) => {
    const { events } = play(given);
    for (const event of events) {
      if (event.type !== "stage-started") continue;
      const retries = given.pipeline.stages.find((stage) => stage.name === event.stage)?.contract.retries ?? 0;
      assert.ok(event.attempt <= 1 + retries, `${event.stage}: attempt ${event.attempt} with ${retries} retries`);
    }
  });
});

test("folding a prefix and going on equals folding the whole, for every prefix", (t) => {
  holds(t, (given) => {
    const { events, state } = play(given);
    assert.deepEqual(fold(events), state);
    const places = events.length <= 30 ? events.keys() : [1, events.length / 3, events.length / 2, events.length - 1].map(Math.floor);
    for (const cut of places) {
      const half = fold(events.slice(0, cut));
      assert.deepEqual(fold(events.slice(cut), half), state);
    }
  });
});

test("a run that was read again from its events goes on with the same command", (t) => {
  holds(t, (given) => {
    const commands: Command[] = [];
    const lengths: number[] = [];
    const { events } = play({
      ...given,
      onStep: (state, command) => {
        commands.push(structuredClone(command));
        lengths.push(state.seq);
      },
    });
    for (const [step, command] of commands.entries()) {
      if (step % 5 === 0) assert.deepEqual(next(given.pipeline, fold(events.slice(0, lengths[step]))), command);
    }
  });
});

test("asking what is next changes nothing", (t) => {
  holds(t, (given) => {
    const { events } = play(given);
    const state = fold(events.slice(0, Math.ceil(events.length / 2)));
    const before = structuredClone(state);
    next(given.pipeline, state);
    assert.deepEqual(state, before);
  });
});

test("events are numbered from 1 without gaps, and a number that comes twice or is left out is refused", (t) => {
  holds(t, (given) => {
    const { events } = play(given);
    assert.deepEqual(
      events.map((event) => event.seq),
      events.map((_, index) => index + 1),
    );
    const middle = Math.floor(events.length / 2);
    const refuses = (damaged: readonly RunEvent[]) =>
      assert.throws(
        () => fold(damaged),
        (error) => isStagewrightError(error) && error.code === "journal/order",
      );
    const twice = events[middle];
    if (twice) refuses([...events.slice(0, middle + 1), twice, ...events.slice(middle + 1)]);
    if (middle < events.length - 1) refuses([...events.slice(0, middle), ...events.slice(middle + 1)]);
  });
});

test("every output that a stage gave stays readable, in its history or as its newest, and versions count from 1", (t) => {
  holds(t, (given) => {
    const { events, state } = play(given);
    for (const [name, stage] of state.stages) {
      const versions = [...stage.history.map(({ version }) => version), ...(stage.version > stage.history.length ? [stage.version] : [])];
      assert.deepEqual(
        versions,
        versions.map((_, index) => index + 1),
      );
      for (const event of events) {
        if (event.type !== "stage-done" || event.stage !== name) continue;
        const kept = stage.history.find(({ version }) => version === event.version) ?? stage;
        assert.deepEqual(kept.output, event.output);
      }
    }
  });
});

test("the state before the first event is a run of no stages", () => {
  const { order, stages, seq, status } = emptyRun();
  assert.deepEqual({ order, stages, seq, status }, { order: [], stages: new Map(), seq: 0, status: "running" });
});
