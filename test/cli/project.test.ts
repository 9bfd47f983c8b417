import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import test, { type TestContext } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { shell } from "./shell.js";

const RIG = JSON.stringify(join(import.meta.dirname, "../projects/rig.js"));
const LIBRARY = JSON.stringify(join(import.meta.dirname, "../../src/index.js"));
const PROJECTS = JSON.stringify(join(import.meta.dirname, "../../src/projects/index.js"));

/** Who wants to know more of a mill: two notes, a letter that a person must read, and a sum of it all. */
const MILL = `
import { implement, model } from ${LIBRARY};
import { project } from ${PROJECTS};
import { page } from ${RIG};

const note = { role: "a clerk", does: "Write a note.", done: { sections: ["Notes"], cites: false }, retries: 0 };
export default project({
  kind: "mill",
  title: "what is known about a mill",
  kinds: {
    read: { ...note, phase: "gather" },
    letter: { ...note, phase: "work", gate: 4 },
    dig: { ...note, phase: "work", tools: ["list_files"] },
    sum: { ...note, phase: "verify" },
  },
  tasks: [
    { name: "book", kind: "read", title: "Read the parish book" },
    { name: "letter", kind: "letter", title: "Write to the archive", needs: ["book"] },
    { name: "dig", kind: "dig", title: "Dig in the archive", needs: ["letter"] },
    { name: "sum", kind: "sum", title: "Sum up", needs: ["book", "dig"] },
  ],
  report: { role: "a clerk", sections: ["Owners", "End"] },
});

const call = (name, args) => ({ calls: [{ id: name, name, arguments: args }], finish: "other", stopReason: "tool_calls" });
let digs = 0;
export const adapters = [
  implement(model, "scripted", {
    complete: {
      perform: async ({ messages }) => {
        const prompt = messages.map(({ content }) => content).join("\\n");
        const base = { text: "", finish: "stop", usage: { inputTokens: 1, outputTokens: 1, estimated: false }, model: "scripted" };
        if (prompt.includes("The tasks of a project are done")) {
          return { ...base, text: "# The mill\\n\\n## Summary\\n\\nThe widow gave the wheels away.\\n\\n## Owners\\n\\nA widow owned it.\\n\\n## End\\n\\nA flood broke the wheels.\\n" };
        }
        if (prompt.includes('"kind": "dig"')) {
          digs += 1;
          if (digs === 1) return { ...base, ...call("blocked", { reason: "the archive is closed", waitingOn: "the archivist" }) };
          if (digs === 2) return { ...base, ...call("list_files", { pattern: "*" }) };
        }
        return { ...base, text: page(["Summary", "Notes"], "a widow owned the wheels, and a flood broke them") };
      },
    },
  }),
];
`;

function millIn(t: TestContext) {
  const on = shell(t);
  mkdirSync(join(on.cwd, "pipelines"));
  writeFileSync(join(on.cwd, "pipelines/project-mill.ts"), MILL);
  writeFileSync(join(on.cwd, "package.json"), '{ "type": "module" }');
  return on;
}

const RUN = "project-mill-20260319-aaaaaa";

