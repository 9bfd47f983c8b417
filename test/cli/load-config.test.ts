import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { loadConfig } from "../../src/cli/load-config.js";
import { fixture, shell } from "./shell.js";

function folder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), "config-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const BUDGET = "{ budgets: { dayUsd: 0.47 } }";

describe("the config of a folder", () => {
  for (const [name, text] of [
    ["stagewright.config.ts", `const config: object = ${BUDGET};\nexport default config;`],
    ["stagewright.config.mts", `export default ${BUDGET} satisfies object;`],
    ["stagewright.config.mjs", `export default ${BUDGET};`],
    ["stagewright.config.js", `module.exports = ${BUDGET};`],
    ["stagewright.config.json", '{"budgets": {"dayUsd": 0.47}}'],
  ] as const) {
    test(`may be ${name}`, async (t) => {
      assert.deepEqual(await loadConfig(folder(t, { [name]: text })), { config: { budgets: { dayUsd: 0.47 } }, file: name });
    });
  }

  test("need not be there, and one of a folder above is not taken", async (t) => {
    const above = folder(t, { "stagewright.config.json": '{"budgets": {"dayUsd": 0.47}}' });
    mkdirSync(join(above, "below"));
    assert.deepEqual(await loadConfig(join(above, "below")), { config: {} });
  });

  test("is one file", async (t) => {
    const path = folder(t, { "stagewright.config.json": "{}", "stagewright.config.ts": "export default {};" });
    await assert.rejects(loadConfig(path), {
      code: "config/two",
      message: 'there are two configs, "stagewright.config.ts" and "stagewright.config.json"',
      hint: "keep one of them",
      place: path,
    });
  });

  test("that cannot be loaded is named, with why", async (t) => {
    await assert.rejects(loadConfig(folder(t, { "stagewright.config.json": "{" })), {
      code: "config/file",
      message: /^"stagewright\.config\.json" cannot be loaded: Expected property name or '}' in JSON at position 1/,
      hint: "--verbose shows where it happened",
      place: "stagewright.config.json",
    });
    await assert.rejects(loadConfig(folder(t, { "stagewright.config.mjs": 'throw new Error("no such thing");' })), {
      code: "config/file",
      message: '"stagewright.config.mjs" cannot be loaded: no such thing',
    });
  });

  test("that exports nothing by default says what to write", async (t) => {
    await assert.rejects(loadConfig(folder(t, { "stagewright.config.mjs": `export const config = ${BUDGET};` })), {
      code: "config/file",
      message: '"stagewright.config.mjs" has no default export',
      hint: 'it exports "config": write `export default config`',
    });
    await assert.rejects(loadConfig(folder(t, { "stagewright.config.mjs": "" })), { hint: "write `export default defineConfig({ … })`" });
  });
});

describe("a config that is named", () => {
  test("is read from where it lies, and the one of the folder does not count", async (t) => {
    const path = folder(t, { "stagewright.config.json": '{"budgets": {"dayUsd": 9}}', "night.json": '{"budgets": {"dayUsd": 0.47}}' });
    const config = { budgets: { dayUsd: 0.47 } };
    assert.deepEqual(await loadConfig(path, "night.json"), { config, file: "night.json" });
    assert.deepEqual(await loadConfig(path, join(path, "night.json")), { config, file: "night.json" });
    mkdirSync(join(path, "below"));
    assert.deepEqual(await loadConfig(join(path, "below"), "../night.json"), { config, file: join(path, "night.json") });
  });

  test("and is not there is refused with what was looked for and the nearest", async (t) => {
    const path = folder(t, { "night.json": "{}", "notes.yaml": "" });
    mkdirSync(join(path, "configs"));
    const otherwise = 'without --config it is the "stagewright.config.ts" of the folder that counts, where there is one';
    const refused = async (named: string) => {
      const error = await loadConfig(path, named).then(
        () => assert.fail("there is a config"),
        (thrown: { code: string; message: string; hint: string; place: string }) => thrown,
      );
      assert.deepEqual([error.code, error.place], ["config/missing", join(path, named)]);
      return [error.message, error.hint];
    };
    assert.deepEqual(await refused("nigth.json"), ['there is no config "nigth.json"', `did you mean "night.json"? ${otherwise}`]);
    assert.deepEqual(await refused("x/y.json"), ['there is no config "x/y.json"', `there is no folder "${join(path, "x")}"; ${otherwise}`]);
    assert.deepEqual(await refused("zzzzzzzzzzzzzz.ts"), [
      'there is no config "zzzzzzzzzzzzzz.ts"',
      `name a file that is there; ${otherwise}`,
    ]);
    assert.deepEqual(await refused("configs"), [
      'the config "configs" is a folder',
      `name the file in it, for example "configs/stagewright.config.ts"; ${otherwise}`,
    ]);
    assert.deepEqual(await refused("notes.yaml"), [
      'the config "notes.yaml" is no file of a kind that can be read',
      `a config ends with .ts, .mts, .js, .mjs, .json; ${otherwise}`,
    ]);
  });

  test("counts for every command that reads one", async (t) => {
    const { call, cwd } = shell(t);
    writeFileSync(join(cwd, "night.json"), JSON.stringify({ budget: {} }));
    const commands = [
      ["run", fixture("reported"), "--name", "Ana"],
      ["route", "explain", fixture("routed")],
      ["bench", "models", "--pipeline", fixture("drafted"), "--model", "embedded"],
      ["probe", "embedded"],
      ["status"],
      ["context", fixture("routed")],
      ["cost"],
    ];
    for (const command of commands) {
      const { code, err } = await call([...command, "--config", "night.json"]);
      assert.equal(code, 2, command.join(" "));
      assert.equal(
        err,
        'error: "night.json" has a fault\n  budget: there is no such key; did you mean "budgets"?\n  hint: docs/config.md of the project lists every key\n',
      );
    }
    const { code, err } = await call(["status", "--config", "nihgt.json"]);
    assert.equal(code, 2);
    assert.equal(
      err,
      `error: there is no config "nihgt.json"
  at ${join(cwd, "nihgt.json")}
  hint: did you mean "night.json"? without --config it is the "stagewright.config.ts" of the folder that counts, where there is one
`,
    );
  });

  test("is kept by the run: whoever goes on with it, from another folder too, goes by the same one", async (t) => {
    const { call, cwd } = shell(t);
    writeFileSync(join(cwd, "night.json"), JSON.stringify({ models: { quick: { model: "embedded" } } }));
    const store = ["--store", join(cwd, ".stagewright")];
    const started = await call(["run", fixture("post"), "--config", "night.json"]);
    assert.equal(started.code, 3, started.err);
    const elsewhere = folder(t, {});
    rmSync(join(cwd, "night.json"));
    const gone = await call(["approve", "last", ...store], { cwd: elsewhere });
    assert.equal(gone.code, 2);
    assert.match(
      gone.err,
      /^error: run "post-20260319-aaaaaa" was started with the config "night\.json", which is not there any more\n {2}at .*night\.json\n {2}hint: --config <file> says where it is\n$/,
    );
    writeFileSync(join(elsewhere, "moved.json"), "{}");
    const moved = await call(["approve", "last", "--config", "moved.json", ...store], { cwd: elsewhere });
    assert.equal(moved.code, 0, moved.err);
  });

  test("goes over to a fork, unless that names another", async (t) => {
    const { call, cwd } = shell(t);
    for (const name of ["night.json", "day.json"]) writeFileSync(join(cwd, name), "{}");
    const configOf = async (...args: string[]) => {
      const { out } = await call([...args, "--json"]);
      const { run } = JSON.parse(out);
      const events = JSON.parse((await call(["show", run, "--events", "--json"])).out);
      return events[0].launch.config;
    };
    assert.equal(await configOf("run", fixture("post"), "--config", "night.json"), "night.json");
    assert.equal(await configOf("fork", "last", "--from", "draft"), "night.json");
    assert.equal(await configOf("fork", "last", "--from", "draft", "--config", "day.json"), "day.json");
  });
});

