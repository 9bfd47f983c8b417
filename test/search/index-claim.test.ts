import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openSearch } from "../../src/search/index.js";
import { thisProcess } from "../../src/store/index.js";
import { folder } from "./folder.js";

const VICTIM = join(import.meta.dirname, "holds-an-index.ts");

describe("an index in a folder", () => {
  test("a process that is killed in the middle of indexing leaves what it had committed, and no lock for ever", async (t) => {
    const place = folder(t);
    const { signal } = spawnSync(process.execPath, ["--import", "tsx", VICTIM, place]);
    assert.equal(signal, "SIGKILL");
    assert.ok(existsSync(join(place, "search.sqlite.lock")), "the victim was to die with the lock of SQLite held");
    const index = await openSearch({ folder: place });
    t.after(() => index.close());
    assert.deepEqual(index.documents(), ["kept"]);
    assert.deepEqual(index.index([{ id: "new", text: "rope" }]), { added: 1, changed: 0, unchanged: 0 });
  });

  test("while another process has it open, it is not opened; after that process has been killed, it is", async (t) => {
    const place = folder(t);
    const other = spawn(process.execPath, ["--import", "tsx", VICTIM, place, "hold"]);
    t.after(() => other.kill("SIGKILL"));
    await once(other.stdout, "data");
    await assert.rejects(openSearch({ folder: place }), {
      code: "search/busy",
      message: `the search index in "${place}" is open in process ${other.pid} on ${thisProcess().host}`,
      hint: "close it there first, or keep the index in another folder",
    });
    other.kill("SIGKILL");
    await once(other, "exit");
    const index = await openSearch({ folder: place });
    t.after(() => index.close());
    assert.deepEqual(index.documents(), ["kept"]);
  });

  test("one process opens it once at a time, and closing twice does no harm", async (t) => {
    const place = folder(t);
    const index = await openSearch({ folder: place });
    await assert.rejects(openSearch({ folder: place }), {
      code: "search/busy",
      message: `the search index in "${place}" is open in this process`,
    });
    index.close();
    index.close();
    (await openSearch({ folder: place })).close();
  });

  test("the claim of another host's process counts, as nobody can look whether it lives; a file that is no claim does not", async (t) => {
    const place = folder(t);
    (await openSearch({ folder: place })).close();
    writeFileSync(join(place, "open", "README"), "");
    (await openSearch({ folder: place })).close();
    writeFileSync(join(place, "open", "elsewhere~12~1"), "");
    await assert.rejects(openSearch({ folder: place }), { message: `the search index in "${place}" is open in process 12 on elsewhere` });
  });
});
