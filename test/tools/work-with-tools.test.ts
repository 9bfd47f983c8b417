import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { ModelError } from "../../src/model/index.js";
import { sha256 } from "../../src/store/index.js";
import { tool, toolbox, type WorkStep } from "../../src/tools/index.js";
import { asks, named, notes, QUESTION, results, told, verdict, work } from "./scripted.js";

test("a model that calls a tool and answers has an answer, a transcript and evidence", async () => {
  const { box, ran } = notes();
  const { end, requests } = await work(box, [asks(["read_file", { path: "a.md" }]), "The note says Alpha."]);
  assert.equal(verdict(end), "answer: The note says Alpha.");
  assert.deepEqual(ran, ['read_file {"path":"a.md"}']);
  assert.deepEqual(end.transcript, [
    QUESTION,
    { role: "assistant", content: "", calls: [{ id: "call1", name: "read_file", arguments: { path: "a.md" } }] },
    { role: "tool", call: "call1", content: "Alpha." },
    { role: "assistant", content: "The note says Alpha." },
  ]);
  assert.deepEqual(end.evidence, [
    { call: "call1", tool: "read_file", kind: "read", round: 1, arguments: { path: "a.md" }, digest: sha256("Alpha."), chars: 6 },
  ]);
  assert.deepEqual(
    requests.map(({ messages, tools }) => [messages.length, tools?.map(({ name }) => name)]),
    [
      [1, ["read_file", "write_file", "search_log", "service_status", "read_result"]],
      [3, ["read_file", "write_file", "search_log", "service_status", "read_result"]],
    ],
  );
  assert.deepEqual(end.counts, {
    rounds: 2,
    requests: 2,
    calls: 1,
    succeeded: 1,
    failed: 0,
    unknown: 0,
    denied: 0,
    badArguments: 0,
    notRun: 0,
    kept: 0,
    fromText: 0,
    askedAgain: 0,
    told: 0,
    inputTokens: 200,
    outputTokens: 20,
    usd: 0,
    unpriced: 2,
  });
});

test("calls of one turn run one behind the other, and a later one sees what an earlier one did", async () => {
  const { box } = notes();
  const turn = asks(["write_file", { path: "c.md", text: "Gamma." }], ["read_file", { path: "./c.md" }], ["read_file", { path: "c.md" }]);
  const { end } = await work(box, [turn, "Done: it says Gamma."]);
  assert.deepEqual(
    results(end),
    ["written", 'there is no file "./c.md"', "Gamma."].map((text) => (text.startsWith("there") ? `"read_file" failed: ${text}.` : text)),
  );
  assert.deepEqual(
    end.evidence.map(({ tool, wrote }) => [tool, wrote]),
    [
      ["write_file", "c.md"],
      ["read_file", undefined],
    ],
  );
});

test("a name that does not exist, one that is not allowed, and wrong arguments are each answered in one sentence and counted", async () => {
  const { tools, ran } = notes();
  const box = toolbox({ tools, allow: ["read_file", "search_log"] });
  const { end } = await work(box, [
    asks(
      ["raed_file", { path: "a.md" }],
      ["functions.read_file", { path: "a.md" }],
      ["write_file", { path: "a.md", text: "" }],
      ["read_file", {}],
      ["read_file", { path: 7 }],
      ["read_file", { path: "a.md", form: 1 }],
      ["read_file", { pth: "a.md", from: "1" }],
    ),
    "Nothing could be read.",
  ]);
  assert.deepEqual(results(end), [
    'There is no tool "raed_file"; the nearest is "read_file".',
    'There is no tool "functions.read_file"; the nearest is "read_file".',
    '"write_file" may not be used in this stage; it has "read_file", "search_log", "read_result".',
    '"read_file" was not run: "path" is missing: expected string.',
    '"read_file" was not run: "path": expected string, received number.',
    '"read_file" was not run: there is no argument "form", the nearest is "from".',
    '"read_file" was not run: there is no argument "pth", the nearest is "path" (and 2 more).',
  ]);
  assert.deepEqual(ran, []);
  const { calls, unknown, denied, badArguments, succeeded } = end.counts;
  assert.deepEqual({ calls, unknown, denied, badArguments, succeeded }, { calls: 7, unknown: 2, denied: 1, badArguments: 4, succeeded: 0 });
  assert.ok(end.transcript.every((message) => message.role !== "tool" || message.isError === true));
});