test("a project is started, waits, is held back, let go and finished, and every command says how its tasks stand", async (t) => {
  const { call } = millIn(t);
  const started = await call(["project", "start", "mill", "--goal", "What became of the mill?"]);
  assert.equal(started.code, 3, started.err);
  assert.match(started.out, /^waits: project-mill\n\n"approve" \(tier 4\) shows "do":/);
  assert.equal(
    (await call(["project", "tasks", "last"])).out,
    `project-mill  ${RUN}  blocked
gather  1 of 1 done
  ✓ book  Read the parish book
work  0 of 2 done
  ? letter  Write to the archive  waits for a decision at gate "approve"
  · dig     Dig in the archive    needs letter
verify  0 of 1 done
  · sum  Sum up  needs dig

to go on:
  stagewright approve ${RUN}.work.v1.letter
`,
  );

  const refused = await call(["project", "finalize", "last"]);
  assert.deepEqual(
    [refused.code, refused.err],
    [
      2,
      `error: run "${RUN}" has 3 open tasks:
  letter: waits, a decision at gate "approve"
  dig: open, needs letter
  sum: open, needs dig
  hint: \`stagewright project resume ${RUN}\` goes on with them
`,
    ],
  );

  assert.equal((await call(["project", "block", "last", "dig", "--reason", "wait for Monday"])).err, "dig is held back\n");
  const begun = await call(["project", "block", "last", "letter", "--reason", "no"]);
  assert.match(begun.err, /^error: task "letter" cannot be held back: it has begun, and waits\n/);
  const unknown = await call(["project", "block", "last", "dog", "--reason", "no"]);
  assert.match(unknown.err, /has no task "dog"\n {2}hint: did you mean "dig"\?/);

  const approved = await call(["approve", `${RUN}.work.v1.letter`]);
  assert.equal(approved.code, 3, approved.err);
  const held = JSON.parse((await call(["project", "tasks", "last", "--json"])).out);
  assert.deepEqual([held.kind, held.status, held.refused], ["mill", "blocked", []]);
  const dig = held.tasks.find(({ name }: { name: string }) => name === "dig");
  assert.deepEqual([dig.status, dig.phase, dig.needs, /^.+: wait for Monday$/.test(dig.why)], ["held", "work", ["letter"], true]);
  assert.match(
    (await call(["project", "show", "last"])).out,
    /‖ dig +Dig in the archive +held back by .+: wait for Monday\n[\s\S]*project unblock /,
  );

  const blocked = await call(["project", "unblock", "last"]);
  assert.equal(blocked.code, 3, blocked.err);
  assert.match(blocked.err, /^dig is let go\n/);
  assert.match((await call(["project", "tasks", "last"])).out, /\? dig +Dig in the archive +waits for the archivist\n/);

  const noted = await call(["project", "unblock", "last", "dig", "--note", "the key is under the mat", "--no-resume", "--json"]);
  assert.deepEqual(JSON.parse(noted.out), { run: RUN, task: "dig", unblocked: true });
  assert.match((await call(["project", "tasks", "last"])).out, /· dig +Dig in the archive +can go on\n/);
  const again = await call(["project", "unblock", "last"]);
  assert.match(again.err, /^error: no task of run .* is held back or blocked\n/);

  const resumed = await call(["project", "resume", "last"]);
  assert.equal(resumed.code, 0, resumed.err);
  assert.match(resumed.out, /^done: project-mill\n\nThe widow gave the wheels away\.\n\nThe mill \(line 1\)\n/);

  const text = `The widow gave the wheels away.

The mill (line 1)
  Summary (line 3)
  Owners (line 7)
  End (line 11)

tasks   4 of 4 tasks done
report  mill-report.md, 20 words
`;
  assert.equal((await call(["project", "show", "last"])).out, text);
  assert.equal((await call(["project", "finalize", "last"])).out, text);
  const final = JSON.parse((await call(["project", "show", "last", "--json"])).out).final;
  assert.deepEqual([final.path, final.counts.done], ["mill-report.md", 4]);

  assert.deepEqual(await call(["project", "show", "last", "--ask", "Which flood broke the wheels?"]), {
    code: 0,
    out: 'mill-report.md:13, "End"\n  A flood broke the wheels.\n',
    err: "",
  });
  assert.deepEqual(await call(["project", "show", "last", "--ask", "Who was the emperor?"]), {
    code: 1,
    out: "",
    err: "the report says nothing of it: mill-report.md\n",
  });
  assert.equal(JSON.parse((await call(["project", "show", "last", "--ask", "flood", "--json"])).out).passages[0].line, 13);
});

