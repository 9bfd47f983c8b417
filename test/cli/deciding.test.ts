import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fixture, shell } from "./shell.js";

test("a run goes on when another process approves it from another folder, with --store", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("post")]);
  const { code, out, err } = await call(["approve", "post-2026", "--store", join(cwd, ".stagewright")], { cwd: "/" });
  assert.equal(code, 0);
  assert.match(err, /^approve of run post-20260319-aaaaaa is approved\nrun post-20260319-aaaaaa goes on\n/);
  assert.match(out, /^done: post\n/);
  // What the run names relatively is found from the folder that it was started in.
  assert.equal(readFileSync(join(cwd, "outbox.txt"), "utf8"), "post-20260319-aaaaaa/publish/v1/1 Day 2026-03-19.\n");
});

test("an edit takes the place of the Markdown, or as JSON of the whole value", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "edit.md"), "Edited.\n");
  writeFileSync(join(cwd, "edit.json"), '{"title": "New", "markdown": "All of it."}');
  await call(["run", fixture("post")]);
  assert.equal((await call(["approve", "last", "--edit", "edit.md"])).code, 0);
  assert.equal((await call(["show", "last", "--output", "approve"])).out, "title: Thaw\n\nEdited.\n");
  await call(["run", fixture("post")]);
  assert.equal((await call(["approve", "dddddd", "--edit", "edit.json"])).code, 0);
  assert.deepEqual(JSON.parse((await call(["show", "dddddd", "--output", "approve", "--json"])).out), {
    title: "New",
    markdown: "All of it.",
  });
});

test("an edit that cannot be read, is no JSON or does not fit decides nothing", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "short.md"), "x");
  writeFileSync(join(cwd, "bad.json"), "{");
  await call(["run", fixture("post")]);
  const says = async (file: string, expected: RegExp) => {
    const { code, err } = await call(["approve", "last", "--edit", file]);
    assert.equal(code, 2);
    assert.match(err, expected);
  };
  await says("none.md", /^error: the edit "none\.md" cannot be read\n {2}hint: nothing has been decided\n$/);
  await says("bad.json", /^error: the edit is not JSON: .*\n {2}at bad\.json\n {2}hint: correct it; nothing has been decided\n$/);
  await says("short.md", /^error: gate "approve" does not take this value: "markdown": Too small/);
  assert.match((await call(["runs"])).out, /post {6}blocked/);
});

test("a rejection hands its reason to the next version, and a rejection without one is refused", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("post")]);
  assert.deepEqual(await call(["reject", "last", "--reason", " "]), {
    code: 2,
    out: "",
    err: "error: the reason is empty\n  hint: say what is wrong: the next version is written by it\n",
  });
  const { code, out, err } = await call(["reject", "last", "--reason", "too short"]);
  assert.equal(code, 3);
  assert.match(err, /\napprove rejected: back to draft, 1 of 1\ndraft started \(version 2\)\n/);
  assert.match(out, / \| Day 2026-03-19\. too short\n/);
});

test("with --no-resume the decision is only noted, and resume goes on by it", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("post")]);
  assert.deepEqual(await call(["approve", "last", "--no-resume"]), {
    code: 0,
    out: "",
    err: "approve of run post-20260319-aaaaaa is approved\n",
  });
  assert.equal((await call(["resume", "last"])).code, 0);
  await call(["run", fixture("post")]);
  const noted = await call(["reject", "dddddd", "--reason", "dull", "--no-resume", "--json"]);
  assert.deepEqual(JSON.parse(noted.out), {
    run: "post-20260319-dddddd",
    stage: "approve",
    root: "post-20260319-dddddd",
    decided: "approve of run post-20260319-dddddd is rejected: dull",
  });
});

test("a run that asks nothing says so", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("reported"), "--name", "Ana"]);
  assert.deepEqual(await call(["approve", "last"]), {
    code: 2,
    out: "",
    err: 'error: run "greet-20260319-aaaaaa" asks nothing\n  hint: `stagewright show greet-20260319-aaaaaa` says how it stands\n',
  });
});

test("of several questions one must be named, by the run that asks or by its stage", async (t) => {
  const { call } = shell(t);
  const { code, out } = await call(["run", fixture("mails")]);
  assert.equal(code, 3);
  assert.match(
    out,
    /stagewright approve mails-20260319-aaaaaa\.answers\.v1\.1\n[\s\S]*stagewright approve mails-20260319-aaaaaa\.answers\.v1\.2\n/,
  );
  assert.deepEqual(await call(["approve", "last"]), {
    code: 2,
    out: "",
    err: `error: run "mails-20260319-aaaaaa" asks 2 things; which one is meant?
  mails-20260319-aaaaaa.answers.v1.1, stage "send"
  mails-20260319-aaaaaa.answers.v1.2, stage "send"
  hint: name the run that asks, for example mails-20260319-aaaaaa.answers.v1.1, or the stage with --gate
`,
  });
  assert.match((await call(["approve", "last", "--gate", "sned"])).err, /asks nothing at "sned"\n {2}hint: did you mean "send"\?\n$/);
  assert.match((await call(["approve", "last", "--gate", "xyzzy"])).err, /asks nothing at "xyzzy"\n {2}hint: it waits at "send"\n$/);
  const first = await call(["approve", "mails-20260319-aaaaaa.answers.v1.2"]);
  assert.equal(first.code, 3);
  assert.match(first.out, /a run in it waits\n/);
  const second = await call(["approve", "last", "--gate", "send"]);
  assert.equal(second.code, 0);
  assert.deepEqual(
    JSON.parse((await call(["show", "last", "--output", "answers", "--json"])).out).map(({ output }: { output: string }) => output),
    ["Dear Ana", "Dear Bo"],
  );
});

