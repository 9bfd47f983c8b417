import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type Disk, decodeJournal, fileStore, realDisk } from "../../../src/store/index.js";
import { emptyFolder } from "./folder.js";
import { journalLines } from "./journal.js";

const LINES = journalLines("facts", "draft");

/** A disk whose derived files go through `put`, everything else to the real one. */
function diskWith(put: Disk["replace"]): Disk {
  return { ...realDisk, replace: put, place: put };
}

test("derived files are written together, in the order in which each came last", async () => {
  const order: string[] = [];
  const root = emptyFolder();
  const disk = diskWith((path, text) => void order.push(`${path.slice(root.length + 4)} ${text}`));
  const lease = await fileStore(root, disk).lease("r1");
  for (const path of ["b", "a", "c", "a"]) lease.derive({ path, text: () => "1" });
  assert.deepEqual(order, [], "they wait for one another");
  await lease.release();
  assert.deepEqual(order, ["b 1", "c 1", "a 1"]);
});

test("of the versions that come while a file waits, only the last is made", async () => {
  const made: string[] = [];
  const root = emptyFolder();
  const lease = await fileStore(
    root,
    diskWith((_path, text) => void made.push(text)),
  ).lease("r1");
  for (let version = 1; version <= 100; version += 1)
    lease.derive({ path: "checkpoint.json", isRewritten: true, text: () => `version ${version}` });
  await lease.release();
  assert.deepEqual(made, ["version 100"]);
});

test("a file that comes after all were written is written too", async () => {
  const root = emptyFolder();
  const store = fileStore(root);
  const lease = await store.lease("r1");
  for (const text of ["one", "two"]) {
    lease.derive({ path: "checkpoint.json", isRewritten: true, text: () => text });
    while ((await lease.readDerived("checkpoint.json")) !== text) await new Promise(setImmediate);
  }
  await lease.release();
});

test("a derived file that cannot be written, or not even be made, holds up neither the run nor the files after it", async () => {
  const root = emptyFolder();
  const disk = diskWith((path, text) => {
    if (path.endsWith("refused")) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    realDisk.replace(path, text);
  });
  const store = fileStore(root, disk);
  const lease = await store.lease("r1");
  lease.derive({
    path: "faulty",
    text: () => {
      throw new Error("no text");
    },
  });
  await lease.append(LINES);
  lease.derive({ path: "refused", text: () => "" });
  lease.derive({ path: "good", text: () => "good" });
  await lease.release();
  assert.equal(readFileSync(join(root, "r1", "good"), "utf8"), "good");
  assert.equal(decodeJournal("r1", await store.read("r1")).events.length, LINES.length);
});

test("files are written before the lease is given back once too many of them wait", async () => {
  const root = emptyFolder();
  let written = 0;
  const lease = await fileStore(
    root,
    diskWith(() => {
      written += 1;
    }),
  ).lease("r1");
  for (let file = 1; file <= 512; file += 1) lease.derive({ path: `stages/${file}`, text: () => "" });
  assert.equal(written, 0);
  lease.derive({ path: "stages/513", text: () => "" });
  assert.equal(written, 513);
  await lease.release();
  assert.equal(written, 513);
});

test("what a kill in the middle of a write leaves beside a file is gone once the file is made again", async () => {
  const root = emptyFolder();
  mkdirSync(join(root, "r1"));
  writeFileSync(join(root, "r1", "output.json.new"), '{"sta');
  writeFileSync(join(root, "r1", "checkpoint.json.1234567890"), '{"sta');
  const lease = await fileStore(root).lease("r1");
  lease.derive({ path: "output.json", text: () => "{}" });
  lease.derive({ path: "checkpoint.json", isRewritten: true, text: () => '{"stage":"facts"}' });
  await lease.release();
  assert.deepEqual(readdirSync(join(root, "r1")).sort(), ["checkpoint.json", "journal.jsonl", "lock", "output.json"]);
});

test("a derived file that was cut off in the middle of its write matters to nothing, and is whole again after the next write", async () => {
  const root = emptyFolder();
  const store = fileStore(root);
  const first = await store.lease("r1");
  await first.append(LINES.slice(0, 2));
  first.derive({ path: "checkpoint.json", isRewritten: true, text: () => '{"stage":"facts"}' });
  await first.release();
  const path = join(root, "r1", "checkpoint.json");
  // What a kill leaves behind: the file in its place cut short, and the new one beside it.
  for (const rest of ["", '{"sta', "\u0000\u0000\u0000"]) {
    writeFileSync(path, rest);
    writeFileSync(join(dirname(path), "checkpoint.json.new"), '{"stage":"dr');
    const { events } = decodeJournal("r1", await store.read("r1"));
    assert.equal(events.length, 2);
    const lease = await store.lease("r1");
    lease.derive({ path: "checkpoint.json", isRewritten: true, text: () => '{"stage":"draft"}' });
    await lease.release();
    assert.equal(readFileSync(path, "utf8"), '{"stage":"draft"}');
  }
});

test("a reader sees the old or the new version of a derived file, never a half of one", async () => {
  const root = emptyFolder();
  const lease = await fileStore(root).lease("r1");
  const versions = ["a", "b", "c"].map((letter) => letter.repeat(100_000));
  const seen = new Set<string>();
  for (const text of versions) {
    lease.derive({ path: "checkpoint.json", isRewritten: true, text: () => text });
    for (let look = 0; look < 50; look += 1) {
      seen.add((await lease.readDerived("checkpoint.json")) ?? "none");
      await new Promise(setImmediate);
    }
  }
  await lease.release();
  assert.deepEqual(
    [...seen].filter((text) => text !== "none" && !versions.includes(text)),
    [],
  );
});
