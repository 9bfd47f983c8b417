import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { fixture, shell } from "./shell.js";

const journalOf = (cwd: string, run: string) => join(cwd, ".stagewright/runs", run, "journal.jsonl");

/** Puts a changed copy of the fixture "reported" into a folder where its imports lead nowhere by themselves. */
function variant(cwd: string, name: string, change: (source: string) => string): void {
  const source = readFileSync(fixture("reported"), "utf8");
  const library = JSON.stringify(join(import.meta.dirname, "../../src/index.js"));
  const zod = JSON.stringify(createRequire(import.meta.url).resolve("zod"));
  writeFileSync(join(cwd, name), change(source.replace('"../../../src/index.js"', library).replace('"zod"', zod)));
}

/** Changes one letter in the middle of a line. */
function damage(path: string, line: number): void {
  const lines = readFileSync(path, "utf8").split("\n");
  lines[line - 1] = (lines[line - 1] ?? "").replace('"type":"stage', '"type":"stagE');
  writeFileSync(path, lines.join("\n"));
}

test("runs lists what there is, oldest first, with children behind their parents only when asked for", async (t) => {
  const { call } = shell(t);
  assert.match((await call(["runs"])).out, /^no runs in \/.*\.stagewright\n$/);
  await call(["run", fixture("mails")]);
  await call(["run", fixture("reported"), "--name", "Ana"]);
  assert.equal(
    (await call(["runs"])).out,
    `run                    pipeline  status   started              last stage done
greet-20260319-cccccc  greet     done     2026-03-19 18:00:00  hello
mails-20260319-bbbbbb  mails     blocked  2026-03-19 18:00:00
`,
  );
  const all = JSON.parse((await call(["runs", "--all", "--json"])).out).runs;
  assert.deepEqual(
    all.map(({ run, parent }: { run: string; parent?: string }) => [run, parent]),
    [
      ["greet-20260319-cccccc", undefined],
      ["mails-20260319-bbbbbb", undefined],
      ["mails-20260319-bbbbbb.answers.v1.1", "mails-20260319-bbbbbb"],
      ["mails-20260319-bbbbbb.answers.v1.2", "mails-20260319-bbbbbb"],
    ],
  );
  assert.match((await call(["runs", "--all"])).out, /\n {2}mails-20260319-bbbbbb\.answers\.v1\.1 {2}answering +blocked /);
});

test("a damaged journal is shown as damaged, and hides no other run", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("reported"), "--name", "Ana"]);
  await call(["run", fixture("reported"), "--name", "Bo"]);
  damage(journalOf(cwd, "greet-20260319-aaaaaa"), 2);
  const { code, out } = await call(["runs"]);
  assert.equal(code, 0);
  assert.match(
    out,
    /greet-20260319-bbbbbb {2}greet +done .*\ngreet-20260319-aaaaaa +damaged +line 2 of the journal of run "greet-20260319-aaaaaa" does not match its hash\n$/,
  );
  assert.match((await call(["show", "last"])).out, /run greet-20260319-bbbbbb/);
  const shown = await call(["show", "greet-20260319-aaaaaa"]);
  assert.equal(shown.code, 1);
  assert.match(shown.err, /^error: line 2 .*\n {2}hint: `stagewright repair greet-20260319-aaaaaa` cuts the journal there/);
});

