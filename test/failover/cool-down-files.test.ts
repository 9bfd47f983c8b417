import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import fc from "fast-check";
import { coolDownFiles } from "../../src/failover/index.js";
import { modelServer } from "../model/server/model-server.js";
import { refuses } from "./rig.js";

const KEY = { variable: "OPENAI_API_KEY", server: "openai https://api.openai.com/v1", value: "sk-live-abcdef123456" };
const REST = { until: new Date("2026-03-19T12:00:00Z"), why: "model/quota, status 429" };

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stagewright-cool-downs-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a rest is a small file that anybody may read without learning the key", async (t) => {
  const folder = join(await folderOf(t), "state", "cool-downs");
  await coolDownFiles(folder).rest(KEY, REST);
  const [name = "", ...others] = await readdir(folder);
  assert.deepEqual([name, others], ["OPENAI_API_KEY-b348429d.json", []]);
  assert.deepEqual(JSON.parse(await readFile(join(folder, name), "utf8")), {
    variable: "OPENAI_API_KEY",
    server: "openai https://api.openai.com/v1",
    key: "1b8a52da",
    until: "2026-03-19T12:00:00.000Z",
    why: "model/quota, status 429",
  });
  assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
});

test("a rest is seen by whoever opens the folder, for that key on that server only", async (t) => {
  const folder = await folderOf(t);
  await coolDownFiles(folder).rest(KEY, REST);
  const other = coolDownFiles(folder);
  assert.deepEqual(await other.of(KEY), REST);
  assert.equal(await other.of({ ...KEY, value: "sk-live-another" }), undefined);
  assert.equal(await other.of({ ...KEY, server: "openai http://127.0.0.1:8080/v1" }), undefined);
  assert.equal(await other.of({ ...KEY, variable: "OTHER_KEY" }), undefined);
});

test("a file that is damaged in any way means no rest", async (t) => {
  const folder = await folderOf(t);
  await coolDownFiles(folder).rest(KEY, REST);
  const [name = ""] = await readdir(folder);
  const whole = await readFile(join(folder, name), "utf8");
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 3), fc.string(), async (end, tail) => {
      await writeFile(join(folder, name), `${whole.slice(0, end)}${tail}`);
      const read = await coolDownFiles(folder).of(KEY);
      assert.ok(read === undefined || read.until.getTime() === REST.until.getTime());
    }),
    { numRuns: 50 },
  );
  await writeFile(join(folder, name), "null");
  assert.equal(await coolDownFiles(folder).of(KEY), undefined);
});

test("where nothing can be written a rest ends with the process", async (t) => {
  const folder = await folderOf(t);
  const file = join(folder, "taken");
  await writeFile(file, "");
  await chmod(folder, 0o500);
  const coolDowns = coolDownFiles(join(file, "cool-downs"));
  await coolDowns.rest(KEY, REST);
  assert.deepEqual(await coolDowns.of(KEY), REST);
  assert.equal(await coolDownFiles(join(file, "cool-downs")).of(KEY), undefined);
});

test("what one process learns of a key, the next one knows", async (t) => {
  const folder = await folderOf(t);
  const env = { PATH: process.env.PATH ?? "", KEY_A: "sk-live-aaaa1111bbbb", KEY_B: "sk-live-bbbb2222cccc" };
  const server = await modelServer(t, "openai", ({ headers }) => (headers.authorization?.endsWith(env.KEY_A) ? refuses(401) : {}));
  const askOnce = async (): Promise<unknown> => {
    const script = join(import.meta.dirname, "ask-once.ts");
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script, folder, server.model], { env });
    return JSON.parse(stdout);
  };
  assert.deepEqual([await askOnce(), await askOnce()], [[["KEY_A", "next key"]], []]);
  assert.deepEqual(
    server.received.map(({ headers }) => headers.authorization),
    [`Bearer ${env.KEY_A}`, `Bearer ${env.KEY_B}`, `Bearer ${env.KEY_B}`],
  );
  for (const name of await readdir(folder)) assert.ok(!(await readFile(join(folder, name), "utf8")).includes("sk-live"));
});