test("without a config nothing of what one is made of is loaded, with one it is", (t) => {
  const main = join(import.meta.dirname, "../../src/cli/main.ts");
  const hook = `data:text/javascript,${encodeURIComponent(
    'import { writeSync } from "node:fs"; export async function load(url, context, next) { writeSync(2, url + "\\n"); return next(url, context); }',
  )}`;
  const watch = `data:text/javascript,${encodeURIComponent(`import { register } from "node:module"; register(${JSON.stringify(hook)});`)}`;
  const loadedIn = (path: string) => {
    const args = ["--import", import.meta.resolve("tsx"), "--import", watch, main, "run", "publisher", "--day", "2026-03-19", "--dry-run"];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: path, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stderr;
  };
  assert.doesNotMatch(loadedIn(folder(t, {})), /src\/(?:config|failover|permits|spending)\//);
  assert.match(loadedIn(folder(t, { "stagewright.config.json": "{}" })), /src\/config\/index/);
});

describe("a command whose config is not right", () => {
  test("ends with 2, says each fault with its key, and begins nothing", async (t) => {
    const { call, cwd } = shell(t);
    writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ budgets: { dailyUsd: 0.47 }, dayUsd: "1" }));
    assert.deepEqual(await call(["run", fixture("reported"), "--name", "Ana"]), {
      code: 2,
      out: "",
      err: `error: "stagewright.config.json" has 2 faults
  budgets.dailyUsd: there is no such key; did you mean "budgets.dayUsd"?
  dayUsd: belongs in "budgets"
  hint: docs/config.md of the project lists every key
`,
    });
    assert.equal((await call(["runs"])).out, `no runs in ${join(cwd, ".stagewright")}\n`);
  });

  test("gives the same as JSON, where that is asked for", async (t) => {
    const { call, cwd } = shell(t);
    writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ budget: {} }));
    const { code, out } = await call(["route", "explain", fixture("routed"), "--json"]);
    assert.equal(code, 2);
    assert.deepEqual(JSON.parse(out).error, {
      code: "config/invalid",
      message: '"stagewright.config.json" has a fault\nbudget: there is no such key; did you mean "budgets"?',
      hint: "docs/config.md of the project lists every key",
      place: "stagewright.config.json",
    });
  });

  test("in a real process, with a syntax error in TypeScript, shows no stack", async (t) => {
    const path = folder(t, { "stagewright.config.ts": "export default {{;" });
    const main = join(import.meta.dirname, "../../src/cli/main.ts");
    const args = ["--import", import.meta.resolve("tsx"), main, "route", "explain", "publisher"];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: path, encoding: "utf8" });
    assert.equal(status, 2);
    assert.match(stderr, /^error: "stagewright\.config\.ts" cannot be loaded: /);
    assert.doesNotMatch(stderr, /^\s+at /m);
  });
});
