import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { LaneWork } from "../../../src/chief/index.js";
import { openStore } from "../../../src/cli/open-store.js";
import { inChildren } from "../../../src/cli/up/run-in-child.js";
import { fixture, shell } from "../shell.js";

async function room(t: TestContext) {
  const { call, cwd } = shell(t);
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  const work: LaneWork = { kind: "pipeline", pipeline: fixture("reported"), input: { name: "Ana" }, source: "ana" };
  const first = await call(["run", work.pipeline, "--run", "r", "--name", "Ana"], { env });
  assert.equal(first.code, 0, first.err);
  return { work, open: openStore(undefined, cwd), surroundings: { cwd, env } };
}

test("nothing is begun beside a run that the process of a killed `up` still carries out; how that one ends counts", async (t) => {
  const { work, open, surroundings } = await room(t);
  const lease = await open.store.lease("r");
  let looks = 0;
  const pause = async () => {
    looks += 1;
    if (looks === 3) await lease.release();
  };
  const end = await inChildren(undefined, open, surroundings, { pause })(work, "r", new AbortController().signal);
  assert.deepEqual([end.status, looks], ["done", 3]);
});

test("told to end, it tells the process that still carries the run out", async (t) => {
  const { work, open, surroundings } = await room(t);
  const script = join(import.meta.dirname, "../../store/files/holds-a-lease.ts");
  const holder = spawn(process.execPath, ["--import", "tsx", script, join(open.root, "runs"), "r"], { stdio: ["pipe", "pipe", "inherit"] });
  const said = async () => String((await once(holder.stdout, "data"))[0]);
  assert.equal(await said(), "ready\n");
  holder.stdin.write("go\n");
  assert.equal(await said(), "held\n");
  const stop = new AbortController();
  const pause = async () => {
    stop.abort();
    await turn();
  };
  const ended = once(holder, "exit");
  const end = await inChildren(undefined, open, surroundings, { pause })(work, "r", stop.signal);
  assert.deepEqual((await ended)[1], "SIGTERM");
  assert.equal(end.status, "done");
});
