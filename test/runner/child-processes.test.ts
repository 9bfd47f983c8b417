import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { runCommand } from "../../src/command/index.js";
import { gather, input, pipeline } from "../../src/dsl/index.js";
import { resumeRun, startRun } from "../../src/runner/index.js";
import { options } from "./rig.js";

/** A stage whose program has a child of its own, which would live for ten minutes; and the child's number. */
function longWork(t: TestContext, timeoutMs: number, onStart: () => void = () => {}) {
  const cwd = mkdtempSync(join(tmpdir(), "long-work-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const work = gather("work", {
    output: z.string(),
    timeoutMs,
    run: async (_, { signal }) => {
      const watcher = watch(cwd, () => existsSync(join(cwd, "child")) && onStart());
      const script = "sleep 600 & echo $! > child.new; mv child.new child; wait";
      try {
        return (await runCommand({ program: "sh", args: ["-c", script], cwd, signal })).stdout;
      } finally {
        watcher.close();
      }
    },
  });
  const started = pipeline("long", { input: input(z.object({})), stages: [work] });
  return { started, child: () => Number(readFileSync(join(cwd, "child"), "utf8")) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("a time limit ends the whole tree of processes that the stage has started", async (t) => {
  const { started, child } = longWork(t, 2_000);
  const { status, state } = await startRun(started, { ...options(), input: {}, run: "r" });
  assert.deepEqual([status, state.stages.get("work")?.failure?.cause], ["failed", "time-limit"]);
  assert.equal(isRunning(child()), false);
});

test("so does being told to stop, which leaves a run that can be resumed", async (t) => {
  const stop = new AbortController();
  const { started, child } = longWork(t, 2_000, () => stop.abort());
  const on = options();
  assert.equal((await startRun(started, { ...on, signal: stop.signal, input: {}, run: "r" })).status, "interrupted");
  assert.equal(isRunning(child()), false);
  assert.equal((await resumeRun(started, "r", on)).status, "failed");
});