test("repair says what is kept, what is lost and where the copy is, and the run goes on", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("reported"), "--name", "Ana"]);
  damage(journalOf(cwd, "greet-20260319-aaaaaa"), 3);
  const { code, out } = await call(["repair", "greet"]);
  assert.equal(code, 0);
  assert.equal(
    out,
    `repaired: run greet-20260319-aaaaaa
  kept: 2 lines
  lost: 2 lines
    unreadable of "hello"
    run-done
  the journal as it was: ${cwd}/.stagewright/runs/greet-20260319-aaaaaa/journal.damaged-1.jsonl
to go on:
  stagewright resume greet-20260319-aaaaaa
`,
  );
  assert.equal((await call(["resume", "last"])).code, 0);
  const sound = await call(["repair", "last"]);
  assert.deepEqual(
    [sound.code, sound.err],
    [1, 'error: the journal of run "greet-20260319-aaaaaa" is sound\n  hint: there is nothing to repair\n'],
  );
  await call(["run", fixture("post")]);
  damage(journalOf(cwd, "post-20260319-eeeeee"), 2);
  assert.equal(JSON.parse((await call(["repair", "post", "--json"])).out).keptLines, 1);
});

test("a line that was cut off is told and counts for nothing", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("post")]);
  appendFileSync(journalOf(cwd, "post-20260319-aaaaaa"), '{"seq":8,"at":"20');
  assert.equal((await call(["show", "last"])).err, "notice: the journal's last line was cut off and counts for nothing\n");
  const { code, err } = await call(["approve", "last"]);
  assert.equal(code, 0);
  assert.match(err, /^notice: the last line of the journal of run "post-20260319-aaaaaa" was cut off and counts for nothing\n/);
});

test("a run is found by its beginning, by the letters at its end, and as the last one", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("reported"), "--name", "Ana"]);
  await call(["run", fixture("reported"), "--name", "Bo"]);
  await call(["run", fixture("mails")]);
  const found = async (given: string) => /run (\S+) {2}/.exec((await call(["show", given])).out)?.[1];
  assert.equal(await found("greet-20260319-b"), "greet-20260319-bbbbbb");
  assert.equal(await found("aaaaaa"), "greet-20260319-aaaaaa");
  assert.equal(await found("mails"), "mails-20260319-cccccc");
  assert.equal(await found("mails-20260319-cccccc.answers.v1.2"), "mails-20260319-cccccc.answers.v1.2");
  assert.match(
    (await call(["show", "greet"])).err,
    /^error: "greet" may be any of 2 runs\n {2}at .*\n {2}hint: give more of the name: "greet-20260319-aaaaaa", "greet-20260319-bbbbbb"\n$/,
  );
  assert.match(
    (await call(["show", "mials-20260319-cccccc"])).err,
    /^error: there is no run "mials-20260319-cccccc"\n.*\n {2}hint: did you mean "mails-20260319-cccccc"\?/,
  );
  assert.match((await call(["show", ""])).err, /^error: there is no run ""\n/);
});

test("show tells all of a run: attempts, findings, decisions, effects, ways back, children, lessons", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("post")]);
  await call(["reject", "last", "--reason", "too short"]);
  await call(["approve", "last"]);
  const { out } = await call(["show", "last"]);
  assert.equal(
    out.replace(/by \S+,/, "by ana,").replaceAll(/by (?!ana)\S+(?= |$)/gm, "by ana"),
    `post  run post-20260319-aaaaaa  done
  started 2026-03-19T18:00:00.000Z by ana, 0 ms, 25 events, model embedded
  input {"day":"2026-03-19","title":"Thaw"}

  draft    done  0 ms  version 2
  review   done  0 ms  version 2
  approve  done  0 ms  version 2
  publish  done  0 ms

failed attempts:
  approve v1, attempt 1: rejected at gate "approve": too short
    error approve/rejected: too short

decisions:
  2026-03-19T18:00:00.000Z  approve  reject   by ana  command line  too short
  2026-03-19T18:00:00.000Z  approve  approve  by ana  command line

effects:
  publish  outbox.put  happened (called)  key post-20260319-aaaaaa/publish/v1/1

rollbacks:
  approve → draft  rejected  1 of 1
`,
  );
  const facts = JSON.parse((await call(["show", "last", "--json"])).out);
  assert.deepEqual(facts.input, { day: "2026-03-19", title: "Thaw" });
  assert.equal(facts.rollbacks[0].time, 1);
  const events = JSON.parse((await call(["show", "last", "--events", "--json"])).out);
  assert.equal(events.length, facts.events);
  assert.match(
    (await call(["show", "last", "--events"])).out,
    /^ {3}1 {2}2026-03-19T18:00:00\.000Z {2}run post-20260319-aaaaaa of post started\n {3}2 /,
  );
});