test("arguments that are no JSON are answered with how they begin", async () => {
  const { box } = notes();
  const cut = { calls: [{ id: "c1", name: "read_file", arguments: {}, unreadable: '{"path": "a' }], finish: "length" as const };
  const { end } = await work(box, [cut, "No."]);
  assert.deepEqual(results(end), [String.raw`"read_file" was not run: its arguments are no JSON object, they begin "{\"path\": \"a".`]);
});

test("a tool that throws is answered in one sentence, with the hint of an error of ours", async () => {
  const box = toolbox({
    tools: [
      named("plain", () => {
        throw new Error("disk\n  full");
      }),
      named("ours", () => Promise.reject(new StagewrightError("a/b", "no such post", { hint: "list them first" }))),
      named("silent", () => {
        throw new Error();
      }),
      named("odd", () => Promise.reject("a text")),
      named("long", () => Promise.reject(new Error("x".repeat(9_000)))),
      named("bigint", () => 1n),
    ],
    allow: ["plain", "ours", "silent", "odd", "long", "bigint"],
  });
  const { end } = await work(box, [asks(["plain"], ["ours"], ["silent"], ["odd"], ["long"], ["bigint"]), "No."]);
  assert.deepEqual(results(end), [
    '"plain" failed: disk full.',
    '"ours" failed: no such post; list them first.',
    '"silent" failed: it gave no reason.',
    '"odd" failed: a text.',
    `"long" failed: ${"x".repeat(499)}…`,
    '"bigint" failed: Do not know how to serialize a BigInt.',
  ]);
  assert.equal(end.counts.failed, 6);
});

test("arguments that the tool itself cannot use are the model's to mend", async () => {
  const fragile = tool({
    name: "open",
    description: "Opens.",
    takes: z.object({ url: z.string() }),
    reads: ({ url }) => ({ path: new URL(url).pathname }),
    run: () => "opened",
  });
  const { end } = await work(toolbox({ tools: [fragile], allow: ["open"] }), [
    asks(["open", { url: "a" }], ["open", { url: "http://a/b" }]),
    "Yes.",
  ]);
  assert.deepEqual(results(end), ['"open" was not run: its arguments cannot be used: Invalid URL.', "opened"]);
});

test("a result without text says so, and a value is shown as JSON", async () => {
  const box = toolbox({
    tools: [named("nothing", () => undefined), named("list", () => ({ files: ["a.md"] })), named("blank", () => " \n")],
    allow: ["nothing", "list", "blank"],
  });
  const { end } = await work(box, [asks(["nothing"], ["list"], ["blank"]), "One file."]);
  assert.deepEqual(results(end), ["(no output)", '{"files":["a.md"]}', "(no output)"]);
  assert.equal(end.counts.succeeded, 3);
});

test("a result that is too long is kept under a name, and read on in windows", async () => {
  const text = Array.from({ length: 400 }, (_, line) => `line ${line}: ${"x".repeat(40)}\n`).join("");
  const { box } = notes({ "long.md": text });
  const name = `result-${sha256(text).slice(0, 12)}.txt`;
  const { end } = await work(box, [
    asks(["read_file", { path: "long.md" }]),
    asks(
      ["read_result", { name, from: 8_000 }],
      ["read_result", { name: "result-000000000000.txt" }],
      ["read_result", { name, from: 99_999 }],
    ),
    "It is long.",
  ]);
  const [first = "", window = "", ...failed] = results(end);
  assert.equal(
    first,
    `The result has ${text.length} characters, too many to show at once, and is kept as "${name}". Read it in windows of up to 8000 characters: ` +
      `read_result {"name":"${name}","from":0}. It begins:\n${text.slice(0, 500)}`,
  );
  assert.match(window, new RegExp(`^\\[${name}, characters 8000 to 15\\d{3} of ${text.length}; go on from 15\\d{3}\\]\n`));
  assert.deepEqual(failed, [
    '"read_result" failed: no result is kept as "result-000000000000.txt".',
    `"read_result" failed: "${name}" has ${text.length} characters, so none stands at 99999.`,
  ]);
  assert.equal(end.counts.kept, 1);
  assert.deepEqual(
    end.evidence.map(({ tool, chars, kept }) => [tool, chars === text.length, kept]),
    [
      ["read_file", true, name],
      ["read_result", false, undefined],
    ],
  );
});

