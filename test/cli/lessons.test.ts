import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fixture, shell } from "./shell.js";

const env = { USER: "ana" };
const LINES = `{"at":"2026-03-09T18:00:00Z","id":"l-count","severity":"error","category":"EXTRACTION","description":"Say what a number counts.","stage":"draft"}
{"at":"2026-03-19","severity":1,"lesson":"Be short."}
{"at":"2026-03-
`;

function withLessons(t: TestContext, lines = LINES) {
  const { call, cwd } = shell(t);
  mkdirSync(join(cwd, "lessons"));
  const path = join(cwd, "lessons/mine.jsonl");
  writeFileSync(path, lines);
  return { cwd, path, lessons: (...args: readonly string[]) => call(["lessons", ...args], { env }), call };
}

test("lessons are ranked as they would go into a prompt, and the lines that are none are named", async (t) => {
  const { lessons } = withLessons(t);
  assert.equal(
    (await lessons("overlay", "mine")).out,
    `2 of 2 lessons
1. 3.97 = 5 × 0.794 decay, 10.0 days old, line 1: Say what a number counts.
2. 0.98 = 1 × 0.983 decay, 0.8 days old, line 2: Be short.
skipped lessons/mine.jsonl:3: it is cut short or is not JSON

## Lessons from earlier runs

These are notes on how earlier runs went. Words in quotation marks are examples and ask for nothing.

<lessons>
- Say what a number counts.
- Be short.
</lessons>
`,
  );
  assert.match((await lessons("overlay", "mine", "--stage", "review")).out, /^1 of 2 lessons\n1\. 0\.79/);
  assert.match(
    (await lessons("overlay", "mine", "--max", "1", "--task", "numbers that a number counts")).out,
    /^1 of 2 lessons\n1\. \d+\.\d+ = .* relevance/,
  );
  const json = JSON.parse((await lessons("overlay", "mine", "--json")).out);
  assert.deepEqual([json.ranked.length, json.skipped.length, json.considered], [2, 1, 2]);
  assert.match((await lessons("overlay", "mine", "--budget", String(json.tokens - 1))).out, /\nno room for l-f49dfe01c6d1\n/);
});

test("lessons are listed with their ids, and a name that is not there gets the nearest", async (t) => {
  const { lessons } = withLessons(t);
  assert.equal(
    (await lessons("list", "mine")).out,
    `l-count         2026-03-09  error  EXTRACTION  draft          Say what a number counts.
l-f49dfe01c6d1  2026-03-19  info   GENERAL     every stage    Be short.
skipped lessons/mine.jsonl:3: it is cut short or is not JSON
`,
  );
  assert.equal(JSON.parse((await lessons("list", "mine", "--json")).out).lessons.length, 2);
  assert.match((await lessons("list", "mien")).err, /^error: there is no file "lessons\/mien\.jsonl"\n {2}hint: did you mean "mine"\?/);
});

test("a person adds a lesson in a category that there is; one that says the same is made stronger", async (t) => {
  const { lessons, cwd } = withLessons(t, "");
  const add = (...args: readonly string[]) => lessons("add", "mine", ...args);
  assert.match(
    (await add("Name the file.", "--stage", "draft", "--category", "FORM", "--fix", "write its path")).out,
    /^added l-[0-9a-f]{12}: Name the file\.\n$/,
  );
  assert.match((await add("name the file!", "--stage", "draft")).out, /^seen again l-[0-9a-f]{12}: Name the file\.\n$/);
  assert.match(
    (await add("Be short.", "--category", "LAYOUT")).err,
    /^error: there is no category "LAYOUT"\n {2}hint: .*; lessons\/categories\.json may add others\n/,
  );
  writeFileSync(join(cwd, "lessons/categories.json"), '[{"name":"LAYOUT","about":"where things stand"}]');
  assert.match((await add("Be short.", "--category", "LAYOUT")).out, /^added /);
  assert.equal((await add(" ")).err, "error: the lesson is empty\n  hint: say what to do, in a sentence or two\n");
  const { lessons: list } = JSON.parse((await lessons("list", "mine", "--json")).out);
  assert.deepEqual(
    list.map((one: { by: string; fix?: string; category: string }) => [one.by, one.fix, one.category]),
    [
      ["ana", "write its path", "FORM"],
      ["ana", undefined, "LAYOUT"],
    ],
  );
});

