import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fixture, shell } from "./shell.js";

test("a run that is done ends with 0, its result and each stage's time on standard output, its course on standard error", async (t) => {
  const { call } = shell(t);
  assert.deepEqual(await call(["run", fixture("reported"), "--name", "Ana"]), {
    code: 0,
    out: `done: greet

greeted: Hello Ana

  hello  done  0 ms

run greet-20260319-aaaaaa, 0 ms
`,
    err: "run greet-20260319-aaaaaa of greet started\nhello started\nhello done in 0 ms\nrun greet-20260319-aaaaaa done\n",
  });
});

test("a run that waits ends with 3, shows what is to be decided, and the lines that decide it", async (t) => {
  const { call, cwd } = shell(t);
  const { code, out } = await call(["run", fixture("post"), "--title", "Ice", "--store", "my runs"]);
  assert.equal(code, 3);
  assert.equal(
    out,
    `waits: post

"approve" (tier 4) shows "draft":
  | title: Ice
  |
  | Day 2026-03-19.
decide with
  stagewright approve post-20260319-aaaaaa --store "my runs"
  stagewright approve post-20260319-aaaaaa --edit draft.md --store "my runs"
  stagewright reject post-20260319-aaaaaa --reason "…" --store "my runs"

  draft    done     0 ms
  review   done     0 ms
  approve  blocked  0 ms  waits for approval
  publish  pending

run post-20260319-aaaaaa, 0 ms
`,
  );
  assert.ok(existsSync(join(cwd, "my runs/runs/post-20260319-aaaaaa/journal.jsonl")));
  assert.ok(!existsSync(join(cwd, "outbox.txt")));
});

test("a run that waits for its budget ends with 3, says what it cannot pay for, and how to go on", async (t) => {
  const { call } = shell(t);
  const { code, out } = await call(["run", fixture("dear")]);
  assert.equal(code, 3);
  assert.equal(
    out,
    `waits: dear

"draft": the day's budget of $0.47 leaves $0.02, and the call is estimated at $0.05
  hint: there is room again from 2026-03-20 on
to go on:
  stagewright resume dear-20260319-aaaaaa

  draft  blocked  0 ms  waits for its budget

run dear-20260319-aaaaaa, 0 ms
`,
  );
  const json = await call(["resume", "dear-20260319-aaaaaa", "--json"]);
  assert.equal(json.code, 3);
  const { status, waiting, resume } = JSON.parse(json.out);
  assert.deepEqual([status, resume], ["blocked", "stagewright resume dear-20260319-aaaaaa"]);
  assert.deepEqual(waiting, {
    on: "budget",
    run: "dear-20260319-aaaaaa",
    stage: "draft",
    message: "the day's budget of $0.47 leaves $0.02, and the call is estimated at $0.05",
  });
});

test("a run that fails ends with 1, says what was found and tried, and how to go on", async (t) => {
  const { code, out } = await shell(t).call(["run", fixture("failing")]);
  assert.equal(code, 1);
  assert.equal(
    out,
    `failed: failing, at "review": stage "review" went back to "draft" once, which is its bound
  error long: 5 letters, expected 10
tried:
  review v1: review: 1 error (long)
  review v2: review: 1 error (long)

  draft   done    0 ms  version 2
  review  failed  0 ms  version 2, review: 1 error (long)

run failing-20260319-aaaaaa, 0 ms
to go on, once the cause is gone:
  stagewright resume failing-20260319-aaaaaa
  stagewright resume failing-20260319-aaaaaa --from draft
`,
  );
});