test("what is no kind of project, or no project at all, is an error that says what there is", async (t) => {
  const { call, cwd } = millIn(t);
  writeFileSync(
    join(cwd, "pipelines/plain.ts"),
    `import { gather, input, pipeline } from ${LIBRARY};
import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
const given = input(z.object({}));
export default pipeline("plain", { input: given, stages: [gather("look", { output: z.string(), run: () => "seen" })] });
`,
  );
  const unknown = await call(["project", "start", "mil", "--goal", "x"]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /^error: there is no kind of project "mil"\n {2}hint: did you mean "mill"\?/);
  const plain = await call(["project", "start", "pipelines/plain.ts"]);
  assert.match(plain.err, /^error: "pipelines\/plain\.ts" is no project: pipeline "plain" is made of no template\n/);
  await call(["run", "pipelines/plain.ts"]);
  assert.match(
    (await call(["project", "tasks", "last"])).err,
    /^error: run "plain-.*" is no project: pipeline "plain" is made of no template\n/,
  );
  const goalless = await call(["project", "start", "dossier"]);
  assert.equal(goalless.code, 2);
  assert.match(goalless.err, /--goal/);
  const early = await call(["project", "start", "mill", "--goal", "x"]);
  assert.equal(early.code, 3);
  assert.match((await call(["project", "show", "last", "--ask", "flood"])).err, /has no report yet: it is blocked\n/);
});

test("a shipped project runs on the embedded writer, whatever its sources, and can be rehearsed", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "a.md"), "# The mill\n\nThe mill was built in 1781.\n");
  const args = ["project", "start", "dossier", "--goal", "What is known about the mill?", "--sources", "*.md"];
  const dry = await call([...args, "--dry-run"]);
  assert.equal(dry.code, 0, dry.err);
  assert.match(dry.out, /dossier-read/);
  const { code, out, err } = await call([...args, "--recording", "--json"]);
  assert.equal(code, 0, err);
  assert.deepEqual([JSON.parse(out).status, JSON.parse(out).output.counts.done], ["done", 3]);
  const none = await call(["project", "start", "dossier", "--goal", "x", "--sources", "*.txt"]);
  assert.equal(none.code, 1);
  assert.match(none.out, /no file with a text matches "\*\.txt"\n {2}hint: name files or patterns below the folder/);
});

/** A terminal, as far as what draws on it looks. */
function screenOf(): { readonly screen: NodeJS.WriteStream; text(): string } {
  const drawn: string[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  stream.on("data", (data: Buffer) => drawn.push(data.toString("utf8")));
  return { screen: stream as unknown as NodeJS.WriteStream, text: () => stripVTControlCharacters(drawn.join("")) };
}

test("on a terminal the tasks are drawn as a tree, with what each waits for", async (t) => {
  const { call } = millIn(t);
  const { screen, text } = screenOf();
  await call(["project", "start", "mill", "--goal", "What became of the mill?"], { screen });
  assert.match(text(), /▸ work/);
  assert.match(text(), /▸ book {2}Read the parish book {2}(?:runs|brief|do|review|outcome)/);
  assert.match(text(), /· dig +Dig in the archive +needs letter/);
  assert.match(text(), /\? letter +Write to the archive +waits for a decision at gate "approve"/);
});

test("the tree goes on being drawn after a person has decided at the terminal", async (t) => {
  const { call } = millIn(t);
  const { screen, text } = screenOf();
  let before = 0;
  const heard = (said: string) => {
    if (said.startsWith("approve, edit")) before = text().length;
  };
  await call(["project", "start", "mill", "--goal", "What became of the mill?"], { screen, typed: ["approve"], heard });
  const after = text().slice(before);
  assert.ok(before > 0);
  assert.match(after, /✓ letter +Write to the archive/);
  assert.match(after, /\? dig +Dig in the archive +waits for the archivist/);
});

test("help names every command, with examples", async (t) => {
  const { call } = shell(t);
  const { out } = await call(["project", "--help"]);
  for (const name of ["start", "tasks", "show", "resume", "block", "unblock", "finalize"]) {
    assert.match(out, new RegExp(`\\n {2}${name} `), name);
    assert.match((await call(["project", name, "--help"])).out, /\nExamples:\n {2}stagewright project /, name);
  }
});
