import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { decodeJournal, fileStore } from "../../../src/store/index.js";
import { rejected } from "../../dsl/thrown.js";
import { emptyFolder } from "./folder.js";
import { journalLines, putJournal } from "./journal.js";

const LINES = journalLines("facts", "draft", "review");
const whole = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

test("a damaged line and all behind it are cut off, said, and kept in a copy of the whole", async () => {
  const root = emptyFolder();
  const damaged = whole(LINES.map((line, index) => (index === 2 ? line.replace("draft", "draff") : line)));
  const path = putJournal(root, damaged);
  const store = fileStore(root);
  assert.deepEqual(await store.repair("r1"), {
    copy: "journal.damaged-1.jsonl",
    keptLines: 2,
    lost: ['stage-started of "draff"', 'stage-started of "review"'],
    fixedLineEnds: false,
  });
  assert.equal(readFileSync(path, "utf8"), whole(LINES.slice(0, 2)));
  assert.equal(readFileSync(join(root, "r1", "journal.damaged-1.jsonl"), "utf8"), damaged);
  assert.equal(decodeJournal("r1", await store.read("r1")).events.length, 2);
});

test("a repaired run can be written on, in one chain", async () => {
  const root = emptyFolder();
  putJournal(root, whole([...LINES.slice(0, 2), "rubbish"]));
  const store = fileStore(root);
  await store.repair("r1");
  const lease = await store.lease("r1");
  await lease.append([LINES[2] ?? ""]);
  await lease.release();
  assert.equal(decodeJournal("r1", await store.read("r1")).events.length, 3);
});

test("a second repair keeps a copy beside the first one", async () => {
  const root = emptyFolder();
  const store = fileStore(root);
  putJournal(root, whole([...LINES, "one"]));
  assert.equal((await store.repair("r1")).copy, "journal.damaged-1.jsonl");
  putJournal(root, whole([...LINES, "two"]));
  const second = await store.repair("r1");
  assert.deepEqual([second.copy, second.lost], ["journal.damaged-2.jsonl", ["unreadable"]]);
  assert.equal(readFileSync(join(root, "r1", "journal.damaged-1.jsonl"), "utf8"), whole([...LINES, "one"]));
});

test("a torn last line is cut off and said", async () => {
  const root = emptyFolder();
  const path = putJournal(root, whole(LINES.slice(0, 3)) + (LINES[3] ?? "").slice(0, 90));
  const { lost, keptLines } = await fileStore(root).repair("r1");
  assert.deepEqual([keptLines, lost], [3, ['stage-started of "review"']]);
  assert.equal(readFileSync(path, "utf8"), whole(LINES.slice(0, 3)));
});

test("CRLF line ends are put right, and nothing is lost", async () => {
  const root = emptyFolder();
  const path = putJournal(root, whole(LINES.map((line) => `${line}\r`)));
  assert.deepEqual(await fileStore(root).repair("r1"), { copy: "journal.damaged-1.jsonl", keptLines: 4, lost: [], fixedLineEnds: true });
  assert.equal(readFileSync(path, "utf8"), whole(LINES));
});

test("a sound journal is left alone", async () => {
  const root = emptyFolder();
  const path = putJournal(root, whole(LINES));
  assert.deepEqual(await rejected(fileStore(root).repair("r1")), {
    code: "journal/sound",
    message: 'the journal of run "r1" is sound',
    hint: "there is nothing to repair",
  });
  assert.equal(readFileSync(path, "utf8"), whole(LINES));
  assert.deepEqual(readdirSync(join(root, "r1")), ["journal.jsonl", "lock"]);
});

test("a run that is being written is not repaired", async () => {
  const root = emptyFolder();
  putJournal(root, whole([...LINES, "rubbish"]));
  const store = fileStore(root);
  const lease = await store.lease("r1");
  assert.equal((await rejected(store.repair("r1"))).code, "store/leased");
  await lease.release();
  assert.ok(!existsSync(join(root, "r1", "journal.damaged-1.jsonl")));
});

test("a run that is not there cannot be repaired", async () => {
  const root = emptyFolder();
  assert.deepEqual(await rejected(fileStore(root).repair("r9")), {
    code: "store/no-run",
    message: `there is no run "r9" in "${root}"`,
    hint: "`stagewright runs` lists them",
  });
});
