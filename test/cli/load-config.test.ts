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