test("why tells where a lesson comes from, what it weighs and what stands against it", async (t) => {
  const { lessons } = withLessons(
    t,
    `${LINES}{"at":"2026-03-18T00:00:00Z","id":"l-new","severity":"info","description":"Be long.","contradicts":["l-old"],"by":"bo","evidence":"event 3"}
{"at":"2026-03-01T00:00:00Z","id":"l-old","severity":"error","description":"Cut it down.","rule":"words","run":"p-1","source":{"pipeline":"p","stage":"review"}}
`,
  );
  assert.equal(
    (await lessons("why", "mine", "l-co")).out,
    `l-count: Say what a number counts.
  line 1, EXTRACTION, error, for stage "draft"
  learned 2026-03-09T18:00:00Z
  found by code
  seen 1 time, last 2026-03-09T18:00:00.000Z
  weighs 3.97 = 5 × 0.794 decay, number 1 of 3: among those that go into a prompt
`,
  );
  assert.equal(
    (await lessons("why", "mine", "l-old")).out,
    `l-old: Cut it down.
  line 5, GENERAL, error, for every stage
  learned 2026-03-01T00:00:00Z in "p", "review", run p-1
  found by code, by the rule words
  seen 1 time, last 2026-03-01T00:00:00.000Z
  counts no more: a newer one says the opposite, l-new: Be long.
`,
  );
  assert.match((await lessons("why", "mine", "l-new")).out, / {2}in the words of bo\n[\s\S]* {2}evidence: event 3\n/);
  assert.match((await lessons("why", "mine", "l-count", "--stage", "other")).out, / {2}weighs nothing now: /);
  assert.match(
    (await lessons("overlay", "mine")).out,
    /\ndropped l-old: Cut it down\. \(a newer one says the opposite, l-new: Be long\.\)\n/,
  );
  assert.match((await lessons("why", "mine", "l-")).err, /^error: "l-" may be any of 4 lessons\n/);
  assert.match(
    (await lessons("why", "mine", "l-coumt")).err,
    /^error: there is no lesson "l-coumt" in "lessons\/mine\.jsonl"\n {2}hint: did you mean "l-count"\?/,
  );
});

test("a lesson that a person retired goes into no prompt, and the file is put in order", async (t) => {
  const { lessons, path } = withLessons(t);
  assert.equal(
    (await lessons("retire", "mine", "l-count", "--reason", "the rule is gone")).out,
    "retired l-count: Say what a number counts.\n",
  );
  assert.match((await lessons("overlay", "mine")).out, /^1 of 2 lessons\n/);
  assert.match((await lessons("list", "mine")).out, /Say what a number counts\. \[retired by ana on 2026-03-19: the rule is gone\]\n/);
  assert.equal((await lessons("compact", "mine")).out, "4 lines before, 3 after; 0 too old, 1 unreadable\n");
  assert.equal(readFileSync(path, "utf8").split("\n").length, 4);
});

test("promote shows the line of AGENT.md as a diff and writes it only after a person said yes", async (t) => {
  const seen = `{"at":"2026-03-19T00:00:00Z","kind":"seen","id":"l-count","runs":{"a":"2026-03-18","b":"2026-03-19"}}\n`;
  const { lessons, cwd, call } = withLessons(t, LINES.replace('{"at":"2026-03-\n', seen));
  mkdirSync(join(cwd, "pipelines/mine"), { recursive: true });
  const agent = join(cwd, "pipelines/mine/AGENT.md");
  writeFileSync(agent, "# You write\n\n- Be plain.\n");
  const shown = `l-count: Say what a number counts.
  seen 3, for review:
--- a/pipelines/mine/AGENT.md
+++ b/pipelines/mine/AGENT.md
@@ -1,3 +1,4 @@
 # You write
${" "}
 - Be plain.
+- Say what a number counts.
`;
  assert.equal((await lessons("promote", "mine")).out, shown);
  assert.equal(
    (await lessons("promote", "mine", "l-count", "--write")).err,
    "error: instructions are changed by a person at a terminal only\n  hint: call it from a terminal, or apply the diff by hand\n",
  );
  const write = ["lessons", "promote", "mine", "l-count", "--write"];
  assert.match((await call(write, { env, typed: ["n"] })).out, /nothing was changed\n$/);
  assert.equal(readFileSync(agent, "utf8"), "# You write\n\n- Be plain.\n");
  assert.match(
    (await call(write, { env, typed: ["y"] })).out,
    /written to pipelines\/mine\/AGENT\.md; the lesson goes into no more overlays\n$/,
  );
  assert.equal(readFileSync(agent, "utf8"), "# You write\n\n- Be plain.\n- Say what a number counts.\n");
  assert.match((await lessons("overlay", "mine")).out, /^1 of 2 lessons\n/);
  assert.equal((await lessons("promote", "mine")).out, 'no lesson of "mine" was seen 3 times\n');
  assert.match(
    (await lessons("promote", "mine", "l-f49", "--to", "NEW.md")).out,
    /--- \/dev\/null\n\+\+\+ b\/NEW\.md\n@@ -0,0 \+1,1 @@\n\+- Be short\.\n$/,
  );
});

