import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { z } from "zod";
import { changedParts, type Fingerprint, fingerprint } from "../../src/core/index.js";
import {
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
  input,
  pipeline,
  query,
  rollbackTo,
  run,
  write,
} from "../../src/dsl/index.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const print = (stage: AnyStage): Fingerprint => fingerprint(stage, sha256);
const change = (before: AnyStage, after: AnyStage) => changedParts(print(before), print(after));

const request = input(z.object({ day: z.string() }));
const facts = gather("facts", { output: z.string(), run: () => "" });
const other = gather("other", { output: z.string(), run: () => "" });
const words = (max: number): Check<unknown> => ({ rule: "words", options: { max }, run: () => [] });

test("a fingerprint is four digests of twelve hex digits", () => {
  for (const digits of Object.values(print(facts))) assert.match(digits, /^[0-9a-f]{12}$/);
  assert.deepEqual(Object.keys(print(facts)), ["shape", "schema", "checks", "code"]);
});

const makeDraft = () =>
  write("draft", {
    needs: { facts },
    output: z.object({ title: z.string(), text: z.string().default("none") }),
    prompt: ({ facts }) => facts,
    dod: [words(1_000)],
    instructions: ["AGENT.md"],
    lessons: "publisher",
    retries: 1,
    onFail: rollbackTo(facts, { max: 1 }),
  });

test("the same stage, made twice, has the same fingerprint", () => {
  assert.deepEqual(print(makeDraft()), print(makeDraft()));
  assert.deepEqual(change(makeDraft(), makeDraft()), []);
});

test("every part that changed is named", () => {
  const before: Fingerprint = { shape: "a", schema: "b", checks: "c", code: "d" };
  assert.deepEqual(changedParts(before, { shape: "A", schema: "B", checks: "C", code: "D" }), [
    "settings",
    "output schema",
    "checks",
    "functions",
  ]);
  assert.deepEqual(changedParts(before, { ...before, checks: "C" }), ["checks"]);
});

type Spec = Parameters<typeof gather<"s", z.ZodType<unknown, unknown>, Record<string, AnyStage>>>[1];
const stage = (spec: Partial<Spec> = {}) => gather("s", { output: z.unknown(), run: () => "", ...spec });
const git = adapter("git", { log: query({ takes: z.string(), gives: z.string() }) });
const hub = adapter("hub", { log: query({ takes: z.string(), gives: z.string() }) });

const CHANGES: readonly (readonly [what: string, before: AnyStage, after: AnyStage, parts: readonly string[]])[] = [
  ["the name", facts, other, ["settings"]],
  ["a need", stage({ needs: { facts } }), stage({ needs: { facts: other } }), ["settings"]],
  ["a need's key", stage({ needs: { facts } }), stage({ needs: { news: facts } }), ["settings"]],
  [
    "an adapter",
    gather("s", { output: z.string(), uses: { a: git }, run: () => "" }),
    gather("s", { output: z.string(), uses: { a: hub }, run: () => "" }),
    ["settings"],
  ],
  ["a retry", stage(), stage({ retries: 1 }), ["settings"]],
  ["the backoff", stage(), stage({ backoffMs: 1 }), ["settings"]],
  ["the time limit", stage(), stage({ timeoutMs: 1 }), ["settings"]],
  ["a rollback", stage(), gather("s", { output: z.unknown(), run: () => "", onFail: rollbackTo(facts, { max: 1 }) }), ["settings"]],
  [
    "a rollback's bound",
    check("c", { of: facts, checks: [], onFail: rollbackTo(facts, { max: 1 }) }),
    check("c", { of: facts, checks: [], onFail: rollbackTo(facts, { max: 2 }) }),
    ["settings"],
  ],
  [
    "a rollback's target",
    check("c", { of: facts, checks: [], onFail: rollbackTo(facts, { max: 1 }) }),
    check("c", { of: facts, checks: [], onFail: rollbackTo(other, { max: 1 }) }),
    ["settings"],
  ],
  ["what is reviewed", check("c", { of: facts, checks: [] }), check("c", { of: other, checks: [] }), ["settings"]],
  ["a tier", gate("g", { tier: 3, shows: facts }), gate("g", { tier: 4, shows: facts }), ["settings"]],
  ["the time that a gate is open", gate("g", { tier: 3, shows: facts }), gate("g", { tier: 3, shows: facts, expiresMs: 1 }), ["settings"]],
  [
    "what a gate asks",
    gate("g", { tier: 3, shows: facts, asks: z.string() }),
    gate("g", { tier: 3, shows: facts, asks: z.number() }),
    ["output schema"],
  ],
  [
    "where a way leads",
    decide("d", { needs: {}, ways: { a: "go on" }, choose: () => "a" }),
    decide("d", { needs: {}, ways: { a: "stop" }, choose: () => "a" }),
    ["settings"],
  ],
  ["the schema", stage({ output: z.string() }), stage({ output: z.number() }), ["output schema"]],
  ["a default in the schema", stage({ output: z.string().default("a") }), stage({ output: z.string().default("b") }), ["output schema"]],
  ["a check's limit", stage({ dod: [] as never }), gather("s", { output: z.unknown(), run: () => "", dod: [words(9)] }), ["checks"]],
  ["a review's limit", check("c", { of: facts, checks: [words(1_000)] }), check("c", { of: facts, checks: [words(900)] }), ["checks"]],
  [
    "a check's function",
    check("c", { of: facts, checks: [{ rule: "r", run: () => [] }] }),
    check("c", { of: facts, checks: [{ rule: "r", run: (_value: string) => [] }] }),
    ["checks"],
  ],
  [
    "a pattern in a check's options",
    check("c", { of: facts, checks: [{ rule: "r", options: { not: /a/ }, run: () => [] }] }),
    check("c", { of: facts, checks: [{ rule: "r", options: { not: /a/i }, run: () => [] }] }),
    ["checks"],
  ],
  ["the function", stage(), stage({ run: () => "changed" }), ["functions"]],
  [
    "the prompt",
    write("w", { output: z.string(), prompt: () => "Write." }),
    write("w", { output: z.string(), prompt: () => "Write well." }),
    ["functions"],
  ],
  [
    "the model",
    write("w", { output: z.string(), prompt: () => "", model: "embedded" }),
    write("w", { output: z.string(), prompt: () => "", model: "openai:http://127.0.0.1:1#m" }),
    ["settings"],
  ],
  [
    "the file of instructions",
    write("w", { output: z.string(), prompt: () => "", instructions: ["a.md"] }),
    write("w", { output: z.string(), prompt: () => "", instructions: ["b.md"] }),
    ["settings"],
  ],
];