test("show names what failed, the parent of a child and the run of a fork, and a stage that has given nothing", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("failing")]);
  assert.match((await call(["show", "last"])).out, / {2}failed at "review": .*\n {4}tried: review v1: review: 1 error \(long\)\n/);
  await call(["run", fixture("mails")]);
  assert.match((await call(["show", "mails"])).out, /\nruns in it:\n {2}answers {2}mails-\S+\.answers\.v1\.1 {2}open\n/);
  assert.match(
    (await call(["show", "mails-20260319-cccccc.answers.v1.1"])).out,
    / {2}started by stage "answers" of run mails-20260319-cccccc\n/,
  );
  await call(["run", fixture("post")]);
  await call(["fork", "post", "--from", "review"]);
  assert.match((await call(["show", "post-20260319-gggggg"])).out, / {2}forked from run post-20260319-ffffff at "review"\n/);
  assert.equal(
    (await call(["show", "post-20260319-gggggg", "--output", "publish"])).err,
    'error: stage "publish" of run "post-20260319-gggggg" has given nothing yet: it is pending\n',
  );
  assert.match(
    (await call(["show", "post-20260319-gggggg", "--output", "darft"])).err,
    /has no stage "darft"\n {2}hint: did you mean "draft"\?/,
  );
});

test("a fork takes over what was finished, and the other run stays as it was", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("post")]);
  const { code, err } = await call(["fork", "last", "--from", "approve"]);
  assert.equal(code, 3);
  assert.match(err, /draft taken over from run post-20260319-aaaaaa\nreview taken over from run post-20260319-aaaaaa\napprove started\n/);
  assert.match(
    (await call(["fork", "aaaaaa", "--from", "aprove"])).err,
    /^error: pipeline "post" has no stage "aprove"\n {2}hint: did you mean "approve"\?/,
  );
  assert.equal((await call(["approve", "bbbbbb"])).code, 0);
  assert.match((await call(["runs"])).out, /post-20260319-aaaaaa {2}post +blocked/);
});

test("resume goes back to a stage with --from, and names the nearest where there is none", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("reported"), "--name", "Ana"]);
  assert.match((await call(["resume", "last"])).err, /^error: run "greet-20260319-aaaaaa" is done\n/);
  assert.match((await call(["resume", "last", "--from", "helo"])).err, /has no stage "helo"\n {2}hint: did you mean "hello"\?/);
  assert.match((await call(["resume", "last", "--from", "hello"])).out, / {2}hello {2}done {2}0 ms {2}version 2\n/);
});

test("resuming a child goes on with the run that it hangs on", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("mails")]);
  assert.match(
    (await call(["resume", "mails-20260319-aaaaaa.answers.v1.1"])).err,
    /^run mails-20260319-aaaaaa\.answers\.v1\.1 hangs on run mails-20260319-aaaaaa, which goes on\n/,
  );
});

test("a run whose pipeline has changed or moved is not resumed by guess", async (t) => {
  const { call, cwd } = shell(t);
  variant(cwd, "one.ts", (source) => source);
  await call(["run", "one.ts", "--name", "Ana"]);
  rmSync(join(cwd, "one.ts"));
  assert.match(
    (await call(["replay", "last"])).err,
    /^error: run "greet-20260319-aaaaaa" was started from "one\.ts", which is not there any more\n {2}at .*one\.ts\n {2}hint: --pipeline <file> says where its pipeline "greet" is\n$/,
  );
  assert.match(
    (await call(["replay", "last", "--pipeline", fixture("post")])).err,
    /is one of pipeline "greet", but ".*post\.ts" holds "post"\n/,
  );
  assert.equal((await call(["replay", "last", "--pipeline", fixture("reported")])).code, 0);
});

