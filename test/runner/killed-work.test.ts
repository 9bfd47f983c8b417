import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { resumeRun } from "../../src/runner/index.js";
import { fileStore } from "../../src/store/index.js";
import { killedWork } from "./killed-work.js";
import { assertReplays, fakeModel } from "./rig.js";

test("after a kill in the middle of a tool, the tool before it, whose result is on record, does not run again", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "killed-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const script = join(import.meta.dirname, "killed-work.ts");
  const { signal, stderr } = spawnSync(process.execPath, ["--import", "tsx", script, folder], { encoding: "utf8" });
  assert.equal(signal, "SIGKILL", stderr);
  const log = () => readFile(join(folder, "log.txt"), "utf8");
  assert.equal(await log(), "pay\nsend\n");

  const pipeline = killedWork(folder, () => "sent");
  const store = fileStore(folder);
  // Only what comes after the call of "send" is asked for again.
  const outcome = await resumeRun(pipeline, "r", { store, adapters: [fakeModel("Settled.").implementation] });
  assert.equal(outcome.output, "Settled.");
  assert.equal(await log(), "pay\nsend\nsend\n");
  await assertReplays(pipeline, "r", store);
});