for (const [what, before, after, parts] of CHANGES) {
  test(`${what} counts as ${parts.join(", ")}`, () => assert.deepEqual(change(before, after), parts));
}

test("where the project lies on the disk does not count", () => {
  const at = (folder: string) => write("w", { output: z.string(), prompt: () => "", instructions: [new URL(`file://${folder}/AGENT.md`)] });
  assert.deepEqual(change(at("/home/one"), at("/srv/two")), []);
});

test("the order in which settings and options were written down does not count", () => {
  const checked = (options: unknown) => check("c", { of: facts, checks: [{ rule: "r", options, run: () => [] }] });
  assert.deepEqual(change(checked({ min: 1, max: 2 }), checked({ max: 2, min: 1 })), []);
});

test("the output of a stage that it needs does not count, only that it needs it", () => {
  const number = gather("facts", { output: z.number(), run: () => 1 });
  assert.deepEqual(change(stage({ needs: { facts } }), stage({ needs: { facts: number } })), []);
});

test("a change anywhere in a nested pipeline counts as its settings", () => {
  const nested = (pipelineInput: z.ZodType<{ day: string }>, prompt: () => string) => {
    const letter = write("letter", { output: z.string(), prompt });
    return pipeline("letters", { input: input(pipelineInput), stages: [letter] });
  };
  const schema = z.object({ day: z.string() });
  const one = nested(schema, () => "Write.");
  const give = () => ({ day: "2026-03-19" });
  const stages = (child: typeof one) =>
    [run("s", { pipeline: child, input: give }), each("s", { pipeline: child, over: () => [give()] })] as const;
  const [ran, repeated] = stages(one);
  const [same] = stages(nested(schema, () => "Write."));
  assert.deepEqual(change(ran, same), []);
  const [reworded, repeatedReworded] = stages(nested(schema, () => "Write well."));
  assert.deepEqual(change(ran, reworded), ["settings"]);
  assert.deepEqual(change(repeated, repeatedReworded), ["settings"]);
  const [widened] = stages(nested(z.object({ day: z.string(), city: z.string().default("Bucharest") }), () => "Write."));
  assert.deepEqual(change(ran, widened), ["settings"]);
});

test("a delivery's adapter and call count", () => {
  const out = (name: string) => adapter(name, { send: effect({ takes: z.string(), gives: z.string() }) });
  const to = (name: string) => deliver("d", { needs: {}, to: out(name), call: (outside) => outside.send("") });
  assert.deepEqual(change(to("mail"), to("mail")), []);
  assert.deepEqual(change(to("mail"), to("chat")), ["settings"]);
});

test("a stage of any kind has a fingerprint, also one without a schema", () => {
  assert.equal(print(request).schema.length, 12);
  assert.notEqual(print(request).schema, print(check("c", { of: facts, checks: [] })).schema);
});
