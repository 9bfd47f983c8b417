import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { knownGates } from "../../../../src/cli/gates/asking/known-gates.js";
import { openStore } from "../../../../src/cli/open-store.js";
import { processSurroundings } from "../../../../src/cli/surroundings.js";
import { fixture, shell } from "../../shell.js";

test("a run is read again only once something was added to it, and one that is gone back in is asked about again", async (t) => {
  const here = shell(t);
  await here.call(["run", fixture("paged")]);
  await here.call(["run", fixture("failing")]);
  const open = openStore(undefined, here.cwd);
  const reads: string[] = [];
  const store = {
    ...open.store,
    read: (run: string) => {
      reads.push(run);
      return open.store.read(run);
    },
  };
  const gates = knownGates({ open: { ...open, store }, surroundings: processSurroundings("stagewright"), resumptions: { add: () => {} } });
  const asked = async () => (await gates.waiting()).map(({ run, gate }) => `${run} ${gate.stage} ${gate.version}`);
  const [paged, failing] = ["paged-20260319-aaaaaa", "failing-20260319-bbbbbb"];
  assert.deepEqual(await asked(), [`${paged} approve 1`]);
  await asked();
  assert.deepEqual(reads.sort(), [failing, paged]);
  await here.call(["cancel", paged]);
  assert.deepEqual(await asked(), []);
  await here.call(["resume", paged, "--from", "draft"]);
  assert.equal((await asked()).length, 1);
  assert.equal(reads.length, 4);
  writeFileSync(join(here.cwd, ".stagewright/runs", failing, "journal.jsonl"), "no journal\n\n");
  assert.equal((await asked()).length, 1);
});
