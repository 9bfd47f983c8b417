import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fixture, shell } from "./shell.js";

const PATH = process.env.PATH ?? "";

/** An editor that is a program: it notes the name of the file that it was given, and changes it. */
function editor(cwd: string, script: string): Readonly<Record<string, string>> {
  const path = join(cwd, "editor.sh");
  writeFileSync(path, `#!/bin/sh\nbasename "$1" >> "${cwd}/edited.txt"\n${script}\n`);
  chmodSync(path, 0o755);
  return { EDITOR: `"${path}"`, PATH };
}

test("at a terminal the draft is shown, and the run goes on in the same process once it is approved", async (t) => {
  const { call } = shell(t);
  const { code, out, err } = await call(["run", fixture("post")], { typed: ["what", "approve"] });
  assert.equal(code, 0);
  assert.match(out, /^done: post\n/);
  assert.ok(
    err.includes(`
approve of run post-20260319-aaaaaa, tier 4
draft:

title: Thaw

Day 2026-03-19.

approve, edit, reject or later? what
  approve, edit, reject, later: the first letter is enough
approve, edit, reject or later? approve
run post-20260319-aaaaaa goes on
`),
    err,
  );
});

test("a person who puts it off, or ends the input, leaves the run waiting", async (t) => {
  const { call } = shell(t);
  for (const typed of [["later"], [], ["reject"], ["l"]]) {
    const { code, out } = await call(["run", fixture("post")], { typed });
    assert.equal(code, 3);
    assert.match(out, /^waits: post\n[\s\S]*decide with\n {2}stagewright approve /);
  }
});

test("a draft is edited in the person's editor, as Markdown", async (t) => {
  const { call, cwd } = shell(t);
  const { code } = await call(["run", fixture("post")], { typed: ["edit"], env: editor(cwd, 'echo " More." >> "$1"') });
  assert.equal(code, 0);
  assert.equal(readFileSync(join(cwd, "edited.txt"), "utf8"), "approve.md\n");
  assert.equal((await call(["show", "last", "--output", "approve"])).out, "title: Thaw\n\nDay 2026-03-19. More.\n");
});

test("an edit that the schema refuses is asked for again, and what was written is kept", async (t) => {
  const { call, cwd } = shell(t);
  const env = editor(cwd, 'if [ -f again ]; then echo "$(cat "$1") longer" > "$1"; else printf x > "$1"; touch again; fi');
  writeFileSync(join(cwd, "editor.sh"), readFileSync(join(cwd, "editor.sh"), "utf8").replaceAll("again", `"${cwd}/again"`));
  const { code, err } = await call(["run", fixture("post")], { typed: ["e", "e"], env });
  assert.match(err, /error: gate "approve" does not take this value: "markdown": Too small/);
  assert.equal(code, 0);
  assert.equal((await call(["show", "last", "--output", "approve"])).out, "title: Thaw\n\nx longer\n");
});