test("replay counts the events of a run and its children, and shows the first difference", async (t) => {
  const { call, cwd } = shell(t);
  variant(cwd, "one.ts", (source) => source);
  variant(cwd, "two.ts", (source) => source.replace("`Hello ", "`Goodbye "));
  await call(["run", "one.ts", "--name", "Ana"]);
  assert.deepEqual(await call(["replay", "last"]), {
    code: 0,
    out: "identical: 4 events, each computed anew as it is recorded\n",
    err: "",
  });
  const { code, out } = await call(["replay", "last", "--pipeline", "two.ts"]);
  assert.equal(code, 1);
  assert.match(out, /^different: event 3 of run greet-20260319-aaaaaa\n {2}recorded: .*Hello Ana.*\n {2}computed: .*Goodbye Ana.*\n$/);
  assert.equal(JSON.parse((await call(["replay", "last", "--json"])).out).identical, true);
  await call(["run", fixture("mails")]);
  for (const item of [1, 2]) await call(["approve", `${await runOf(call, "mails")}.answers.v1.${item}`]);
  assert.match((await call(["replay", "mails"])).out, /^identical: \d+ events of 3 runs, /);
  assert.match((await call(["replay", `${await runOf(call, "mails")}.answers.v1.1`])).out, /^identical: \d+ events, /);
});

async function runOf(call: ReturnType<typeof shell>["call"], pipeline: string): Promise<string> {
  const { runs } = JSON.parse((await call(["runs", "--json"])).out);
  return runs.find((one: { run: string; pipeline: string }) => one.pipeline === pipeline).run;
}

test("cancel ends a run for good", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("post")]);
  assert.deepEqual(await call(["cancel", "last", "--reason", "wrong day"]), {
    code: 0,
    out: "cancelled: run post-20260319-aaaaaa\n",
    err: "",
  });
  assert.match((await call(["runs"])).out, /post-20260319-aaaaaa {2}post +cancelled/);
  assert.match((await call(["cancel", "last", "--json"])).out, /"code": "run\/ended"/);
});

test("a run of another machine is not cancelled from here", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("post")]);
  writeFileSync(join(cwd, ".stagewright/runs/post-20260319-aaaaaa/lock/elsewhere~7~then"), "");
  const { code, err } = await call(["cancel", "last"]);
  assert.equal(code, 2);
  assert.equal(
    err,
    'error: run "post-20260319-aaaaaa" is carried out by process 7 on elsewhere, another machine\n  hint: cancel it there\n',
  );
});

test("the lessons that went into a prompt are shown with the run", async (t) => {
  const { call, cwd } = shell(t);
  mkdirSync(join(cwd, "lessons"));
  writeFileSync(join(cwd, "lessons/mine.jsonl"), '{"at":"2026-03-09T18:00:00Z","severity":4,"lesson":"Say what a number counts."}\n');
  await call(["run", fixture("written")]);
  assert.match((await call(["show", "last"])).out, /\nlessons in the prompt:\n {2}text v1: 3\.17, line 1: Say what a number counts\.\n$/);
});

test("graph draws a pipeline as text, Mermaid or JSON", async (t) => {
  const { call } = shell(t);
  assert.match((await call(["graph", fixture("post")])).out, /^post: a post about a day\n {2}1 {2}draft +gather +needs input\n/);
  assert.match((await call(["graph", fixture("mails"), "--mermaid"])).out, /^flowchart TD\n[\s\S]* p0_answers ==> p1\n/);
  const { pipelines } = JSON.parse((await call(["graph", fixture("mails"), "--json"])).out);
  assert.deepEqual(
    pipelines.map(({ name }: { name: string }) => name),
    ["mails", "answering"],
  );
  assert.equal((await call(["graph", fixture("post"), "--json", "--mermaid"])).code, 2);
});
