import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { LaneSettings, openLanes } from "../../src/lanes/index.js";
import { emptyFolder } from "../store/files/folder.js";

const RUNS_LANES = fileURLToPath(new URL("runs-lanes.ts", import.meta.url));

test("after a kill the next process goes on with what was running, then with the rest, and nothing is begun twice as new", async () => {
  const folder = emptyFolder();
  const settings = LaneSettings.parse({});
  const lanes = openLanes(folder, { settings: () => settings, now: () => new Date() });
  for (const id of ["a", "b", "c"]) await lanes.enqueue({ id, lane: "main", owner: "ana", work: null });
  const run = (killAt: string) => spawnSync(process.execPath, ["--import", "tsx", RUNS_LANES, folder, killAt], { stdio: "inherit" }).signal;
  assert.equal(run("b"), "SIGKILL");
  assert.deepEqual(
    lanes.standing()[0]?.running.map(({ id }) => id),
    ["b"],
  );
  assert.equal(run(""), null);
  assert.equal(readFileSync(join(folder, "started.txt"), "utf8"), "a\nb\nb again\nc\n");
  assert.equal(lanes.log.read().places.size, 0);
});
