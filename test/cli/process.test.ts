import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import test, { type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { fixture, shell } from "./shell.js";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "src/cli/main.ts");
const TSX = import.meta.resolve("tsx");
const ENV = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: "xterm" };

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[], cwd: string, onErr: (text: string, child: ChildProcess) => void = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, ["--import", TSX, MAIN, ...args], { cwd, env: ENV, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (bytes) => {
    out += bytes;
  });
  child.stderr.on("data", (bytes) => {
    err += bytes;
    onErr(err, child);
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "cli-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("--help loads the parser and the list of commands, and nothing else of this package", (t) => {
  const hook = `data:text/javascript,${encodeURIComponent(
    'import { writeSync } from "node:fs"; export async function load(url, context, next) { writeSync(2, url + "\\n"); return next(url, context); }',
  )}`;
  const register = `data:text/javascript,${encodeURIComponent(`import { register } from "node:module"; register(${JSON.stringify(hook)});`)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", TSX, "--import", register, MAIN, "--help"], {
    cwd: folder(t),
    env: ENV,
    encoding: "utf8",
  });
  assert.equal(status, 0);
  const loaded = stderr.split("\n").filter((url) => url.startsWith(pathToFileURL(ROOT).href) && !url.includes("/node_modules/tsx/"));
  const ours = loaded.filter((url) => !url.includes("/node_modules/")).map((url) => basename(new URL(url).pathname));
  assert.deepEqual(ours.sort(), ["command-list.ts", "exit-code.ts", "index.ts", "main.ts", "program.ts", "surroundings.ts"]);
  const packages = loaded.flatMap((url) => /\/node_modules\/([^/]+)\//.exec(url)?.[1] ?? []);
  assert.deepEqual([...new Set(packages)], ["commander"]);
});

test("a run waits, its process ends, and another process in another folder approves it", async (t) => {
  const cwd = folder(t);
  const waiting = await start(["run", fixture("post")], cwd);
  assert.equal(waiting.code, 3);
  const approved = await start(["approve", "last", "--store", join(cwd, ".stagewright")], "/");
  assert.equal(approved.code, 0, approved.err);
  assert.match(approved.out, /^done: post\n/);
});

test("Ctrl-C ends a run at a safe point with 130 and the line that resumes it, and resume finishes it", async (t) => {
  const cwd = folder(t);
  let isSent = false;
  const interrupted = await start(["run", fixture("slow"), "--store", "kept"], cwd, (err, child) => {
    if (!err.includes("second started") || isSent) return;
    isSent = true;
    child.kill("SIGINT");
  });
  assert.equal(interrupted.code, 130, interrupted.err);
  const line = /to go on:\n {2}stagewright (resume slow-\S+ --store kept)\n$/.exec(interrupted.out)?.[1] ?? "";
  writeFileSync(join(cwd, "go"), "");
  const resumed = await start(line.split(" "), cwd);
  assert.equal(resumed.code, 0, resumed.err);
  assert.doesNotMatch(resumed.err, /first started/);
  assert.match(resumed.out, /^done: slow\n\none two\n/);
});

test("cancel ends the process that carries a run out, then the run", async (t) => {
  const { call, cwd } = shell(t);
  let cancelled: ReturnType<typeof call> | undefined;
  const ended = await start(["run", fixture("slow")], cwd, (err) => {
    if (err.includes("second started")) cancelled ??= call(["cancel", "last"]);
  });
  assert.equal(ended.code, 130, ended.err);
  assert.match((await cancelled)?.out ?? "", /^cancelled: run slow-/);
  assert.match((await call(["runs"])).out, / slow +cancelled /);
});

test("what `new` writes passes its own test at once, and is never written over", async (t) => {
  const { call, cwd } = shell(t);
  const { code, out } = await call(["new", "minutes"]);
  assert.equal(code, 0);
  assert.equal(
    out,
    `written:
  pipelines/minutes.ts
  pipelines/minutes/AGENT.md
  test/minutes.test.ts
next:
  npx tsx --test test/minutes.test.ts
  stagewright run minutes --help
`,
  );
  const modules = join(cwd, "node_modules/stagewright");
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(ROOT, "node_modules/zod"), join(cwd, "node_modules/zod"));
  const exports = { ".": "./library.ts", "./adapters": "./adapters.ts" };
  writeFileSync(join(modules, "package.json"), JSON.stringify({ name: "stagewright", type: "module", exports }));
  writeFileSync(join(modules, "library.ts"), `export * from ${JSON.stringify(join(ROOT, "src/index.ts"))};\n`);
  writeFileSync(join(modules, "adapters.ts"), `export * from ${JSON.stringify(join(ROOT, "adapters/index.ts"))};\n`);
  const tested = spawnSync(process.execPath, ["--import", TSX, "--test", "test/minutes.test.ts"], { cwd, env: ENV, encoding: "utf8" });
  assert.equal(tested.status, 0, tested.stdout);
  assert.match(tested.stdout, /# pass 1\n/);
  assert.deepEqual(await call(["new", "minutes"]), {
    code: 2,
    out: "",
    err: `error: "pipelines/minutes.ts", "pipelines/minutes/AGENT.md", "test/minutes.test.ts" are there already
  hint: nothing was written: choose another name, or move what is there
`,
  });
  assert.match((await call(["new", "Minutes"])).err, /^error: "Minutes" cannot name a pipeline\n/);
  assert.deepEqual(JSON.parse((await call(["new", "other", "--json"])).out).name, "other");
  writeFileSync(join(cwd, "pipelines/blocked"), "");
  assert.match(
    (await call(["new", "blocked"])).err,
    /^error: the files cannot be written: EEXIST: .*\n {2}hint: nothing of them was left\n$/,
  );
  assert.ok(!existsSync(join(cwd, "pipelines/blocked.ts")));
});

test("the file run.ts starts a run, and names the program as it can be called in a clone", (t) => {
  const cwd = folder(t);
  const { status, stdout } = spawnSync(process.execPath, ["--import", TSX, join(ROOT, "run.ts"), fixture("post")], {
    cwd,
    env: ENV,
    encoding: "utf8",
  });
  assert.equal(status, 3);
  assert.ok(stdout.includes(`\n  npx tsx ${relative(cwd, MAIN)} approve post-`), stdout);
});

const HAS_SCRIPT = spawnSync("script", ["--version"]).stdout?.toString().includes("util-linux") === true;

/** Runs the program on a terminal of its own; each time it asks, a person types the next of these. */
function onTerminal(
  t: TestContext,
  args: readonly string[],
  typed: readonly string[],
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const line = [process.execPath, "--import", TSX, MAIN, ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", `stty rows 40 cols 100; ${line}`, "/dev/null"], { cwd: folder(t), env: ENV });
  const left = [...typed];
  let screen = "";
  let asked = 0;
  child.stdout.on("data", (bytes) => {
    screen += bytes;
    const questions = screen.match(/(?:later\?|again:) /g)?.length ?? 0;
    if (questions <= asked) return;
    asked = questions;
    child.stdin.write(left.shift() ?? "");
  });
  return new Promise((resolve) =>
    child.on("close", (code) => resolve({ code, screen: stripVTControlCharacters(screen).replaceAll("\r", "") })),
  );
}

const skip = HAS_SCRIPT ? false : "there is no `script` of util-linux";

test("at a terminal the stages are drawn, and a person who types decides", { skip, timeout: 60_000 }, async (t) => {
  const { code, screen } = await onTerminal(t, ["run", fixture("post")], ["reject\n", "too short\n", "approve\n"]);
  assert.equal(code, 0, screen);
  assert.match(screen, / {2}\? approve {2}.*waits for approval\n/);
  assert.match(screen, / {2}✓ draft +\d+ ms +version 2\n/);
  assert.match(screen, /\ndone: post\n/);
});

test("Ctrl-C at a question leaves the run waiting", { skip, timeout: 60_000 }, async (t) => {
  const { code, screen } = await onTerminal(t, ["run", fixture("post")], ["\u0003"]);
  assert.equal(code, 3, screen);
  assert.match(screen, /waits: post\n/);
});
