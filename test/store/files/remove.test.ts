import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Disk, fileStore, realDisk } from "../../../src/store/index.js";
import { emptyFolder } from "./folder.js";

const CHANGES = ["mkdirSync", "openSync", "closeSync", "renameSync", "fsyncSync", "unlinkSync", "rmdirSync"] as const;

/** A disk on which nothing is done any more from the call of this number on, as if its process had been killed. */
function dying(atCall: number): { readonly disk: Disk; readonly isDead: () => boolean } {
  let calls = 0;
  const disk: Disk = { ...realDisk };
  for (const name of CHANGES) {
    const real = realDisk[name];
    Object.assign(disk, {
      [name]: (...given: unknown[]) => {
        calls += 1;
        if (calls >= atCall) throw new Error("killed");
        return Reflect.apply(real, undefined, given);
      },
    });
  }
  return { disk, isDead: () => calls >= atCall };
}

test("a process that is killed at any moment while it removes a run leaves it whole or gone, and the next one clears away what is left", async () => {
  let [whole, gone] = [0, 0];
  for (let atCall = 1; ; atCall += 1) {
    const root = emptyFolder();
    for (const run of ["r1", "r2"]) {
      const lease = await fileStore(root).lease(run);
      await lease.append(["one", "two"]);
      await lease.putBlob("a blob");
      lease.derive({ path: "stages/draft.md", text: () => "a draft" });
      await lease.release();
    }
    const { disk, isDead } = dying(atCall);
    await fileStore(root, disk)
      .remove("r1")
      .catch((error: unknown) => assert.match(String(error), /killed/));
    const next = fileStore(root);
    if ((await next.runs()).includes("r1")) {
      whole += 1;
      assert.deepEqual((await next.read("r1")).lines, ["one", "two"]);
      // The process that had the lease is this one, and alive.
      rmSync(join(root, "r1", "lock"), { recursive: true, force: true });
    } else gone += 1;
    await next.remove("r2");
    assert.deepEqual(readdirSync(root), (await next.runs()).includes("r1") ? ["r1"] : []);
    if (!isDead()) break;
  }
  assert.ok(whole > 1 && gone > 5, `${whole} were whole, ${gone} gone`);
});

test("two that clear away the same at the same time do not stand in each other's way", async () => {
  const root = emptyFolder();
  await (await fileStore(root).lease("r1")).release();
  mkdirSync(join(root, ".removed-r0", "blobs"), { recursive: true });
  const disk: Disk = {
    ...realDisk,
    rmdirSync: (path) => {
      rmSync(join(root, ".removed-r0"), { recursive: true, force: true });
      realDisk.rmdirSync(path);
    },
  };
  await fileStore(root, disk).remove("r1");
  assert.deepEqual(readdirSync(root), []);
});