test("a gate that asks for data lists its fields, and takes an answer that fits", async (t) => {
  const { call } = shell(t);
  const { code, out } = await call(["run", fixture("dinner")]);
  assert.equal(code, 3);
  assert.match(
    out,
    /\nand asks for\n {2}seats, whole number: how many come\n {2}late, yes or no, false where left out\n {2}note, text, may be left out\ndecide with\n {2}stagewright approve dinner-20260319-aaaaaa --answer '\{"seats": …\}'\n/,
  );
  const says = async (args: readonly string[], expected: string) => {
    assert.deepEqual(await call(["approve", "last", ...args]), { code: 2, out: "", err: expected });
  };
  await says(
    [],
    `error: "ask" of run "dinner-20260319-aaaaaa" asks for
  seats, whole number: how many come
  late, yes or no, false where left out
  note, text, may be left out
  hint: answer it with --answer '{"seats": …}'
`,
  );
  await says(
    ["--answer", "soup"],
    `error: the value of --answer is not JSON: Unexpected token 's', "soup" is not valid JSON\n  hint: quote it for the shell: --answer '{"seats": 4}'\n`,
  );
  await says(
    ["--it-happened"],
    'error: "ask" of run "dinner-20260319-aaaaaa" is a gate, and no effect that was cut off\n  hint: approve it, with --edit or --answer, or reject it\n',
  );
  await says(["--answer", '{"seats":0}'], 'error: gate "ask" does not take this value: "seats": Too small: expected number to be >=1\n');
  assert.equal((await call(["approve", "last", "--answer", '{"seats":2}'])).code, 3);
  assert.deepEqual(JSON.parse((await call(["show", "last", "--output", "ask"])).out), { seats: 2, late: false });
});

test("tier 5 takes a decision only with the digits that it shows, and the PIN", async (t) => {
  const { call } = shell(t);
  await call(["gates", "pin"], { typed: ["271828", "271828"] });
  await call(["run", fixture("dinner")]);
  const { out } = await call(["approve", "last", "--answer", '{"seats":2}']);
  const digits = /approve dinner-20260319-bbbbbb --confirm ([0-9a-f]{8})\n/.exec(out)?.[1] ?? "";
  assert.match((await call(["approve", "last"])).err, new RegExp(`the decision must be confirmed\\n {2}hint: .*${digits}\\n$`));
  assert.match(
    (await call(["approve", "last", "--confirm", digits])).err,
    /^error: gate "pay" has tier 5: it wants the PIN of ".*"\n {2}hint: decide at a terminal, where it is asked for\n$/,
  );
  assert.equal((await call(["approve", "last", "--confirm", digits], { typed: ["271828"] })).code, 0);
});

test("an effect that was cut off is settled by a person's word", async (t) => {
  const { call } = shell(t);
  const { code, out } = await call(["run", fixture("unclear")]);
  assert.equal(code, 3);
  assert.match(
    out,
    /^waits: unclear\n\n"page" was cut off, and nobody can say whether it happened: connection reset\nwhat was to be sent:\n {2}\| wake up\ndecide with\n {2}stagewright approve unclear-20260319-aaaaaa --it-happened\n {2}stagewright approve unclear-20260319-aaaaaa --do-it\n/,
  );
  assert.equal(
    (await call(["approve", "last"])).err,
    'error: "page" of run "unclear-20260319-aaaaaa" was cut off, and asks whether it happened\n  hint: say --it-happened or --do-it\n',
  );
  assert.equal(
    (await call(["reject", "last", "--reason", "no"])).err,
    'error: "page" of run "unclear-20260319-aaaaaa" asks whether an effect happened\n  hint: say `approve` with --it-happened or --do-it\n',
  );
  assert.match(
    (await call(["approve", "last", "--it-happened"])).err,
    / {2}hint: say what the effect gave: --it-happened --answer '<json>'\n$/,
  );
  const blocked = JSON.parse((await call(["resume", "last", "--json"])).out);
  assert.deepEqual(blocked.questions, [
    { run: "unclear-20260319-aaaaaa", stage: "page", on: "effect", why: blocked.questions[0].why, shown: "wake up" },
  ]);
  const { err } = await call(["approve", "last", "--it-happened", "--answer", '{"id":"p-7"}']);
  assert.match(err, /^page of run unclear-20260319-aaaaaa: it happened\n/);
  assert.deepEqual(JSON.parse((await call(["show", "last", "--output", "page"])).out), { id: "p-7" });
});

test("an effect that did not happen is done", async (t) => {
  const { call } = shell(t);
  await call(["run", fixture("unclear")]);
  const { code, err } = await call(["approve", "last", "--do-it"]);
  assert.match(err, /^page of run unclear-20260319-aaaaaa: it is to be done\n/);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse((await call(["show", "last", "--output", "page"])).out), { id: "p-1" });
});