const CALL_AS_TEXT = '<tool_call>{"name": "read_file", "arguments": {"path": "a.md"}}</tool_call>';
const SUM_UP =
  "No tool can be called any more. Sum up what you have: answer now, in plain words, with what the results above show, and say what is missing.";

test("a call written as text is not run: the model is told once, then asked to sum up without tools", async () => {
  const { box, ran } = notes();
  const { end, requests } = await work(box, [CALL_AS_TEXT, CALL_AS_TEXT, "Nothing was read."]);
  assert.equal(verdict(end), "answer: Nothing was read.");
  assert.deepEqual(ran, []);
  assert.deepEqual(told(end), [
    'Your last answer was a tool call written as text (dialect "hermes"), so nothing was run. Call tools in the way you are given for it, or answer in plain words.',
    SUM_UP,
  ]);
  assert.deepEqual(
    requests.map(({ tools }) => tools !== undefined),
    [true, true, false],
  );
  assert.ok(!JSON.stringify(end.transcript).includes("<tool_call>"));
});

test("a call written as text in the last round leads to summing up at once, and again no answer is a failure by that name", async () => {
  const { box } = notes();
  const { end, requests } = await work(box, [CALL_AS_TEXT], { guards: { rounds: 1 } });
  assert.equal(
    verdict(end),
    'no-answer: model "small" wrote a tool call as text (dialect "hermes") and gave no answer; asked to sum up, model "small" wrote a tool call as text (dialect "hermes") and gave no answer',
  );
  assert.deepEqual(
    requests.map(({ tools }) => tools !== undefined),
    [true, false],
  );
  assert.ok(!("text" in end));
});

const BARE = '{"name":"read_file","arguments":{"path":"a.md"}}\n{"name":"service_status"}';

test("bare JSON calls are taken for calls where the stage says so and has these tools", async () => {
  const { box, ran } = notes();
  const { end } = await work(box, [BARE, "Alpha, and up."], { takeTextCalls: true });
  assert.equal(verdict(end), "answer: Alpha, and up.");
  assert.deepEqual(ran, ['read_file {"path":"a.md"}', "service_status {}"]);
  assert.deepEqual(end.transcript[1], {
    role: "assistant",
    content: "",
    calls: [
      { id: "work00001", name: "read_file", arguments: { path: "a.md" } },
      { id: "work00002", name: "service_status", arguments: {} },
    ],
  });
  assert.equal(end.counts.fromText, 2);
});

test("without that word, or with a tool that the stage does not have, they are calls written as text", async () => {
  const { box, tools, ran } = notes();
  assert.deepEqual((await work(box, [BARE, "No."])).end.counts.fromText, 0);
  const small = toolbox({ tools, allow: ["read_file"] });
  const { end } = await work(small, [BARE, "No."], { takeTextCalls: true });
  assert.deepEqual([end.counts.fromText, end.counts.askedAgain], [0, 1]);
  assert.deepEqual(ran, []);
});

