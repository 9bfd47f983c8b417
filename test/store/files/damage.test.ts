import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Disk, decodeJournal, fileStore, realDisk, sha256 } from "../../../src/store/index.js";
import { rejected } from "../../dsl/thrown.js";
import { emptyFolder } from "./folder.js";
import { journalLines, putJournal } from "./journal.js";

const LINES = journalLines("facts", "draft", "review");
const whole = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const BLOB = "a long text\n".repeat(10_000);

function refusal(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: the disk says no`), { code });
}

/** A disk on which only so many bytes can still be written; a write that does not fit is cut short, the next fails. */
function nearlyFull(bytes: number): Disk {
  let room = bytes;
  return {
    ...realDisk,
    writeSync: ((fd: number, data: Uint8Array, offset: number, length: number) => {
      if (room === 0) throw refusal("ENOSPC");
      const written = realDisk.writeSync(fd, data, offset, Math.min(length, room));
      room -= written;
      return written;
      // The one overload of `writeSync` that the store calls.
    }) as Disk["writeSync"],
  };
}

test("a torn last line is dropped when the run is written on, not before", async () => {
  const root = emptyFolder();
  const path = putJournal(root, whole(LINES.slice(0, 2)) + (LINES[2] ?? "").slice(0, 50));
  const store = fileStore(root);
  const lease = await store.lease("r1");
  assert.equal((await store.read("r1")).torn, (LINES[2] ?? "").slice(0, 50));
  await lease.append([LINES[2] ?? ""]);
  await lease.release();
  assert.equal(readFileSync(path, "utf8"), whole(LINES.slice(0, 3)));
});

test("a torn line longer than what is read at once is dropped whole", async () => {
  const root = emptyFolder();
  const path = putJournal(root, `${whole(LINES.slice(0, 2))}{"seq":3,"at":"${"x".repeat(200_000)}`);
  const lease = await fileStore(root).lease("r1");
  await lease.append([LINES[2] ?? ""]);
  await lease.release();
  assert.equal(readFileSync(path, "utf8"), whole(LINES.slice(0, 3)));
});

test("a journal of nothing but a torn line begins anew", async () => {
  const root = emptyFolder();
  const path = putJournal(root, (LINES[0] ?? "").slice(0, 70));
  const store = fileStore(root);
  assert.deepEqual((await store.read("r1")).lines, []);
  const lease = await store.lease("r1");
  await lease.append(LINES);
  await lease.release();
  assert.equal(readFileSync(path, "utf8"), whole(LINES));
});

test("a run's folder without a journal reads as empty", async () => {
  const root = emptyFolder();
  mkdirSync(join(root, "r1"));
  assert.deepEqual(await fileStore(root).read("r1"), { lines: [], torn: undefined });
});

test("a store whose folder is not there yet has no runs, and is made by the first", async () => {
  const store = fileStore(join(emptyFolder(), "not", "yet"));
  assert.deepEqual(await store.runs(), []);
  await (await store.lease("r1")).release();
  assert.deepEqual(await store.runs(), ["r1"]);
});

test("a file beside the runs' folders is no run", async () => {
  const root = emptyFolder();
  writeFileSync(join(root, "notes.txt"), "");
  assert.deepEqual(await fileStore(root).runs(), []);
});

async function storeWithBlob() {
  const store = fileStore(emptyFolder());
  const lease = await store.lease("r1");
  const hash = await lease.putBlob(BLOB);
  await lease.release();
  return { store, hash, path: join(store.title, "r1", "blobs", hash) };
}

test("a missing blob is an error that names its file", async () => {
  const { store, hash, path } = await storeWithBlob();
  rmSync(path);
  assert.deepEqual(await rejected(store.getBlob("r1", hash)), {
    code: "blob/missing",
    message: `run "r1" has no file "blobs/${hash}", which its journal names`,
    hint: "put the file back from a copy, or go back with `--from` to the stage that made it",
  });
});

test("a damaged blob is an error that names its file, and is healed by the stage that makes it again", async () => {
  const { store, hash, path } = await storeWithBlob();
  writeFileSync(path, BLOB.replace("long", "lung"));
  assert.deepEqual(await rejected(store.getBlob("r1", hash)), {
    code: "blob/damaged",
    message: `the file "blobs/${hash}" of run "r1" does not match its name, which is its hash`,
    hint: "put the file back from a copy, or go back with `--from` to the stage that made it",
  });
  const lease = await store.lease("r1");
  assert.equal(await lease.putBlob(BLOB), hash);
  await lease.release();
  assert.equal(await store.getBlob("r1", hash), BLOB);
});

test("a blob that cannot be read for another reason is not called missing", async () => {
  const { store, hash } = await storeWithBlob();
  const readFileSync: Disk["readFileSync"] = () => {
    throw refusal("EIO");
  };
  await assert.rejects(fileStore(store.title, { ...realDisk, readFileSync }).getBlob("r1", hash), { code: "EIO" });
});

for (const code of ["EROFS", "EACCES", "EPERM"]) {
  test(`a folder that refuses with ${code} is said to be read-only`, async () => {
    const root = emptyFolder();
    const mkdirSync: Disk["mkdirSync"] = () => {
      throw refusal(code);
    };
    assert.deepEqual(await rejected(fileStore(root, { ...realDisk, mkdirSync }).lease("r1")), {
      code: "store/read-only",
      message: `"${join(root, "r1")}" cannot be written to`,
      hint: "make the folder writable, or choose another with --store",
    });
  });
}

