import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fixture, shell } from "../shell.js";

const HOURLY = { cron: "0 * * * *", zone: "UTC", exact: true, pipeline: fixture("reported"), input: { name: "Ana" } };
const started = "2026-03-19T18:10:00.000Z";
const due = "2026-03-19T19:00:10.000Z";

test("a job that is due is run once, in a process of its own, and how it ended is told and listed", async (t) => {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ jobs: { hello: { ...HOURLY, deliver: { channel: "terminal" } } } }));
  // The first time it is seen: no time of before counts.
  assert.equal((await call(["up", "--once"], { now: started, env })).code, 0);
  assert.match((await call(["jobs"], { now: started })).out, /^hello +2026-03-19 19:00 UTC +0 +0$/m);
  const { code, err } = await call(["up", "--once"], { now: due, env });
  assert.equal(code, 0, err);
  const [run = ""] = readdirSync(join(cwd, ".stagewright/runs"));
  assert.match(run, /^hello-2026-03-19T19-00-00/);
  assert.deepEqual(err.split("\n"), [
    `2026-03-19T19:00:10Z hello begins (run ${run})`,
    `2026-03-19T19:00:10Z hello: done (run ${run})`,
    `2026-03-19T19:00:10Z [me] hello: done (run ${run})`,
    "",
    "greeted: Hello Ana",
    "",
  ]);
  assert.match(readFileSync(join(cwd, ".stagewright/runs", run, "journal.jsonl"), "utf8"), /"by":"agent:job-hello"/);
  assert.equal((await call(["up", "--once"], { now: due, env })).err, "");
  assert.equal(readdirSync(join(cwd, ".stagewright/runs")).length, 1);
  assert.match((await call(["jobs"], { now: due })).out, /^hello +2026-03-19 20:00 UTC +0 +0 +done: done \(run hello-/m);
  assert.equal(JSON.parse((await call(["jobs", "--json"], { now: due })).out).jobs[0].last.outcome, "done");
});

test("a job whose pipeline fails is told so, and whose input does not fit, too", async (t) => {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  const jobs = { breaks: { ...HOURLY, pipeline: fixture("failing"), input: {} }, unfit: { ...HOURLY, input: {} } };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ jobs }));
  await call(["up", "--once"], { now: started, env });
  const { code, err } = await call(["up", "--once"], { now: due, env });
  assert.equal(code, 0);
  assert.match(err, /^2026-03-19T19:00:10Z breaks: failed at ".*": .* \(run breaks-/m);
  assert.match(err, /^2026-03-19T19:00:10Z unfit: ".*reported\.ts" could not be started: .*name/m);
  assert.match((await call(["jobs"], { now: due })).out, /^breaks .* 1 +failed: /m);
});

test("what could never run is said before the clock starts", async (t) => {
  const { call, cwd } = shell(t);
  const said = async (config: object) => {
    writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify(config));
    const { code, err } = await call(["up", "--once"]);
    return `${code} ${err.split("\n")[0]}`;
  };
  assert.equal(await said({ jobs: { a: { ...HOURLY, pipeline: "publsher" } } }), '2 error: there is no pipeline "publsher"');
  assert.equal(
    await said({ jobs: { a: { ...HOURLY, lane: "corn" } } }),
    '2 error: job "a" waits in the lane "corn", and there is none of that name',
  );
  assert.equal(
    await said({ jobs: { a: { ...HOURLY, deliver: { channel: "telegram" } } } }),
    '2 error: job "a" is delivered to "telegram", and there is no such channel',
  );
  assert.equal((await call(["jobs"])).out.split("\n").length, 3);
});

test("a job is held to its money, its tokens and its time, and its health says so", async (t) => {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  const dear = {
    model: "openai:http://127.0.0.1:1#m",
    maxTokens: 1_000,
    prices: [{ from: "2026-01-01", inputPerMillion: 1_000, outputPerMillion: 1_000 }],
  };
  const models = { dear };
  const routes = { rules: [{ when: {}, use: ["dear"] }], tiers: { low: ["dear"], middle: ["dear"], high: ["dear"] } };
  const jobs = {
    costly: { ...HOURLY, pipeline: fixture("measured"), input: {}, budget: { usd: 0.01 } },
    wordy: { ...HOURLY, pipeline: fixture("measured"), input: {}, lane: "background", budget: { tokens: 500 } },
    long: { ...HOURLY, pipeline: fixture("slow"), input: {}, budget: { time: "1s" } },
  };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ models, routes, jobs }));
  await call(["up", "--once"], { now: started, env });
  const { code, err } = await call(["up", "--once"], { now: due, env });
  assert.equal(code, 0, err);
  assert.match(err, /costly: what it may spend is spent \(run costly-/);
  assert.match(err, /wordy: what it may spend is spent \(run wordy-/);
  assert.match(err, /long: it was told to end/);
});

test("a job whose time is up before it has had its turn is over, and holds up nothing", async (t) => {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  const slow = { ...HOURLY, pipeline: fixture("slow"), input: {} };
  const jobs = { first: { ...slow, budget: { time: "2s" } }, second: { ...slow, budget: { time: "1s" } } };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ jobs, lanes: { lanes: { cron: { maxConcurrent: 1 } } } }));
  await call(["up", "--once"], { now: started, env });
  const { code, err } = await call(["up", "--once"], { now: due, env });
  assert.equal(code, 0, err);
  assert.match(err, /first: it was told to end/);
  assert.doesNotMatch(err, /second begins/);
  assert.match((await call(["jobs"], { now: due, env })).out, /second .*cancelled/);
});

test("a signal ends what runs at a safe point, and the next up goes on with it, once", async (t) => {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ jobs: { hello: HOURLY } }));
  await call(["up", "--once"], { now: started, env });
  let signal = () => {};
  const first = await call(["up"], {
    now: due,
    env,
    onSignal: (told) => {
      signal = told;
      return () => {};
    },
    heard: (text) => {
      if (text.includes("Ctrl-C ends this")) setImmediate(() => signal());
    },
  });
  assert.equal(first.code, 130);
  assert.match(first.err, /hello begins[\s\S]*ending: nothing more is begun, and what runs comes to a safe point/);
  const second = await call(["up", "--once"], { now: due, env });
  assert.equal(second.code, 0);
  assert.match(second.err, /hello goes on \(run hello-[\s\S]*hello: done \(run hello-/);
  assert.equal(readdirSync(join(cwd, ".stagewright/runs")).length, 1);
  assert.equal((await call(["up", "--once"], { now: due, env })).err, "");
});

test("what a hook took and was given up is said once, and named by doctor until it is sent again", async (t) => {
  const { call, cwd } = shell(t);
  const at = "2026-03-19T18:00:00.000Z";
  const work = { id: "in:7", hook: "in", at, pipeline: "gone", input: {}, body: {} };
  mkdirSync(join(cwd, ".stagewright/hooks"), { recursive: true });
  const lines = [
    { type: "taken", at, work },
    { type: "failed", at, id: "in:7", reason: 'there is no pipeline "gone"' },
  ];
  writeFileSync(join(cwd, ".stagewright/hooks/log.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const said = 'hook "in": what came as in:7 was given up at 2026-03-19T18:00:00Z: there is no pipeline "gone"';
  const { err, code } = await call(["up", "--once"], { now: started });
  assert.equal(code, 0, err);
  assert.ok(err.includes(`[me] ${said}`), err);
  assert.ok(!(await call(["up", "--once"], { now: due })).err.includes("[me]"));
  assert.ok((await call(["doctor"], { now: due })).out.includes(`hooks: ${said}`));
});