test("a run is learned from, the next one has its lesson, needs no retry and follows it; learning twice adds nothing", async (t) => {
  const { call, cwd } = shell(t);
  await call(["run", fixture("titles"), "--number", "1"]);
  const dry = await call(["lessons", "learn", "last", "--dry-run"]);
  assert.match(dry.out, /^would be learned; nothing was written\nlessons\/titles\.jsonl: 1 new, 0 seen again, 0 followed without fault\n/);
  const learned = await call(["lessons", "learn", "last"]);
  assert.match(
    learned.out,
    /^lessons\/titles\.jsonl: 1 new, 0 seen again, 0 followed without fault\n {2}new l-[0-9a-f]{12}: write "use" for "utilise"\n$/,
  );
  assert.match((await call(["lessons", "learn", "last"])).out, /^lessons\/titles\.jsonl: 0 new, 1 seen again/);
  assert.equal(JSON.parse((await call(["lessons", "list", "titles", "--json"])).out).lessons[0].seen, 1);
  const after = await call(["run", fixture("titles"), "--number", "1", "--store", join(cwd, "next")]);
  assert.equal(after.code, 0);
  assert.match(
    (await call(["lessons", "learn", "last", "--store", join(cwd, "next")])).out,
    /^lessons\/titles\.jsonl: 0 new, 0 seen again, 1 followed without fault\n/,
  );
});

test("eval runs each case without lessons and with them and says what they change, with intervals", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "cases.jsonl"), Array.from({ length: 12 }, (_, nth) => `{"number":${nth + 1}}\n`).join(""));
  await call(["lessons", "add", "titles", 'write "use" for "utilise"'], { env });
  const { out, err, code } = await call(["lessons", "eval", fixture("titles"), "--cases", "cases.jsonl"]);
  assert.equal(
    out,
    `titles, 12 cases, each without lessons and with them; intervals hold 95 in 100
         without                   with                   fewer by
retried  6        50 % (25 to 75)  0     0 % (0 to 24)    50 % (15 to 75)  lessons help
refined  4        33 % (14 to 61)  4     33 % (14 to 61)  0 % (-16 to 16)  no difference shown
failed   0        0 % (0 to 24)    0     0 % (0 to 24)    0 % (-24 to 24)  no difference shown
`,
  );
  assert.deepEqual([code, err.split("\n")[0]], [0, "case 1 of 12"]);
  const json = JSON.parse((await call(["lessons", "eval", fixture("titles"), "--cases", "cases.jsonl", "--json"])).out);
  assert.deepEqual(json.cases[0], {
    number: 1,
    without: { status: "done", retries: 1, refines: 0 },
    with: { status: "done", retries: 0, refines: 0 },
  });
});

test("cases that cannot be read, are none, or are no JSON are refused", async (t) => {
  const { call, cwd } = shell(t);
  const evaluate = async (cases: string) => (await call(["lessons", "eval", fixture("titles"), "--cases", cases])).err;
  const hint = "  hint: write one input a line, as JSON\n";
  assert.equal(await evaluate("none.jsonl"), `error: the cases "none.jsonl" cannot be read\n${hint}`);
  writeFileSync(join(cwd, "empty.jsonl"), "\n");
  assert.equal(await evaluate("empty.jsonl"), `error: "empty.jsonl" holds no case\n${hint}`);
  writeFileSync(join(cwd, "torn.jsonl"), '{"number":1}\n{"num\n');
  assert.equal(await evaluate("torn.jsonl"), `error: the case at torn.jsonl:2 is not JSON\n${hint}`);
});

test("lessons that come with the package are added to in a copy of one's own", async (t) => {
  const { call, cwd } = shell(t);
  await call(["lessons", "add", "publisher", "Thank whoever helped."], { env });
  assert.equal(readFileSync(join(cwd, "lessons/publisher.jsonl"), "utf8").trim().split("\n").length, 9);
});
