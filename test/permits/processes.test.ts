import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { Pool, permits } from "../../src/permits/index.js";
import { filesIn, requestOf, stateFolder } from "./rig.js";

const ROUNDS = 8;

test("six processes never hold more than two permits, and the permit of one that is killed comes back", { timeout: 60_000 }, async (t) => {
  const folder = stateFolder(t);
  const program = join(folder, "victim.mjs");
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  const entryPoints = [join(import.meta.dirname, "victim.ts")];
  await build({ entryPoints, outfile: program, bundle: true, platform: "node", format: "esm", banner });
  const [state, log] = [join(folder, "state"), join(folder, "log")];
  writeFileSync(log, "");

  const start = (rounds: number, ...more: readonly string[]) =>
    spawn(process.execPath, [program, state, log, String(rounds), ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const victim = start(0, "hold");
  t.after(() => victim.kill("SIGKILL"));
  await once(victim.stdout, "data");
  const others = Array.from({ length: 5 }, () => start(ROUNDS));
  const ended = others.map((other) => once(other, "exit"));

  // One of two is held for good: the others go on, one at a time.
  await noted(log, 6);
  // From the moment of the kill on its permit may be another's, so it is noted before.
  appendFileSync(log, `out ${victim.pid}\n`);
  victim.kill("SIGKILL");
  const codes = (await Promise.all(ended)).map(([code]) => code);
  assert.deepEqual(codes, [0, 0, 0, 0, 0]);

  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  assert.equal(lines.length, 2 * (5 * ROUNDS + 1));
  let inside = 0;
  for (const line of lines) {
    inside += line.startsWith("in") ? 1 : -1;
    assert.ok(inside <= 2, `${inside} held a permit at once`);
  }

  const mine = permits({ state, env: {}, fetch: async () => new Response("", { status: 404 }) });
  const pool = Pool.parse({ server: "openai:http://127.0.0.1:9", permits: 2, kvTokens: 1_000 });
  const wanted = { name: "local", pool, request: requestOf({ maxTokens: 100 }), inputTokens: 100, signal: t.signal };
  const waited: string[] = [];
  const both = await Promise.all([1, 2].map(() => mine.take({ ...wanted, tell: (sentence) => waited.push(sentence) })));
  assert.deepEqual(waited, []);
  for (const permit of both) permit.release();
  assert.deepEqual(filesIn(state), []);
});

/** Resolves when the log has so many lines. */
async function noted(log: string, lines: number): Promise<void> {
  const watcher = watch(log);
  while (readFileSync(log, "utf8").split("\n").length <= lines) await once(watcher, "change");
  watcher.close();
}