test("a stray tag beside a real call is dropped, and the call is run", async () => {
  const { box, ran } = notes();
  const beside = (text: string) => (request: Parameters<ReturnType<typeof asks>>[0]) => ({
    ...asks(["read_file", { path: "a.md" }])(request),
    text,
  });
  const { end } = await work(
    box,
    [
      beside("<tool_call>"),
      beside("I'll read the note first."),
      beside("The plan is to read it twice, since it may change.\n<tool_call>"),
      "Alpha.",
    ],
    {
      guards: { sameCall: 9, sameWindow: 9 },
    },
  );
  assert.equal(ran.length, 3);
  assert.deepEqual(
    end.transcript.flatMap((message) => (message.role === "assistant" ? [message.content] : [])),
    ["", "I'll read the note first.", "The plan is to read it twice, since it may change.", "Alpha."],
  );
});

test("reasoning without an answer is asked for once more with reasoning off, and then is a failure", async () => {
  const { box } = notes();
  const thinks = { reasoning: "Let me think." };
  const mended = await work(box, [thinks, asks(["read_file", { path: "a.md" }]), "Alpha."]);
  assert.equal(verdict(mended.end), "answer: Alpha.");
  assert.deepEqual(
    mended.requests.map(({ reasoning }) => reasoning),
    [undefined, "off", undefined],
  );
  const { end, requests } = await work(box, [thinks], { request: { model: "small", reasoning: "on" } });
  assert.equal(verdict(end), 'reasoning-only: model "small" reasoned and stopped without an answer');
  assert.deepEqual(
    requests.map(({ reasoning }) => reasoning),
    ["on", "off"],
  );
  assert.equal(end.counts.askedAgain, 1);
  assert.ok(!JSON.stringify(end).includes("Let me think."));
});

test("reasoning alone when summing up is asked for once more with reasoning off as well", async () => {
  const { box } = notes();
  const { end, requests } = await work(box, [CALL_AS_TEXT, { reasoning: "Hm." }, "Nothing was read."], { guards: { rounds: 1 } });
  assert.equal(verdict(end), "answer: Nothing was read.");
  assert.deepEqual(
    requests.map(({ reasoning, tools }) => [reasoning, tools !== undefined]),
    [
      [undefined, true],
      [undefined, false],
      ["off", false],
    ],
  );
});

test("an announcement, and an empty answer, are each asked for once more", async () => {
  const { box } = notes();
  const { end } = await work(box, [
    "I'll start by reading the note.",
    "",
    asks(["read_file", { path: "a.md" }]),
    "I'll read the other one now.",
    "Alpha.",
  ]);
  assert.equal(verdict(end), "answer: Alpha.");
  assert.deepEqual(told(end), [
    "Your last answer only announced what comes next. Do it now: call the tool, or give the whole answer.",
    "Your last answer was empty. Call a tool, or give the whole answer.",
    "Your last answer only announced what comes next. Do it now: call the tool, or give the whole answer.",
  ]);
  const again = await work(box, ["I'll start by reading the note."]);
  assert.equal(verdict(again.end), `preamble-only: model "small" announced an answer and gave none: "I'll start by reading the note."`);
  assert.equal(again.requests.length, 2);
});

test("what no other question can mend fails at once", async () => {
  const { box } = notes();
  const half = await work(box, [{ text: "The three causes are: 1.", finish: "length" }]);
  assert.equal(verdict(half.end), 'truncated: model "small" reached its limit after 10 tokens, in the middle of the answer');
  const refused = await work(box, ["I'm sorry, but I can't help with that."]);
  assert.equal(verdict(refused.end), `refused: model "small" refused: "I'm sorry, but I can't help with that."`);
  const stopped = await work(box, [(request) => ({ ...asks(["read_file", { path: "a.md" }])(request), stopReason: "content_filter" })]);
  assert.equal(verdict(stopped.end), 'refused: model "small" was stopped by its provider ("content_filter")');
  for (const { end, requests } of [half, refused, stopped]) assert.deepEqual([requests.length, end.counts.calls], [1, 0]);
});

test("JSON that the stage wants is its answer, though it looks like a call", async () => {
  const { box, ran } = notes();
  const json = '{"name":"read_file","arguments":{}}';
  const { end } = await work(box, [json], { takes: (value) => typeof value === "object", takeTextCalls: true });
  assert.equal(verdict(end), `answer: ${json}`);
  assert.deepEqual(ran, []);
});

