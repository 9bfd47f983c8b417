import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import {
  type AnyPipeline,
  type AnyStage,
  adapter,
  type Check,
  check,
  decide,
  deliver,
  each,
  effect,
  gate,
  gather,
  implement,
  input,
  type Pipeline,
  pipeline,
  query,
  rollbackTo,
  type Stage,
} from "../../src/dsl/index.js";
import { answerEffect, decideGate, openQuestions, type RunOutcome, resumeRun, startRun } from "../../src/runner/index.js";
import { seed } from "../core/seed.js";
import { assertReplays, options, untilAborted } from "./rig.js";

const outside = adapter("outside", {
  ask: query({ takes: z.string(), gives: z.string() }),
  send: effect({ takes: z.string(), gives: z.string() }),
});

const request = input(z.string());

/** Chance that is the same for the same question asked for the same time. */
function dice(throws: readonly number[]) {
  const asked = new Map<string, number>();
  return (question: string): number => {
    const time = asked.get(question) ?? 0;
    asked.set(question, time + 1);
    return throws[(time * 7 + question.length * 3 + (question.codePointAt(0) ?? 0)) % throws.length] ?? 0;
  };
}

/** An outside that answers well, badly or not at all, as the dice fall, and remembers what was sent. */
function dicedOutside(throws: readonly number[]) {
  const throwDice = dice(throws);
  const sent: string[] = [];
  const tries = new Map<string, number>();
  const lookups = new Map<string, "yes" | "no" | "unknown">();
  const implementation = implement(outside, "diced", {
    ask: {
      perform: async (path, { signal }) => {
        if (path === "fixed") return path;
        const fell = throwDice(path);
        if (fell === 0) throw new Error(`${path} is down`);
        if (fell === 1 && path.startsWith("slow")) return untilAborted(signal);
        return fell === 2 ? "bad" : `${path}${fell}`;
      },
    },
    send: {
      perform: async (text, { key }) => {
        const time = (tries.get(key) ?? 0) + 1;
        tries.set(key, time);
        // Some time every effect goes well, else a run might try for ever.
        const fell = time > 3 ? 4 : throwDice(key);
        const [happened, tells] = (
          [
            [true, true],
            [true, false],
            [false, true],
            [false, false],
          ] as const
        )[fell] ?? [true, true];
        if (happened) sent.push(key);
        lookups.set(key, tells ? (happened ? "yes" : "no") : "unknown");
        if (fell < 4) throw new Error("cut off");
        return text;
      },
      lookup: async (key, text) => {
        const known = lookups.get(key) ?? "no";
        return known === "yes" ? { happened: known, answer: text } : { happened: known };
      },
    },
  });
  return { implementation, sent };
}

const good: Check<string> = {
  rule: "good",
  run: (text) => (text.includes("bad") ? [{ rule: "good", severity: "error", message: `"${text}" is bad` }] : []),
};

const child = (() => {
  const ask = gather("ask", {
    needs: { request },
    uses: { outside },
    output: z.string(),
    run: ({ request }, { outside }) => outside.ask(`child ${request}`),
  });
  const look = gate("look", { needs: { ask }, shows: ask, tier: ({ ask }) => (ask.endsWith("5") ? 4 : 1) });
  return pipeline("child", { input: request, stages: [ask, look] });
})();

const KINDS = ["ask", "twice", "slow", "check", "decide", "gate", "deliver", "each"] as const;
type Kind = (typeof KINDS)[number];

