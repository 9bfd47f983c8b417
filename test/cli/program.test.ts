import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { COMMANDS } from "../../src/cli/command-list.js";
import { fixture, shell } from "./shell.js";

test("every command has help with its options and an example", async (t) => {
  const { call } = shell(t);
  for (const { name, summary } of COMMANDS) {
    const { code, out, err } = await call([name, "--help"]);
    assert.equal(code, 0, name);
    assert.equal(err, "");
    assert.ok(out.startsWith(`Usage: stagewright ${name} `), out);
    assert.ok(out.includes(summary), name);
    assert.match(out, /\nExamples:\n {2}stagewright /, name);
  }
});

test("help for a command can be asked for with the word, too", async (t) => {
  const { call } = shell(t);
  assert.equal((await call(["help", "show"])).out, (await call(["show", "--help"])).out);
});

test("no command at all shows the help and ends with 2", async (t) => {
  const { code, out, err } = await shell(t).call([]);
  assert.equal(code, 2);
  assert.equal(out, "");
  assert.match(err, /^Usage: stagewright /);
});

test("the version is that of the package", async (t) => {
  assert.match((await shell(t).call(["--version"])).out, /^\d+\.\d+\.\d+\n$/);
});

test("an unknown command, flag or a missing argument ends with 2 and says where to look", async (t) => {
  const { call } = shell(t);
  const cases: readonly [readonly string[], string][] = [
    [["rnu"], 'error: unknown command "rnu"\n  hint: did you mean "run"?\n'],
    [["runs", "--al"], 'error: unknown option "--al"\n  hint: did you mean "--all"?\n'],
    [["show"], 'error: missing required argument "run"\n  hint: `stagewright show --help` lists what there is\n'],
    [["run"], 'error: missing required argument "pipeline"\n  hint: `stagewright run --help` lists what there is\n'],
    [
      ["run", "--recording", "publisher"],
      'error: "publisher" behind --recording is taken for a tape, and no pipeline is named\n  hint: put the pipeline first: `stagewright run publisher --recording`\n',
    ],
    [
      ["reject", "last"],
      'error: required option "--reason <text>" not specified\n  hint: `stagewright reject --help` lists what there is\n',
    ],
    [
      ["runs", "x"],
      'error: too many arguments for "runs". Expected 0 arguments but got 1\n  hint: `stagewright runs --help` lists what there is\n',
    ],
    [["show", "last", "--events", "--output", "x"], "error: --events and --output cannot be given together\n  hint: choose one of them\n"],
  ];
  for (const [args, expected] of cases) assert.deepEqual(await call(args), { code: 2, out: "", err: expected });
});

test("with --json an error is one JSON value on standard output", async (t) => {
  const { code, out, err } = await shell(t).call(["show", "last", "--json"]);
  assert.equal(code, 2);
  assert.equal(err, "");
  assert.match(JSON.parse(out).error.message, /^there are no runs in /);
  assert.equal(JSON.parse(out).error.code, "usage/run");
});

test("a pipeline's flags are listed in the help of run, and its file may be named without folder and ending", async (t) => {
  const { call, cwd } = shell(t);
  mkdirSync(join(cwd, "pipelines"));
  writeFileSync(join(cwd, "pipelines/post.ts"), `export { adapters, default } from ${JSON.stringify(fixture("post"))};\n`);
  const { out } = await call(["run", "post", "--help"]);
  assert.match(out, /\nstart a run of "post": a post about a day\n/);
  assert.match(
    out,
    /\nInput of "post":\n {2}--day <text> +the day to write about \(default: "2026-03-19"\)\n {2}--title <text> +the post's title \(default: "Thaw"\)\n/,
  );
  const unknown = await call(["run", "post", "--titel", "x"]);
  assert.deepEqual(unknown, { code: 2, out: "", err: 'error: unknown option "--titel"\n  hint: did you mean "--title"?\n' });
  const elsewhere = await call(["run", "psot"]);
  assert.deepEqual(elsewhere, {
    code: 2,
    out: "",
    err: 'error: there is no pipeline "psot"\n  hint: did you mean "post"? there are "booking", "builder", "dossier", "email-triage", "evening-meditation", "front-desk", "health-monitor", "incident" and 18 more\n',
  });
});

test("a file that is not there, cannot be loaded or holds no pipeline is said so", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "broken.mjs"), "export default (;\n");
  writeFileSync(
    join(cwd, "list.mjs"),
    `import p from ${JSON.stringify(fixture("post"))};\nexport const adapters = 7;\nexport default p;\n`,
  );
  writeFileSync(
    join(cwd, "words.mjs"),
    `import p from ${JSON.stringify(fixture("post"))};\nexport const report = "done";\nexport default p;\n`,
  );
  writeFileSync(join(cwd, "empty.mjs"), "export default 7;\n");
  const says = async (name: string, expected: RegExp) => {
    const { code, err } = await call(["run", name]);
    assert.equal(code, 2);
    assert.match(err, expected);
  };
  await says("./brokn.mjs", /^error: there is no file "\.\/brokn\.mjs"\n {2}hint: did you mean "broken\.mjs"\?/);
  await says("broken.mjs", /^error: "broken\.mjs" cannot be loaded: Unexpected token ';'\n {2}hint: --verbose shows where it happened\n$/);
  await says("empty.mjs", /^error: "empty\.mjs" has no pipeline as its default export\n {2}hint: write `export default pipeline\(…\)`\n$/);
  await says("list.mjs", /^error: "list\.mjs" exports `adapters` that are neither a list nor a function\n/);
  await says("words.mjs", /^error: "words\.mjs" exports a `report` that is no function\n/);
  await says(fixture("nothing"), /has no pipeline as its default export\n {2}hint: it exports "quiet": write `export default quiet`\n$/);
});

test("the stack is shown with --verbose only", async (t) => {
  const { call, cwd } = shell(t);
  writeFileSync(join(cwd, "throws.mjs"), 'throw new Error("on load");\n');
  assert.doesNotMatch((await call(["run", "throws.mjs"])).err, / {4}at /);
  assert.match((await call(["run", "throws.mjs", "--verbose"])).err, /Error: on load\n {4}at .*throws\.mjs/);
});