test("an edit that changes nothing, and an editor that fails or is not there, decide nothing", async (t) => {
  const { call, cwd } = shell(t);
  const says = async (env: Readonly<Record<string, string>>, expected: RegExp) => {
    const { code, err } = await call(["run", fixture("post")], { typed: ["e", "l"], env });
    assert.equal(code, 3);
    assert.match(err, expected);
  };
  await says(editor(cwd, ":"), /\n {2}nothing was changed\n/);
  await says(editor(cwd, "exit 3"), /\nerror: the editor ".*editor\.sh"" ended with code 3\n {2}hint: what it wrote was not taken\n/);
  await says({}, /\nerror: neither VISUAL nor EDITOR names an editor\n/);
});

test("a rejection needs a reason, and the next version is asked about in the same process", async (t) => {
  const { call } = shell(t);
  const { code, err } = await call(["run", fixture("post")], { typed: ["r", " ", "r", "dull", "a"] });
  assert.equal(code, 0);
  assert.match(err, /the reason, for whoever does it again: {2}\n {2}a rejection needs a reason\n/);
  assert.match(err, /\nDay 2026-03-19\. dull\n\napprove, edit, reject or later\? a\n/);
});

test("a gate that asks for data asks field by field, and again where the answer does not fit", async (t) => {
  const { call } = shell(t);
  await call(["gates", "pin"], { typed: ["271828", "271828"] });
  const { code, err } = await call(["run", fixture("dinner")], {
    typed: ["answer", "x", "0", "", "", "answer", "3", "y", "hi", "approve", "no", "approve", "approve", "271828"],
  });
  assert.equal(code, 0);
  assert.ok(
    err.includes(`answer, reject or later? answer
seats (whole number, how many come): x
  seats takes a whole number
seats (whole number, how many come): 0
late (yes or no, Enter for false): 
note (text, Enter for none): 
error: gate "ask" does not take this value: "seats": Too small: expected number to be >=1
answer, reject or later? answer
seats (whole number, how many come): 3
late (yes or no, Enter for false): y
note (text, Enter for none): hi
`),
    err,
  );
  assert.deepEqual(JSON.parse((await call(["show", "last", "--output", "ask"])).out), { seats: 3, late: true, note: "hi" });
});

test("tier 5 asks twice, and for the PIN", async (t) => {
  const { call } = shell(t);
  await call(["gates", "pin"], { typed: ["271828", "271828"] });
  const typed = ["answer", "1", "", "", "approve", "no", "approve", "approve", "314159", "approve", "approve", "271828"];
  const { code, err } = await call(["run", fixture("dinner")], { typed });
  assert.equal(code, 0);
  assert.match(
    err,
    /reject or later\? approve\ntier 5 asks twice: type "approve" once more: no\n {2}not confirmed: nothing has been decided\napprove, edit, reject or later\? approve\ntier 5 asks twice: type "approve" once more: approve\nyour PIN: 314159\nerror: that is not the PIN of ".*"\n {2}hint: 4 tries are left\n/,
  );
  const { code: put } = await call(["run", fixture("dinner")], { typed: ["answer", "1", "", "", "approve"] });
  assert.equal(put, 3);
});

test("a value that is neither text nor Markdown is edited as JSON, which must be JSON", async (t) => {
  const { call, cwd } = shell(t);
  await call(["gates", "pin"], { typed: ["271828", "271828"] });
  const env = editor(cwd, 'if grep -q soup "$1"; then echo "{" > "$1"; else echo \'{"dish": "stew"}\' > "$1"; fi');
  const { code, err } = await call(["run", fixture("dinner")], { typed: ["a", "1", "", "", "edit", "edit", "approve", "271828"], env });
  assert.equal(code, 0);
  assert.match(err, /error: the edit is not JSON: .*\n {2}at your edit\n/);
  assert.equal(readFileSync(join(cwd, "edited.txt"), "utf8"), "pay.json\npay.json\n");
  assert.deepEqual(JSON.parse((await call(["show", "last", "--output", "pay"])).out), { dish: "stew" });
});

test("an effect that was cut off is asked about", async (t) => {
  const { call } = shell(t);
  const asked = await call(["run", fixture("unclear")], { typed: ["what", "it happened", "", "{}", "i", '{"id":"p-9"}'] });
  assert.equal(asked.code, 0);
  assert.match(
    asked.err,
    /page of run unclear-20260319-aaaaaa\nwhat was to be sent:\n\nwake up\n\nnobody can say whether it happened: connection reset\nit happened, do it or later\? what\n {2}it happened, do it, later: the first letter is enough\nit happened, do it or later\? it happened\nanswer \(JSON or text, what it gave\): \n {2}answer takes JSON or text\nanswer \(JSON or text, what it gave\): \{\}\nerror: the answer of "pager\.page" does not fit its schema/,
  );
  assert.deepEqual(JSON.parse((await call(["show", "last", "--output", "page"])).out), { id: "p-9" });
  assert.equal((await call(["run", fixture("unclear")], { typed: ["do it"] })).code, 0);
  assert.equal((await call(["run", fixture("unclear")], { typed: ["l"] })).code, 3);
  assert.equal((await call(["run", fixture("unclear")], { typed: ["i"] })).code, 3);
});

test("of several questions those that are put off are not asked again at once", async (t) => {
  const { call } = shell(t);
  const { code, err } = await call(["run", fixture("mails")], { typed: ["later", "approve", "never read"] });
  assert.equal(code, 3);
  assert.equal(err.match(/approve, edit, reject or later\?/g)?.length, 2);
  assert.doesNotMatch(err, /never read/);
});

test("with --json nobody is asked", async (t) => {
  const { code, err } = await shell(t).call(["run", fixture("post"), "--json"], { typed: ["approve"] });
  assert.deepEqual([code, err], [3, ""]);
});

test("a signal while a person is asked ends the process at once, and says how to go on", async (t) => {
  const { call } = shell(t);
  const exits: number[] = [];
  let signal = () => {};
  const { err } = await call(["run", fixture("post")], {
    typed: ["later"],
    onSignal: (told) => {
      signal = told;
      return () => {};
    },
    exit: (code) => void exits.push(code),
    heard: (text) => text.startsWith("approve, edit") && signal(),
  });
  assert.deepEqual(exits, [130]);
  assert.match(err, /\nto go on:\n {2}stagewright resume post-20260319-aaaaaa\n/);
});
