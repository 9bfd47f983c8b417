import assert from "node:assert/strict";
import { test } from "node:test";
import { StagewrightError } from "../../src/dsl/index.js";
import { Guards, toolbox } from "../../src/tools/index.js";
import { handTimer } from "../model/server/asking.js";
import { asks, named, notes, results, type Said, told, verdict, work } from "./scripted.js";

const read = (path: string, more: Record<string, unknown> = {}): Said => asks(["read_file", { path, ...more }]);
const wrote = (path: string, text: string, why?: string): Said => asks(["write_file", { path, text, ...(why !== undefined && { why }) }]);
const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.md`, `Note ${index}.`]));

test("when the rounds are used up the model is asked to sum up, and may still answer", async () => {
  const { box } = notes();
  const { end, requests } = await work(box, [read("a.md"), read("b.md"), "Alpha and Beta."], { guards: { rounds: 2 } });
  assert.equal(verdict(end), "answer: Alpha and Beta.");
  assert.deepEqual(results(end), ["Alpha.", "Beta."]);
  assert.equal(requests[2]?.tools, undefined);
  assert.match(told(end).at(-1) ?? "", /^No tool can be called any more\. Sum up/);
});

test("if it does not, the guard of the rounds ends the stage", async () => {
  const { box } = notes();
  const { end, requests } = await work(box, [read("a.md"), read("b.md"), read("c.md")], { guards: { rounds: 2 } });
  assert.equal(
    verdict(end),
    'guard/rounds: all 2 rounds were used; asked to sum up, model "small" asked for a tool call and gave no answer',
  );
  assert.equal(requests.length, 3);
  assert.equal(end.counts.calls, 2);
});

test("a stage makes no more calls than it may, also in one turn", async () => {
  const { box, ran } = notes(many);
  const turn = asks(
    ...Object.keys(many)
      .slice(0, 5)
      .map((path) => ["read_file", { path }] as const),
  );
  const { end } = await work(box, [turn], { guards: { calls: 3 } });
  assert.equal(verdict(end), "guard/calls: the stage has made the 3 calls that it may make");
  assert.equal(ran.length, 3);
  const notRun = "not run: the stage has made the 3 calls that it may make.";
  assert.deepEqual(results(end), ["Note 0.", "Note 1.", "Note 2.", notRun, notRun]);
  assert.equal(end.counts.notRun, 2);
});

test("tokens are counted over all requests; the model is told when they are nearly used up, and the limit ends the stage", async () => {
  const { box } = notes(many);
  const { end, requests } = await work(box, [read("0.md"), read("1.md"), read("2.md"), read("3.md"), read("4.md")], {
    guards: { tokens: 500 },
  });
  assert.equal(verdict(end), "guard/tokens: 550 tokens were used, of 500 that this stage may use");
  assert.equal(requests.length, 5);
  assert.deepEqual(told(end), ["This stage has used 88 % of its tokens. Answer soon, with what you have."]);
  assert.equal(end.counts.told, 1);
});

test("money is counted where a model has a price, and ends the stage", async () => {
  const { box } = notes(many);
  const paid =
    (path: string): Said =>
    (request) => ({ ...(read(path) as ReturnType<typeof asks>)(request), cost: { usd: 0.2, estimated: false } });
  const { end } = await work(box, [paid("0.md"), paid("1.md"), paid("2.md")], { guards: { usd: 0.47 } });
  assert.equal(verdict(end), "guard/usd: $0.60 was spent, of $0.47 that this stage may spend");
  assert.deepEqual(told(end), ["This stage has used 85 % of its money. Answer soon, with what you have."]);
  assert.deepEqual([end.counts.usd.toFixed(2), end.counts.unpriced], ["0.60", 0]);
});

test("time is looked at between the calls, and ends the stage", async () => {
  let ms = 0;
  const box = toolbox({
    tools: [
      named("wait", () => {
        ms += 50_000;
        return `waited until ${ms}`;
      }),
      named("other"),
    ],
    allow: ["wait", "other"],
  });
  const { end } = await work(box, [asks(["wait"]), asks(["wait"], ["other"])], { now: () => new Date(ms), guards: { seconds: 60 } });
  assert.equal(verdict(end), "guard/seconds: the stage has taken the 60 seconds that it may take");
  assert.deepEqual(results(end), [
    "waited until 50000",
    'waited until 100000\n\n["wait" was called with the same arguments for the second time, and nothing has changed between; once more ends this stage.]',
    "not run: the stage has taken the 60 seconds that it may take.",
  ]);
  assert.deepEqual(told(end), ["This stage has used 83 % of its time. Answer soon, with what you have."]);
});

test("with a timer the time ends a tool that hangs, and a model that does", async () => {
  const hangs = named("hang", () => new Promise(() => {}));
  const box = toolbox({ tools: [hangs], allow: ["hang"] });
  const { timer, fire, starts, heard, isRunning } = handTimer();
  const worked = work(box, [asks(["hang"], ["hang"])], { timer, guards: { seconds: 60 } });
  await heard(1);
  setImmediate(fire);
  const { end } = await worked;
  assert.equal(verdict(end), "guard/seconds: the stage has taken the 60 seconds that it may take");
  const cut = "not run to its end: the stage has taken the 60 seconds that it may take.";
  assert.deepEqual(results(end), [cut, cut]);
  assert.deepEqual([starts, isRunning()], [[60_000], false]);
});

test("a tool that ends with an error of its own when the time cuts it off is cut off, and no failure of what journals is", async () => {
  const { box } = notes();
  const aborted = Object.assign(new Error("This operation was aborted"), { name: "AbortError" });
  const lost = new StagewrightError("store/write", "the disk is full");
  for (const error of [aborted, lost]) {
    const { timer, fire } = handTimer();
    const call = async () => {
      fire();
      throw error;
    };
    const worked = work(box, [read("a.md")], { timer, call });
    if (error === lost) await assert.rejects(worked, lost);
    else assert.equal(verdict((await worked).end), "guard/seconds: the stage has taken the 1800 seconds that it may take");
  }
  await assert.rejects(work(box, [read("a.md")], { call: () => Promise.reject(aborted) }), aborted);
});

test("a call that the time cut off in a journaled run ends it by the same name when the journal gives the error back", async () => {
  const { box } = notes();
  const { end } = await work(box, [read("a.md")], {
    call: async () => {
      throw new StagewrightError("guard/seconds", "as it was");
    },
  });
  assert.equal(verdict(end), "guard/seconds: the stage has taken the 1800 seconds that it may take");
});

test("the same call is warned of at the second time and ends the stage at the third", async () => {
  const { box, ran } = notes();
  const log: Said = asks(["search_log", { words: "deploy" }]);
  const { end } = await work(box, [log]);
  assert.equal(
    verdict(end),
    'guard/same-call: "search_log" was called with the same arguments for the third time, and nothing has changed between',
  );
  assert.equal(ran.length, 2);
  assert.deepEqual(results(end), [
    'no line with "deploy"',
    'no line with "deploy"\n\n["search_log" was called with the same arguments for the second time, and nothing has changed between; once more ends this stage.]',
    'not run: "search_log" was called with the same arguments for the third time, and nothing has changed between.',
  ]);
});

test("a call that cannot be run is the same call too", async () => {
  const { box } = notes();
  const unknown = await work(box, [asks(["sing", { song: "x" }])]);
  assert.equal(
    verdict(unknown.end),
    'guard/same-call: "sing" was called with the same arguments for the third time, and nothing has changed between',
  );
  const broken: Said = { calls: [{ id: "c", name: "read_file", arguments: {}, unreadable: "{" }] };
  const { end } = await work(box, [broken, { calls: [{ id: "c", name: "read_file", arguments: {}, unreadable: "{{" }] }, broken, "No."]);
  assert.equal(verdict(end), "answer: No.");
});

test("the order of the arguments does not matter, other arguments do", async () => {
  const { box } = notes({ "a.md": "Alpha." });
  const same = await work(box, [
    asks(["write_file", { path: "x", text: "1", why: "" }]),
    asks(["write_file", { text: "1", why: "", path: "x" }]),
    asks(["write_file", { why: "", path: "x", text: "1" }]),
  ]);
  assert.equal(
    verdict(same.end),
    'guard/same-write: "x" was written for the third time with what stands in it, and nothing has changed between',
  );
  const other = await work(box, [read("a.md", { from: 1 }), read("a.md", { from: 2 }), read("a.md", { from: 3 }), "Alpha."]);
  assert.equal(verdict(other.end), "answer: Alpha.");
});

test("after a change the same call is no repetition", async () => {
  const { box } = notes();
  const log: Said = asks(["search_log", { words: "x" }]);
  const { end } = await work(box, [log, log, wrote("a.md", "1"), log, log, wrote("a.md", "2"), log, log, "Done."], {
    guards: { rounds: 30 },
  });
  assert.equal(verdict(end), "answer: Done.");
});

test("two writes that undo each other change nothing for ever", async () => {
  const { box, ran } = notes();
  const answers = Array.from({ length: 12 }, (_, index) => wrote("a.md", String(index % 2)));
  const { end } = await work(box, answers, { guards: { rounds: 30 } });
  assert.equal(
    verdict(end),
    'guard/same-call: "write_file" was called with the same arguments for the third time, and nothing has changed between',
  );
  assert.ok(ran.length <= 6, `${ran.length} calls were run`);
});

test("a file that is written again with what stands in it is warned of, and ends the stage at the third time", async () => {
  const { box, ran } = notes();
  const { end } = await work(box, [
    wrote("a.md", "New.", "first"),
    wrote("./a.md", "New.", "to be sure"),
    wrote("b.md", "Other."),
    wrote("a.md", "New.", "once more"),
  ]);
  assert.equal(
    verdict(end),
    'guard/same-write: "a.md" was written for the third time with what stands in it, and nothing has changed between',
  );
  assert.deepEqual(
    results(end)[1],
    'written\n\n["./a.md" was written for the second time with what stands in it, and nothing has changed between; once more ends this stage.]',
  );
  assert.equal(ran.length, 3);
});

test("another text between makes it a change", async () => {
  const { box } = notes();
  const answers = [
    wrote("a.md", "1", "a"),
    wrote("a.md", "1", "b"),
    wrote("a.md", "2", "c"),
    wrote("a.md", "1", "d"),
    wrote("a.md", "1", "e"),
    "Done.",
  ];
  assert.equal(verdict((await work(box, answers)).end), "answer: Done.");
});

test("a window that is read again is warned of and ends the stage, however its path is written; after a write of the file it is a new one", async () => {
  const { box } = notes({ "a.md": "Alpha.", "./a.md": "Alpha.", "x/../a.md": "Alpha." });
  const { end } = await work(box, [read("a.md"), read("./a.md"), read("x/../a.md")]);
  assert.equal(
    verdict(end),
    'guard/same-window: the same window of "x/../a.md" was read for the third time, and nothing has changed between',
  );
  assert.match(
    results(end)[1] ?? "",
    /\n\n\[The same window of "\.\/a\.md" was read for the second time, and nothing has changed between; once more ends this stage\.\]$/,
  );
  const changed = await work(box, [read("a.md"), read("./a.md"), wrote("a.md", "New."), read("x/../a.md"), read("a.md"), "New."]);
  assert.equal(verdict(changed.end), "answer: New.");
  const elsewhere = await work(box, [read("a.md"), read("./a.md"), wrote("b.md", "New."), read("x/../a.md")]);
  assert.match(verdict(elsewhere.end), /^guard\/same-window: /);
  assert.equal(elsewhere.requests.length, 4);
});

test("a change by a tool that names no file may have touched every file", async () => {
  const { tools } = notes({ "a.md": "Alpha.", "./a.md": "Alpha." });
  const format = { ...named("format", () => "formatted"), kind: "write" as const };
  const box = toolbox({ tools: [...tools, format], allow: ["read_file", "write_file", "format"] });
  const { end } = await work(box, [
    asks(["read_file", { path: "a.md" }], ["read_file", { path: "./a.md" }], ["write_file", { path: "b.md", text: "B", why: "1" }]),
    asks(["write_file", { path: "b.md", text: "B", why: "2" }], ["format"]),
    asks(["write_file", { path: "b.md", text: "B", why: "3" }], ["read_file", { path: "a.md" }], ["read_file", { path: "./a.md" }]),
    "Done.",
  ]);
  assert.equal(verdict(end), "answer: Done.");
});

test("a look at the live state that shows something else is no repetition, one that shows the same is", async () => {
  const states = ["starting", "migrating", "seeding", "up", "up"];
  const status = { ...named("status", () => states.shift() ?? "up"), kind: "live" as const };
  const box = toolbox({ tools: [status], allow: ["status"] });
  const { end } = await work(box, [asks(["status"])], { guards: { noProgress: 9 } });
  assert.equal(
    verdict(end),
    'guard/same-call: "status" was called with the same arguments for the third time, and nothing has changed between',
  );
  assert.deepEqual(states, []);
});

test("rounds that bring nothing new are warned of one round before they end the stage", async () => {
  const { box } = notes();
  const answers = [read("a.md"), ...Array.from({ length: 9 }, (_, index) => asks([`sing${index}`]))];
  const { end, requests } = await work(box, answers, { guards: { noProgress: 3 } });
  assert.equal(verdict(end), "guard/no-progress: 3 rounds, one behind the other, brought no new result and no new file");
  assert.equal(requests.length, 4);
  assert.deepEqual(told(end), [
    "The last 2 rounds brought nothing new, and one more ends this stage. Do something else, or answer with what you have.",
  ]);
});

test("a result that was there before is nothing new; a file with another content is", async () => {
  const { box } = notes({ "a.md": "Same.", "b.md": "Same.", "c.md": "Same." });
  const { end } = await work(box, [read("a.md"), read("b.md"), read("c.md")], { guards: { noProgress: 2 } });
  assert.equal(verdict(end), "guard/no-progress: 2 rounds, one behind the other, brought no new result and no new file");
  const writes = await work(box, [wrote("a.md", "1"), wrote("a.md", "2"), wrote("b.md", "2"), wrote("c.md", "2"), "Done."], {
    guards: { noProgress: 2 },
  });
  assert.equal(verdict(writes.end), "answer: Done.");
});

test("after three look-ups in history the model is told once to look at the live state", async () => {
  const { box } = notes();
  const look = (words: string): Said => asks(["search_log", { words }]);
  const { end } = await work(box, [look("a"), look("b"), look("c"), look("d"), look("e"), "It was up."], { guards: { noProgress: 9 } });
  assert.deepEqual(told(end), [
    'You have looked into history 3 times and not once at the live state. If the question is how things stand now, history cannot answer it: use "service_status" first.',
  ]);
  assert.equal(verdict(end), "answer: It was up.");
});

test("not so where the live state was looked at, or where the stage has no tool for it", async () => {
  const { box, tools } = notes();
  const look = (words: string): Said => asks(["search_log", { words }]);
  const looked = await work(box, [look("a"), asks(["service_status"]), look("b"), look("c"), look("d"), "It is up."]);
  const without = await work(toolbox({ tools, allow: ["search_log"] }), [look("a"), look("b"), look("c"), look("d"), "It was up."]);
  assert.deepEqual([told(looked.end), told(without.end)], [[], []]);
});

test("limits that do not fit are refused with the name of the limit", async () => {
  const { box } = notes();
  const fault = async (guards: Record<string, unknown>) => {
    const error: unknown = await work(box, ["Hello."], { guards }).catch((thrown: unknown) => thrown);
    return error instanceof StagewrightError ? `${error.code}: ${error.message}` : error;
  };
  assert.equal(await fault({ rounds: 0 }), 'tools/guards: the limits do not fit: "rounds": Too small: expected number to be >0');
  assert.equal(await fault({ round: 3 }), 'tools/guards: the limits do not fit: there is no limit "round", the nearest is "rounds"');
  assert.equal(
    await fault({ windowChars: 16_000 }),
    'tools/guards: the limits do not fit: "windowChars": must be less than resultChars: a window would be too long a result itself',
  );
});

test("each limit has a default", () => {
  assert.deepEqual(Guards.parse({}), {
    rounds: 20,
    calls: 100,
    tokens: 500_000,
    usd: 1,
    seconds: 1_800,
    sameCall: 3,
    sameWrite: 3,
    sameWindow: 3,
    noProgress: 5,
    historyLookups: 3,
    resultChars: 16_000,
    windowChars: 8_000,
  });
});