test("a journal that cannot be opened gives the lock back", async () => {
  const root = emptyFolder();
  const openSync: Disk["openSync"] = (path, ...how) => {
    if (String(path).endsWith("journal.jsonl")) throw refusal("EROFS");
    return realDisk.openSync(path, ...how);
  };
  assert.equal((await rejected(fileStore(root, { ...realDisk, openSync }).lease("r1"))).code, "store/read-only");
  await (await fileStore(root).lease("r1")).release();
});

test("a read-only folder is said to be so when a journal is to be repaired", async () => {
  const root = emptyFolder();
  putJournal(root, whole([...LINES, "rubbish"]));
  const openSync: Disk["openSync"] = (path, ...how) => {
    if (String(path).includes("damaged")) throw refusal("EACCES");
    return realDisk.openSync(path, ...how);
  };
  assert.equal((await rejected(fileStore(root, { ...realDisk, openSync }).repair("r1"))).code, "store/read-only");
  assert.deepEqual(readdirSync(join(root, "r1", "lock")), []);
});

test("a disk that fills up in the middle of a line, at any byte, leaves a sound journal, and says what to do", async () => {
  const [first = "", second = "", third = ""] = LINES;
  for (let room = 0; room <= Buffer.byteLength(second); room += 13) {
    const root = emptyFolder();
    const path = putJournal(root, whole([first]));
    const store = fileStore(root, nearlyFull(room));
    const lease = await store.lease("r1");
    const full = {
      code: "store/full",
      message: `no space is left for "${path}"`,
      hint: "free some space, then resume the run: all that was recorded is safe",
    };
    assert.deepEqual(await rejected(lease.append([second])), full);
    assert.deepEqual(await rejected(lease.append([third])), full, "a lease that has failed writes no more");
    await lease.release();
    assert.deepEqual(await store.read("r1"), { lines: [first], torn: undefined });
    const later = await fileStore(root).lease("r1");
    await later.append([second]);
    await later.release();
    assert.equal(readFileSync(path, "utf8"), whole([first, second]));
  }
});

test("a full disk that cannot even be cut back leaves a torn line, which the next writer drops", async () => {
  const [first = "", second = ""] = LINES;
  const root = emptyFolder();
  const path = putJournal(root, whole([first]));
  let cuts = 0;
  const ftruncateSync: Disk["ftruncateSync"] = (fd, length) => {
    cuts += 1;
    if (cuts > 1) throw refusal("EIO");
    realDisk.ftruncateSync(fd, length);
  };
  const lease = await fileStore(root, { ...nearlyFull(40), ftruncateSync }).lease("r1");
  assert.equal((await rejected(lease.append([second]))).code, "store/full");
  await lease.release();
  assert.equal((await fileStore(root).read("r1")).torn, second.slice(0, 40));
  const later = await fileStore(root).lease("r1");
  await later.append([second]);
  await later.release();
  assert.equal(readFileSync(path, "utf8"), whole([first, second]));
});

test("a failed sync is not tried again: what it left is cut off and the lease writes no more", async () => {
  const root = emptyFolder();
  const [first = "", second = ""] = LINES;
  const path = putJournal(root, whole([first]));
  let syncs = 0;
  const fdatasyncSync: Disk["fdatasyncSync"] = () => {
    syncs += 1;
    if (syncs === 1) throw refusal("EIO");
  };
  const lease = await fileStore(root, { ...realDisk, fdatasyncSync }).lease("r1");
  await assert.rejects(lease.append([second]), { code: "EIO" });
  await assert.rejects(lease.append([second]), { code: "EIO" });
  await lease.release();
  assert.equal(readFileSync(path, "utf8"), whole([first]));
});

test("a disk that fills up in the middle of a blob says so, and the blob is not there", async () => {
  const root = emptyFolder();
  const lease = await fileStore(root, nearlyFull(1_000)).lease("r1");
  assert.deepEqual(await rejected(lease.putBlob(BLOB)), {
    code: "store/full",
    message: `no space is left for "${join(root, "r1", "blobs")}"`,
    hint: "free some space, then resume the run: all that was recorded is safe",
  });
  await lease.release();
  assert.ok(!existsSync(join(root, "r1", "blobs", sha256(BLOB))));
  const later = await fileStore(root).lease("r1");
  assert.equal(await later.putBlob(BLOB), sha256(BLOB));
  await later.release();
  assert.equal(await fileStore(root).getBlob("r1", sha256(BLOB)), BLOB);
});

test("a write of which the disk takes only a part at a time is written whole", async () => {
  const root = emptyFolder();
  const writeSync = ((fd: number, data: Uint8Array, offset: number, length: number) =>
    realDisk.writeSync(fd, data, offset, Math.min(length, 7))) as Disk["writeSync"];
  const store = fileStore(root, { ...realDisk, writeSync });
  const lease = await store.lease("r1");
  await lease.append(LINES);
  await lease.release();
  assert.equal(decodeJournal("r1", await store.read("r1")).events.length, LINES.length);
});
