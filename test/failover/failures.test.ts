import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { StagewrightError } from "../../src/dsl/index.js";
import { kindOf } from "../../src/failover/failure.js";
import { coolDownMemory, FAILURES, failover } from "../../src/failover/index.js";
import { nextStep } from "../../src/failover/step.js";
import { type Complete, type Completion, ModelError } from "../../src/model/index.js";

const failed = (code: string, status?: number) => new ModelError(code, code, { hint: "", status });

test("the kind of a failure follows from its code, and where a server refused, from the status", () => {
  const kinds = [
    failed("model/busy", 429),
    failed("model/server", 500),
    failed("model/refused", 408),
    failed("model/refused", 409),
    failed("model/refused", 425),
    failed("model/refused", 400),
    failed("model/unreachable"),
    failed("model/cut-off"),
    failed("model/silent"),
    failed("model/key", 401),
    failed("model/quota", 402),
    failed("model/keys-rest"),
    failed("model/context", 400),
    new StagewrightError("permit/too-large", ""),
    failed("model/not-served", 404),
    failed("model/address", 404),
    failed("model/answer"),
    new StagewrightError("budget/exceeded", ""),
    new StagewrightError("budget/no-price", ""),
    new TypeError("x"),
    undefined,
  ].map(kindOf);
  assert.deepEqual(kinds, [
    "busy",
    "server",
    "server",
    "server",
    "server",
    "refused",
    "unreachable",
    "cut off",
    "silent",
    "key",
    "quota",
    "resting",
    "too long",
    "too long",
    "not served",
    "not served",
    "no answer",
    "budget",
    "other",
    "other",
    "other",
  ]);
  assert.deepEqual(new Set(kinds), new Set(Object.keys(FAILURES)), "each kind has its code");
});

test("of the steps of a kind the first that can be taken is taken", () => {
  const failure = (kind: keyof typeof FAILURES) => ({
    kind,
    error: failed("model/x"),
    variable: undefined,
    status: undefined,
    until: undefined,
    windowTokens: undefined,
    neededTokens: undefined,
  });
  const candidate = { name: "m", entry: undefined, model: { kind: "embedded" as const }, windowTokens: undefined };
  const all = { waitMs: 5, hasOtherKey: true, nextModel: candidate, largerWindow: candidate };
  const none = { waitMs: undefined, hasOtherKey: false, nextModel: undefined, largerWindow: undefined };
  for (const [kind, { steps }] of Object.entries(FAILURES) as [keyof typeof FAILURES, (typeof FAILURES)[keyof typeof FAILURES]][]) {
    assert.equal(nextStep(failure(kind), all).next, steps[0]);
    assert.equal(nextStep(failure(kind), none).next, "give up");
  }
  assert.deepEqual(nextStep(failure("busy"), { ...all, waitMs: undefined }), { next: "next key" });
  assert.deepEqual(nextStep(failure("busy"), { ...all, waitMs: undefined, hasOtherKey: false }), { next: "next model", to: candidate });
  assert.deepEqual(nextStep(failure("cut off"), { ...all, nextModel: undefined }), { next: "again", waitMs: 5 });
});

/** What a server may do: nothing bad, or fail in one of these ways, some with a time to wait. */
const outcome = fc.oneof(
  { weight: 1, arbitrary: fc.constant("answer" as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      code: fc.constantFrom(
        ...["busy", "server", "unreachable", "cut-off", "silent", "key", "quota", "context", "not-served", "refused", "answer"].map(
          (what) => `model/${what}`,
        ),
      ),
      retryAfterMs: fc.option(fc.constantFrom(0, 10, 60_000, 60_001, 3_600_000), { nil: undefined }),
    }),
  },
);

test("whatever servers do, a call ends, within its tries, waits and order, and each try is told once", async () => {
  const answer: Completion = { text: "", finish: "stop", usage: { inputTokens: 1, outputTokens: 1, estimated: true }, model: "m" };
  const env = { KEY_A: "a".repeat(20), KEY_B: "b".repeat(20) };
  const catalog = {
    one: { model: "openai:http://127.0.0.1:1#a", keys: ["KEY_A", "KEY_B"], contextTokens: 1_000 },
    two: { model: "openai:http://127.0.0.1:1#b", contextTokens: 500 },
    three: { model: "anthropic:#c", keys: ["KEY_B"], contextTokens: 9_000 },
  };
  const order = Object.keys(catalog);
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(outcome), fc.integer({ min: 1, max: 4 }), async (outcomes, tries) => {
      const asked: string[] = [];
      const waits: number[] = [];
      const told: string[] = [];
      let failures = 0;
      const complete: Complete = ({ model }, { apiKey }) => {
        asked.push(`${model} ${apiKey?.variable}`);
        const next = outcomes.next().value;
        if (next === "answer") return Promise.resolve(answer);
        failures += 1;
        return Promise.reject(new ModelError(next.code, next.code, { hint: "", retryAfterMs: next.retryAfterMs }));
      };
      const ask = failover(complete, {
        catalog,
        env,
        coolDowns: coolDownMemory(),
        now: () => new Date(0),
        random: () => 0.5,
        wait: (ms) => Promise.resolve(void waits.push(ms)),
        tell: ({ next }) => void told.push(next),
        settings: { tries },
      });
      const request = { model: "one", fallbacks: ["two", "three"], messages: [{ role: "user" as const, content: "Hi." }] };
      const came = await ask(request, { key: "", signal: new AbortController().signal }).catch((error: unknown) => error);

      const tried = typeof came === "object" && came !== null && "tried" in came && Array.isArray(came.tried) ? came.tried : [];
      if (came instanceof Error) assert.equal(told.at(-1), "give up");
      else
        assert.deepEqual(
          told,
          tried.map(({ next }) => next),
        );
      assert.equal(told.length, failures);
      for (const place of new Set(asked)) assert.ok(asked.filter((other) => other === place).length <= tries, `${place}: too often`);
      assert.ok(waits.every((ms) => ms <= 60_000));
      const models = asked.map((place) => order.indexOf(place.split(" ")[0] ?? ""));
      assert.deepEqual(
        models,
        models.toSorted((a, b) => a - b),
        "no way leads back",
      );
    }),
    { numRuns: 300 },
  );
});