/** A pipeline of stages of these kinds, each built on the last text. */
function pipelineOf(kinds: readonly Kind[]): AnyPipeline {
  const first: Stage<string, string, string, never> = gather("a0", {
    needs: { request },
    uses: { outside },
    output: z.string(),
    retries: 1,
    backoffMs: 0,
    run: ({ request }, { outside }) => outside.ask(request),
  });
  const stages: AnyStage[] = [first];
  let text: AnyStage<string> & Stage<string, string, string, never> = first;
  for (const [index, kind] of kinds.entries()) {
    const name = `${kind}${index}`;
    const needs = { text };
    if (kind === "ask") {
      text = gather(name, {
        needs,
        uses: { outside },
        output: z.string(),
        dod: [good],
        retries: 2,
        backoffMs: 0,
        run: async ({ text }, { outside, id }) => `${text.slice(0, 20)} ${await outside.ask(name)} ${id()}`,
      }) as typeof text;
      stages.push(text);
    } else if (kind === "twice") {
      const run = async (_: object, { outside, random }: { outside: { ask(path: string): Promise<string> }; random(): number }) =>
        `${await outside.ask(name)} ${random()} ${await outside.ask(name)}`;
      text = gather(name, { needs, uses: { outside }, output: z.string(), retries: 1, backoffMs: 0, run }) as typeof text;
      stages.push(text);
    } else if (kind === "slow") {
      text = gather(name, {
        needs,
        uses: { outside },
        output: z.string(),
        retries: 2,
        backoffMs: 0,
        timeoutMs: 10,
        run: (_, { outside }) => outside.ask(name),
      }) as typeof text;
      stages.push(text);
    } else if (kind === "check") {
      stages.push(check(name, { of: text, checks: [good], onFail: rollbackTo(first, { max: 2 }) }) as AnyStage);
    } else if (kind === "decide") {
      const ways = { on: "go on", stop: "stop", back: rollbackTo(first, { max: 1 }) } as const;
      const choose = ({ text }: { text: string }) => (text.includes("4") ? "back" : text.includes("7") ? "stop" : "on");
      stages.push(decide(name, { needs, ways, choose }) as AnyStage);
    } else if (kind === "gate") {
      text = gate(name, {
        shows: text,
        needs,
        tier: ({ text }) => (text.includes("6") ? 2 : 4),
        onReject: rollbackTo(first, { max: 1 }),
      }) as unknown as typeof text;
      stages.push(text);
    } else if (kind === "deliver") {
      const call = async (to: { ask(path: string): Promise<string>; send(text: string): Promise<string> }, { text }: { text: string }) => {
        const before = await to.ask("fixed");
        return `${await to.send(text.slice(0, 20))} ${before} ${await to.send(before)}`;
      };
      text = deliver(name, { needs, to: outside, retries: 8, backoffMs: 0, call }) as unknown as typeof text;
      stages.push(text);
    } else {
      stages.push(each(name, { needs, pipeline: child, concurrency: 2, succeeds: "any", over: () => ["x", "yy"] }) as AnyStage);
    }
  }
  // The list is made at run time, so only the run-time rules can hold it.
  return pipeline("random", { input: request, stages: stages as never }) as Pipeline<string>;
}

/** Runs to the end, deciding as the dice fall; told to stop at the event of that number. */
async function drive(pipe: AnyPipeline, throws: readonly number[], stopAt?: number) {
  const fake = dicedOutside(throws);
  const word = dice(throws);
  const on = options({ adapters: [fake.implementation], graceMs: 1_000 });
  let seen = 0;
  const stop = new AbortController();
  const onEvent = () => {
    seen += 1;
    if (seen === stopAt) stop.abort();
  };
  let outcome: RunOutcome = await startRun(pipe, { ...on, onEvent, signal: stop.signal, input: "a text", run: "r" });
  for (let times = 0; outcome.status === "blocked" || outcome.status === "interrupted"; times += 1) {
    assert(times < 100, "the run never ends");
    for (const { run, pipeline, waiting } of await openQuestions(on.store, pipe, "r")) {
      if (waiting.on === "gate") {
        const isRejected = word(`${run} ${waiting.gate.stage}`) < 3;
        await decideGate(pipeline, run, isRejected ? { decision: "reject", reason: "no" } : { decision: "approve" }, on);
      } else {
        const { key } = waiting.effect;
        await answerEffect(pipeline, run, fake.sent.includes(key) ? { happened: true, answer: "seen" } : { happened: false }, on);
      }
    }
    outcome = await resumeRun(pipe, "r", on);
  }
  const { state } = outcome;
  const outputs = [...state.stages.values()].map(({ name, version, status, output }) => [name, version, status, output]);
  return {
    store: on.store,
    end: { status: outcome.status, outputs, failure: state.failure?.message, stopped: state.stopped, sent: fake.sent },
    seen,
  };
}

const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 });
// Mostly it goes well, else few runs would come far.
const throws = fc.array(fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 3, max: 9 }) }, { weight: 1, arbitrary: fc.nat(2) }), {
  minLength: 3,
  maxLength: 12,
});

test("any run replays to the byte, and its outside saw each effect once", async () => {
  await fc.assert(
    fc.asyncProperty(kinds, throws, async (kinds, throws) => {
      const pipe = pipelineOf(kinds);
      const { store, end } = await drive(pipe, throws);
      assert.deepEqual(end.sent, [...new Set(end.sent)]);
      await assertReplays(pipe, "r", store);
    }),
    { seed: seed(), numRuns: 30 },
  );
});

test("any run that is told to stop at any event and resumed comes to the same end, and replays to the byte", async () => {
  await fc.assert(
    fc.asyncProperty(kinds, throws, fc.nat(), async (kinds, throws, where) => {
      const pipe = pipelineOf(kinds);
      const whole = await drive(pipe, throws);
      const { store, end } = await drive(pipe, throws, 1 + (where % whole.seen));
      assert.deepEqual(end, whole.end);
      await assertReplays(pipe, "r", store);
    }),
    { seed: seed(), numRuns: 30 },
  );
});
