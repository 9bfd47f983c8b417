import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { thisProcess } from "../../src/store/index.js";
import { pageServer } from "../permits/told/page-server.js";
import { FIXTURES, shell } from "./shell.js";

const { host, pid, startedAt } = thisProcess();

test("status shows a pool, who holds what and who waits for whom, within 80 columns, and changes nothing", async (t) => {
  const { cwd, call } = shell(t);
  const { origin } = await pageServer(t, { "/api/ps": { models: [{ name: "qwen3:latest", context_length: 8192 }] } });
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ pools: { local: { server: `ollama:${origin}`, permits: 1 } } }));
  const folder = join(cwd, "state/permits", host, `127.0.0.1-${new URL(origin).port}`);
  mkdirSync(folder, { recursive: true });
  const ticket = (number: number, run: string, owner = `${pid}~${startedAt}`) =>
    writeFileSync(
      join(folder, `00000000000${number}~${owner}~${run}`),
      JSON.stringify({ tokens: 3000, model: "small", at: "2026-03-19T17:59:20.000Z", run, pipeline: "publisher", stage: "draft" }),
    );
  ticket(1, "dead", "4194304~then");
  ticket(2, "publisher-20260319-aaaaaa");
  ticket(3, "publisher-20260319-bbbbbb");
  const before = readdirSync(folder);
  const env = { STAGEWRIGHT_STATE: join(cwd, "state") };
  const { code, out } = await call(["status"], { env });
  assert.equal(code, 0);
  assert.deepEqual(
    out.split("\n").filter((line) => line.length > 80),
    [],
  );
  assert.match(out, new RegExp(`^pool "local" at ollama:${origin}: Ollama\n  permits  1 of 1 held, 0 free\n`));
  assert.match(out, / {2}context {2}3,000 of 8,192 tokens held, 5,192 free \(by the server\)\n/);
  const joined = out.replaceAll(/\n +/g, " ");
  assert.match(joined, new RegExp(`held for .+ by run publisher-20260319-aaaaaa, stage draft \\(pid ${pid}\\), small, 3,000 tokens`));
  assert.match(joined, new RegExp(`waiting for .+: run publisher-20260319-bbbbbb, stage draft \\(pid ${pid}\\), small, 3,000 tokens`));
  assert.match(joined, new RegExp(`all wait for run publisher-20260319-aaaaaa, stage draft \\(pid ${pid}\\)\n`));
  assert.match(out, /no run is under way or waits\n$/);
  assert.deepEqual(readdirSync(folder), before);

  const json = JSON.parse((await call(["status", "--json"], { env })).out);
  assert.deepEqual(json.pools[0].permits, { all: 1, held: 1, free: 0 });
  assert.deepEqual(json.runs, []);
});

test("a server that is not there is said to be so, and that is no failure", async (t) => {
  const { cwd, call } = shell(t);
  assert.equal((await call(["status"])).out, "no pools: stagewright.config.ts names none\n\nno run is under way or waits\n");
  const { origin, close } = await pageServer(t, {});
  await close();
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ pools: { local: { server: `openai:${origin}` } } }));
  const { code, out } = await call(["status"], { env: { STAGEWRIGHT_STATE: join(cwd, "state") } });
  assert.equal(code, 0);
  assert.match(out, /not reachable, nothing listens\s+there\n {2}permits {2}0 of 4 held, 4 free\n/);
});

test("a run that waits at a gate is listed with what it waits for", async (t) => {
  const { call } = shell(t);
  const { code } = await call(["run", join(FIXTURES, "dinner.ts")]);
  assert.equal(code, 3);
  assert.match((await call(["status"])).out, /\nruns:\n {2}dinner-20260319-aaaaaa {2}dinner {2}waits for gate at stage ask\n$/);
});
