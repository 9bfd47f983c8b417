import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import {
  adapter,
  atLeast,
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
  type Tier,
  write,
} from "../../../src/dsl/index.js";
import { thrown } from "../thrown.js";

const Text = z.string();
const request = input(z.object({ day: z.string() }));
const facts = gather("facts", { output: Text, run: () => "" });
const git = adapter("git", { log: query({ takes: Text, gives: Text }) });
const blog = adapter("blog", { publish: effect({ takes: Text, gives: Text }) });
const short: Check<string> = { rule: "short", run: () => [] };
const grounded: Check<string, "facts"> = { rule: "grounded", given: { facts }, run: () => [] };
const draft = write("draft", { needs: { facts }, output: Text, prompt: () => "" });

const names = (stages: readonly { readonly name: string }[]) => stages.map(({ name }) => name);

test("the input is a stage named input whose output is its schema's", () => {
  const schema = z.object({ day: z.string() });
  const stage = input(schema);
  assert.deepEqual([stage.kind, stage.name, stage.output, stage.reads], ["input", "input", schema, []]);
});

test("a gather stage keeps its function, its adapters and its contract", () => {
  const run = () => "";
  const stage = gather("log", {
    output: Text,
    needs: { request },
    uses: { git },
    run,
    retries: 2,
    backoffMs: 50,
    timeoutMs: 1_000,
    dod: [short],
    onFail: rollbackTo(facts, { max: 1 }),
  });
  assert.equal(stage.kind, "gather");
  assert.deepEqual(stage.functions, { run });
  assert.deepEqual(stage.uses, { git });
  assert.deepEqual(stage.needs, { request });
  assert.deepEqual(stage.contract, { dod: [short], retries: 2, backoffMs: 50, timeoutMs: 1_000 });
  assert.deepEqual(stage.rollbacks, { failed: { to: "facts", stage: facts, max: 1 } });
});

test("a stage without a contract of its own is tried once, without a limit, and waits a second before what retry it is given", () => {
  assert.deepEqual(facts.contract, { dod: [], retries: 0, backoffMs: 1_000, timeoutMs: undefined });
});

test("a write stage keeps what its prompt is made of; instructions become text", () => {
  const prompt = () => "Write.";
  const parse = (text: string) => text.trim();
  const stage = write("letter", {
    output: Text,
    prompt,
    parse,
    instructions: [new URL("file:///p/AGENT.md"), "style.md"],
    lessons: "publisher",
    model: "embedded",
  });
  assert.equal(stage.kind, "write");
  assert.deepEqual(stage.functions, { prompt, parse });
  assert.deepEqual(stage.settings, { instructions: ["file:///p/AGENT.md", "style.md"], lessons: "publisher", model: "embedded" });
  assert.deepEqual(write("bare", { output: Text, prompt }).functions, { prompt });
});

test("a check stage reads what it reviews and what its checks compare with, each once, and its findings are about the former", () => {
  const stage = check("review", { of: draft, checks: [grounded, grounded, short], onFail: rollbackTo(draft, { max: 3 }) });
  assert.deepEqual([stage.kind, names(stage.reads), stage.about], ["check", ["draft", "facts"], draft]);
  assert.deepEqual(stage.settings, { checks: [grounded, grounded, short] });
  assert.deepEqual(stage.rollbacks, { failed: { to: "draft", stage: draft, max: 3 } });
});

test("a definition of done that compares with another stage makes its stage read it", () => {
  assert.deepEqual(names(write("letter", { output: Text, prompt: () => "", dod: [grounded] }).reads), ["facts"]);
});

test("a decision's ways back are its rollbacks, by the way's name, and where each way leads is a setting", () => {
  const stage = decide("course", {
    needs: { draft },
    ways: { publish: "go on", rest: "stop", pivot: rollbackTo(facts, { max: 1 }) },
    choose: () => "publish",
    because: () => "it is good",
  });
  assert.equal(stage.kind, "decide");
  assert.deepEqual(stage.settings, { ways: { publish: "go on", rest: "stop", pivot: "back" } });
  assert.deepEqual(stage.rollbacks, { pivot: { to: "facts", stage: facts, max: 1 } });
  assert.deepEqual(Object.keys(stage.functions), ["choose", "because"]);
});

test("a gate shows a stage, may need others, and goes back when it is rejected", () => {
  const stage = gate("approve", { tier: 4, shows: draft, needs: { facts }, onReject: rollbackTo(draft, { max: 2 }), expiresMs: 60_000 });
  assert.deepEqual([stage.kind, names(stage.reads), stage.about], ["gate", ["facts", "draft"], draft]);
  assert.deepEqual(stage.settings, { tier: 4, asks: false, expiresMs: 60_000 });
  assert.deepEqual(stage.rollbacks, { rejected: { to: "draft", stage: draft, max: 2 } });
  assert.equal(stage.output, undefined);
});

test("a gate that asks has the answer's schema as its output, and its tier may be a function", () => {
  const Answer = z.object({ seats: z.int() });
  const tier = (): Tier => 3;
  const stage = gate("ask", { tier, shows: draft, asks: Answer });
  assert.equal(stage.output, Answer);
  assert.deepEqual(stage.functions, { tier });
  assert.deepEqual(stage.settings, { tier: undefined, asks: true, expiresMs: undefined });
});