test("a model that cannot be reached or goes silent is a failure, and a call that the budget refuses is none", async () => {
  const { box } = notes();
  const unreachable = await work(box, [new ModelError("model/unreachable", "no server there", { hint: "start it" })]);
  assert.equal(verdict(unreachable.end), "provider-error: no server there");
  assert.equal(unreachable.end.verdict === "failed" && unreachable.end.hint, "start it");
  const silent = await work(box, [
    asks(["read_file", { path: "a.md" }]),
    new StagewrightError("model/silent", "it said nothing for 300 seconds"),
  ]);
  assert.equal(verdict(silent.end), "timed-out: it said nothing for 300 seconds");
  assert.equal(silent.end.evidence.length, 1);
  const refused = new StagewrightError("budget/exceeded", "$0.47 a day are used up");
  await assert.rejects(work(box, [refused]), refused);
});

test("calls that have the same id as an earlier one get one of our own", async () => {
  const { box } = notes();
  const same = (path: string) => ({ calls: [{ id: "functions.0", name: "read_file", arguments: { path } }] });
  const { end } = await work(box, [same("a.md"), same("b.md"), "Both."]);
  assert.deepEqual(
    end.evidence.map(({ call }) => call),
    ["functions.0", "work00002"],
  );
});

test("a stage without tools offers none, and answers a call with that", async () => {
  const { tools } = notes();
  const { end, requests } = await work(toolbox({ tools, allow: [] }), [asks(["read_file", { path: "a.md" }], ["sing"]), "No."]);
  assert.deepEqual(results(end), [
    '"read_file" may not be used in this stage; it has none.',
    'There is no tool "sing"; this stage has none.',
  ]);
  assert.ok(requests.every((request) => !("tools" in request)));
});

test("a tool's run goes through the seam that is handed in, which may give back what it gave before", async () => {
  const { box, ran } = notes();
  const turn = [asks(["read_file", { path: "a.md" }], ["read_file", { path: "no.md" }], ["sing"]), "Alpha."];
  const kept: [string, unknown, unknown][] = [];
  const first = await work(box, turn, {
    call: async (name, args, make) => {
      const outcome = await make();
      kept.push([name, args, JSON.parse(JSON.stringify(outcome))]);
      return outcome;
    },
  });
  assert.equal(ran.length, 2);
  const again = await work(box, turn, { call: async () => kept.shift()?.[2] });
  assert.equal(ran.length, 2);
  assert.deepEqual(again.end, first.end);
  await assert.rejects(work(box, turn, { call: async () => "Alpha." }), {
    code: "tools/outcome",
    message: 'what was given back for a call of "read_file" is not the outcome of a tool',
    hint: "`call` must give what its `make` gave, unchanged",
  });
});

test("each step is told as it happens", async () => {
  const { box } = notes();
  const steps: WorkStep[] = [];
  await work(box, [asks(["read_file", { path: "a.md" }], ["sing"]), "I'll read on.", "Alpha."], { onStep: (step) => steps.push(step) });
  assert.deepEqual(
    steps.map((step) =>
      step.step === "answered"
        ? `${step.round} answered`
        : step.step === "called"
          ? `${step.round} ${step.tool} ${step.end}`
          : `${step.round} told`,
    ),
    ["1 answered", "1 read_file succeeded", "1 sing unknown", "2 answered", "2 told", "3 answered"],
  );
});

test("an abort throws its reason, in the middle of a tool that does not heed it too", async () => {
  const controller = new AbortController();
  const reason = new Error("cancelled by a person");
  const stubborn = named("stubborn", () => {
    controller.abort(reason);
    return new Promise(() => {});
  });
  const box = toolbox({ tools: [stubborn], allow: ["stubborn"] });
  await assert.rejects(work(box, [asks(["stubborn"])], { signal: controller.signal }), reason);
  await assert.rejects(work(box, ["Hello."], { signal: AbortSignal.abort(reason) }), reason);
});
