import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openRegistry, RegistrySettings } from "../../src/registry/index.js";
import { emptyFolder } from "../store/files/folder.js";

const ANNOUNCES = fileURLToPath(new URL("announces.ts", import.meta.url));

function announces(folder: string, killAt: string): NodeJS.Signals | null {
  return spawnSync(process.execPath, ["--import", "tsx", ANNOUNCES, folder, killAt], { stdio: "inherit" }).signal;
}

for (const place of ["before it is told", "before it is noted as told", "before it is taken down", "before it is noted as taken down"]) {
  test(`a process that is killed ${place}: each result is told once in the end, in order, and all is taken down`, async () => {
    const folder = emptyFolder();
    const settings = RegistrySettings.parse({});
    const registry = openRegistry(folder, {
      settings: () => settings,
      agents: () => ["builder"],
      models: () => [],
      now: () => new Date(),
      newId: () => "never",
    });
    await registry.spawn({ id: "top", agent: "builder", task: null });
    for (const id of ["first", "second"]) await registry.spawn({ id, agent: "builder", task: null, parent: "top" });
    await registry.end("first", { how: "done" });
    assert.equal(announces(folder, place), "SIGKILL");
    assert.equal(announces(folder, ""), null);
    assert.equal(readFileSync(join(folder, "told.txt"), "utf8"), "first done\nsecond done\n");
    assert.deepEqual([...new Set(readFileSync(join(folder, "torn-down.txt"), "utf8").trim().split("\n"))], ["first", "second"]);
    assert.deepEqual(registry.standing(), { queued: 0, running: 1, results: 0, toTearDown: 0, givenUp: [] });
  });
}

test("a run whose process has gone without a word is an orphan to the next", async () => {
  const folder = emptyFolder();
  const settings = RegistrySettings.parse({});
  const open = () =>
    openRegistry(folder, {
      settings: () => settings,
      agents: () => ["builder"],
      models: () => [],
      now: () => new Date(),
      newId: () => "never",
    });
  await open().spawn({ id: "top", agent: "builder", task: null });
  // The process goes on with the run on top, and ends without a word about it.
  assert.equal(announces(folder, ""), null);
  assert.deepEqual(await open().settleOrphans(), ["top"]);
});