test("a gate says what is about to happen, and names who may decide: at least one, where it names people", () => {
  const says = ({ title }: { title: string }) => `Post ${title}?`;
  const titled = gather("titled", { output: z.object({ title: z.string() }), run: () => ({ title: "A day" }) });
  const mayDecide = { people: ["ana"], notAsker: true };
  const stage = gate("approve", { tier: 3, shows: titled, says, mayDecide });
  assert.deepEqual(stage.functions, { says });
  assert.deepEqual(stage.settings, { tier: 3, asks: false, expiresMs: undefined, mayDecide });
  assert.deepEqual(
    thrown(() => gate("approve", { tier: 3, shows: titled, mayDecide: { people: [] } })),
    { code: "gate/deciders", message: 'gate "approve" names nobody who may decide', hint: "name people, or leave the list out" },
  );
});

test("a gate's tier is one of five", () => {
  for (const tier of [0, 6, 2.5, Number.NaN]) {
    assert.deepEqual(
      thrown(() => gate("approve", { tier: tier as Tier, shows: draft })),
      { code: "gate/tier", message: `gate "approve" has tier ${tier}`, hint: "a tier is a number from 1 to 5" },
    );
  }
});

test("a delivery uses one adapter", () => {
  const call = async () => "";
  const stage = deliver("publish", { needs: { draft }, to: blog, call });
  assert.deepEqual([stage.kind, stage.uses, stage.functions], ["deliver", { to: blog }, { call }]);
});

const posts = pipeline("posts", { input: request, stages: [facts] });

test("an each stage runs its items one at a time and wants all of them, unless told otherwise", () => {
  const over = () => [{ day: "2026-03-19" }];
  assert.deepEqual(each("many", { pipeline: posts, over }).settings, { pipeline: posts, concurrency: 1, succeeds: "all" });
  const some = each("some", { needs: { facts }, pipeline: posts, over, concurrency: 4, succeeds: atLeast(2) });
  assert.deepEqual(some.settings, { pipeline: posts, concurrency: 4, succeeds: { atLeast: 2 } });
  assert.deepEqual([some.kind, names(some.reads)], ["each", ["facts"]]);
});

test("runs that are an agent's name it", () => {
  const over = () => [{ day: "2026-03-19" }];
  assert.equal(each("theirs", { pipeline: posts, over, agent: "researcher" }).settings.agent, "researcher");
  assert.deepEqual(
    thrown(() => each("nobodys", { pipeline: posts, over, agent: "" })),
    { code: "stage/contract", message: 'stage "nobodys" has an agent without a name', hint: "name one, or leave `agent` out" },
  );
});

test("an each stage runs at least one item at once", () => {
  for (const concurrency of [0, -1, 1.5, Number.NaN]) {
    assert.deepEqual(
      thrown(() => each("many", { pipeline: posts, over: () => [], concurrency })),
      {
        code: "stage/contract",
        message: `stage "many" has concurrency: ${concurrency}`,
        hint: "concurrency is a whole number of at least 1",
      },
    );
  }
});

test("a run stage nests a pipeline", () => {
  const give = () => ({ day: "2026-03-19" });
  const stage = run("nested", { pipeline: posts, input: give, onFail: rollbackTo(facts, { max: 1 }) });
  assert.deepEqual([stage.kind, stage.settings, stage.functions], ["run", { pipeline: posts }, { input: give }]);
  assert.deepEqual(stage.rollbacks, { failed: { to: "facts", stage: facts, max: 1 } });
  assert.deepEqual(names(run("fed", { needs: { draft }, pipeline: posts, input: give }).reads), ["draft"]);
});

test("a stage is frozen, and so is all that it holds", () => {
  const stage = check("review", { of: draft, checks: [short], onFail: rollbackTo(draft, { max: 3 }) });
  const parts = [
    stage,
    stage.needs,
    stage.reads,
    stage.rollbacks,
    stage.uses,
    stage.contract,
    stage.contract.dod,
    stage.functions,
    stage.settings,
  ];
  assert.deepEqual(
    parts.map(Object.isFrozen),
    parts.map(() => true),
  );
});

test("a name that cannot be a stage's folder is refused", () => {
  for (const name of ["", "7th", "my draft", "a/b", "..", "größe"]) {
    assert.deepEqual(
      thrown(() => gather(name, { output: Text, run: () => "" })),
      {
        code: "stage/name",
        message: `"${name}" cannot name a stage`,
        hint: "use letters, digits and dashes, a letter first: the name becomes a folder",
      },
    );
  }
});

test("retries, waits and time limits are whole numbers", () => {
  const refused = (contract: { retries?: number; backoffMs?: number; timeoutMs?: number }) =>
    thrown(() => gather("facts", { output: Text, run: () => "", ...contract }));
  const code = "stage/contract";
  const whole = (name: string, least: number) => `${name} is a whole number of at least ${least}`;
  assert.deepEqual(refused({ retries: -1 }), { code, message: 'stage "facts" has retries: -1', hint: whole("retries", 0) });
  assert.deepEqual(refused({ retries: 0.5 }), { code, message: 'stage "facts" has retries: 0.5', hint: whole("retries", 0) });
  assert.deepEqual(refused({ backoffMs: Number.NaN }), { code, message: 'stage "facts" has backoffMs: NaN', hint: whole("backoffMs", 0) });
  assert.deepEqual(refused({ timeoutMs: 0 }), { code, message: 'stage "facts" has timeoutMs: 0', hint: whole("timeoutMs", 1) });
});

test("a way cannot be named like what a stage that fails goes", () => {
  for (const name of ["failed", "rejected"]) {
    const error = thrown(() => decide("course", { needs: {}, ways: { [name]: "go on" }, choose: () => name }));
    assert.equal(error.message, `stage "course" has a way named "${name}", which is what a stage that fails goes`);
  }
});