test("with --json the outcome is one JSON value and nothing else is said", async (t) => {
  const { call } = shell(t);
  const { code, out, err } = await call(["run", fixture("post"), "--json"]);
  assert.equal(code, 3);
  assert.equal(err, "");
  const { run, status, questions, stages } = JSON.parse(out);
  assert.deepEqual([run, status], ["post-20260319-aaaaaa", "blocked"]);
  const [{ digest, ...question }] = questions;
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.deepEqual(question, {
    run,
    stage: "approve",
    on: "gate",
    tier: 4,
    shows: "draft",
    shown: { title: "Thaw", markdown: "Day 2026-03-19." },
  });
  assert.deepEqual(
    stages.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`),
    ["draft done", "review done", "approve blocked", "publish pending"],
  );
  const failed = JSON.parse((await call(["run", fixture("failing"), "--json"])).out);
  assert.deepEqual([failed.status, failed.failure.stage, failed.failure.tried.length], ["failed", "review", 2]);
  assert.equal(JSON.parse((await call(["run", fixture("reported"), "--name", "Bo", "--json"])).out).output, "Hello Bo");
});

test("the whole input comes from a file or from standard input, and a flag wins over it", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "in.json"), '{"name": "Ana"}');
  assert.match((await call(["run", fixture("reported"), "--input", "in.json"])).out, /Hello Ana/);
  assert.match((await call(["run", fixture("reported"), "--input", "-"], { input: '{"name": "Bo"}' })).out, /Hello Bo/);
  assert.match((await call(["run", "--input", "in.json", fixture("reported"), "--name", "Cy"])).out, /Hello Cy/);
});

test("an input that is missing, is no JSON or does not fit ends with 2 and begins no run", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "bad.json"), "{");
  const says = async (args: readonly string[], expected: RegExp) => {
    const { code, err } = await call(["run", ...args]);
    assert.equal(code, 2);
    assert.match(err, expected);
  };
  await says([fixture("reported")], /^error: --name is missing: the pipeline cannot start without\n/);
  await says(
    [fixture("reported"), "--input", "none.json"],
    /^error: the input "none\.json" cannot be read\n {2}hint: --input takes a JSON file, or - for standard input\n$/,
  );
  await says(
    [fixture("reported"), "--input", "bad.json"],
    /^error: the input is not JSON: .*\n {2}at bad\.json\n {2}hint: --input takes one JSON value\n$/,
  );
  await says(
    [fixture("post"), "--day", "2026-13-01"],
    /^error: pipeline "post" does not take this input:\n {2}--day: invalid ISO date\n {2}hint: `stagewright run post --help` lists what it takes\n$/,
  );
  await says([fixture("post"), "--model", "gpt"], /^error: there is no model "gpt"\n/);
  assert.ok(!existsSync(join(cwd, ".stagewright")));
});

test("--dry-run says what would run and writes nothing", async (t) => {
  const { call, cwd } = shell(t);
  const { code, out, err } = await call(["run", fixture("post"), "--dry-run"]);
  assert.deepEqual([code, err], [0, ""]);
  assert.equal(
    out,
    `post would run; nothing has been run or written
  input: {}
  runs are kept in ${cwd}/.stagewright
  adapters: outbox (a file)

post:
  1  draft    gather   needs input
  2  review   check    of draft
  3  approve  gate     shows draft; tier 4; waits for a person
                       ↩ rejected: back to draft, at most 1
  4  publish  deliver  needs approve; uses outbox
`,
  );
  const facts = JSON.parse((await call(["run", fixture("post"), "--dry-run", "--json", "--recording"])).out);
  assert.deepEqual([facts.dryRun, facts.recording, facts.adapters], [true, true, { outbox: "recording" }]);
  assert.ok(!existsSync(join(cwd, ".stagewright")));
});

test("--dry-run names the model of each write stage, attempts and time limits", async (t) => {
  const { out } = await shell(t).call(["run", "publisher", "--dry-run", "--recording", "--model", "openai:http://127.0.0.1:9#tiny"]);
  assert.match(out, / draft +write .*model openai: "tiny" at http:\/\/127\.0\.0\.1:9\/v1/);
  assert.match(out, /, effects are only noted\n/);
});

test("as a recording nothing is done outside, also when another process goes on", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("post"), "--recording"]);
  const { code, out } = await call(["approve", "last"]);
  assert.equal(code, 0);
  assert.match(out, /^done: post, as a recording: nothing was done outside\n/);
  assert.ok(!existsSync(join(cwd, "outbox.txt")));
});

test("an adapter that comes as a list has its effects kept from happening, with a word on what to do", async (t) => {
  const { code, out } = await shell(t).call(["run", fixture("listed"), "--recording"]);
  assert.equal(code, 1);
  assert.match(out, /the recording of "bell" has no answer to its effect "ring"/);
});

test("a run is put on a tape, which answers another run with the clock of the first", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("post"), "--record", "post.tape"]);
  await call(["approve", "last"]);
  assert.equal(
    readFileSync(join(cwd, "post.tape"), "utf8"),
    `{"tape":1,"now":"2026-03-19T18:00:00.000Z"}
{"adapter":"outbox","call":"put","request":{"text":"Day 2026-03-19."},"answer":{"line":"Day 2026-03-19."}}
`,
  );
  await call(["run", fixture("post"), "--recording", "post.tape"]);
  const played = await call(["approve", "last"]);
  assert.match(played.out, /^done: post, from the tape post\.tape: nothing was done outside\n/);
  assert.equal(readFileSync(join(cwd, "outbox.txt"), "utf8").split("\n").length, 2);
  await call(["run", fixture("post"), "--day", "2026-03-20", "--recording", "post.tape"]);
  const other = await call(["approve", "last"]);
  assert.equal(other.code, 1);
  assert.match(other.out, /post\.tape holds no call "outbox\.put" with this request; the nearest, line 2, differs in "text"/);
});

test("a fork of a run that was put on a tape leaves the tape as it is", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("post"), "--record", "post.tape"]);
  const before = readFileSync(join(cwd, "post.tape"), "utf8");
  await call(["fork", "last", "--from", "approve"]);
  assert.equal((await call(["approve", "bbbbbb"])).code, 0);
  assert.equal(readFileSync(join(cwd, "post.tape"), "utf8"), before);
});

test("a tape that is not there is said so before anything runs", async (t) => {
  assert.deepEqual(await shell(t).call(["run", fixture("post"), "--recording", "none.tape"]), {
    code: 2,
    out: "",
    err: 'error: the tape "none.tape" cannot be read\n  hint: --record <tape> writes one\n',
  });
});

test("an adapter that nothing implements is named before anything runs", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "bare.ts"), `export { default } from ${JSON.stringify(fixture("post"))};\n`);
  assert.deepEqual(await call(["run", "bare.ts"]), {
    code: 2,
    out: "",
    err: `error: the pipeline uses the adapter "outbox", and nothing implements it
  hint: export it from the pipeline's file: \`export const adapters = [implement(…)]\`
`,
  });
});

test("a signal ends the run at its next safe point, a second one at once", async (t) => {
  const { call } = shell(t);
  const exits: number[] = [];
  let signal = () => {};
  const { code, out, err } = await call(["run", fixture("slow")], {
    onSignal: (told) => {
      signal = told;
      return () => {};
    },
    exit: (status) => void exits.push(status),
    heard: (text) => {
      if (text !== "second started\n") return;
      signal();
      signal();
    },
  });
  assert.equal(code, 130);
  assert.match(err, /\nending at the next safe point; once more ends at once\n/);
  assert.match(out, /^interrupted: slow\n[\s\S]*to go on:\n {2}stagewright resume slow-20260319-aaaaaa\n$/);
  assert.deepEqual(exits, [130]);
  assert.match((await call(["runs"])).out, /slow-20260319-aaaaaa {2}slow +interrupted/);
  assert.match((await call(["show", "last"])).out, /^slow {2}run slow-20260319-aaaaaa {2}interrupted\n/);
});

test("a stage that fails says what may be done about it", async (t) => {
  const { call, cwd } = shell(t);
  const { code, out } = await call(["run", "publisher", "--repo", cwd, "--day", "2026-03-19"]);
  assert.equal(code, 1);
  assert.ok(
    out.startsWith(`failed: publisher, at "facts": "${cwd}" is not in a git repository
  hint: name a folder inside one, or make one with \`git init\`
`),
    out,
  );
});

test("a run that is given a name is there once: started again, it goes on, and one that has ended says so", async (t) => {
  const { call, cwd } = shell(t);
  assert.equal((await call(["run", fixture("post"), "--title", "Ice", "--run", "tonight"])).code, 3);
  assert.equal((await call(["approve", "tonight"])).code, 0);
  const again = await call(["run", fixture("post"), "--title", "Ice", "--run", "tonight"]);
  assert.equal(again.code, 2);
  assert.match(again.err, /run "tonight" is done/);
  assert.deepEqual(readdirSync(join(cwd, ".stagewright/runs")), ["tonight"]);
});

test("what a run may spend is an amount of money", async (t) => {
  const { code, err } = await shell(t).call(["run", fixture("reported"), "--name", "Ana", "--budget-usd", "lots"]);
  assert.equal(code, 2);
  assert.match(err, /^error: "lots" is no amount of money\n {2}hint: --budget-usd takes US dollars/);
  const tokens = await shell(t).call(["run", fixture("reported"), "--name", "Ana", "--budget-tokens", "2.5"]);
  assert.match(tokens.err, /^error: "2.5" is no number of tokens\n {2}hint: --budget-tokens takes a whole number/);
});
