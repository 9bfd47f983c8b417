import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openMemory } from "../../src/memory/index.js";
import { realDisk } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { memoryRoom } from "./memory-room.js";

test("an event is one line of its day's file, by the clock of the stated zone", async () => {
  const room = memoryRoom();
  await room.memory.note("The post\nis  out.");
  room.at("2026-03-19T21:59:00Z");
  await room.memory.note("Late.");
  room.at("2026-03-19T22:00:00Z");
  await room.memory.note("The next day.");
  assert.equal(room.textOf("2026-03-19.md"), "- 09:40 The post is out.\n- 23:59 Late.\n");
  assert.equal(room.textOf("2026-03-20.md"), "- 00:00 The next day.\n");
});

test("a journal entry has the time and its distance from UTC as its heading", async () => {
  const room = memoryRoom();
  await room.memory.journal("Half of the issues are read.\r\nGo on at 12.\n");
  room.at("2026-07-01T10:00:00Z");
  await room.memory.journal("All are read.");
  assert.equal(
    room.textOf("session-journal.md"),
    "## 2026-03-19 09:40 +02:00\n\nHalf of the issues are read.\nGo on at 12.\n\n## 2026-07-01 13:00 +03:00\n\nAll are read.\n\n",
  );
  assert.deepEqual(
    room.memory.entries().map(({ at }) => at.toISOString()),
    ["2026-03-19T07:40:00.000Z", "2026-07-01T10:00:00.000Z"],
  );
});

test("a line in an entry that looks like the heading of an entry is none", async () => {
  const room = memoryRoom({ zone: "UTC" });
  await room.memory.journal("It said:\n## 2026-03-18 10:00 +00:00\nand no more.");
  assert.deepEqual(
    room.memory.entries().map(({ text }) => text),
    ["## 2026-03-19 07:40 +00:00\n\nIt said:\n\\## 2026-03-18 10:00 +00:00\nand no more."],
  );
});

test("a line that a dying process cut off does not run into the next", async () => {
  const room = memoryRoom();
  mkdirSync(room.memory.folder);
  writeFileSync(join(room.memory.folder, "2026-03-19.md"), "- 09:00 Whole.\n- 09:10 Cut o");
  await room.memory.note("Next.");
  assert.equal(room.textOf("2026-03-19.md"), "- 09:00 Whole.\n- 09:10 Cut o\n- 09:40 Next.\n");
});

test("reading makes nothing on the disk, and writing leaves no lock behind", async () => {
  const room = memoryRoom();
  assert.deepEqual(room.memory.entries(), []);
  room.memory.load({ always: ["MEMORY.md"], days: 2, journal: 3, tokens: 100 }, { countTokens: (text) => text.length });
  assert.equal(existsSync(room.memory.folder), false);
  await room.memory.note("Something.");
  assert.deepEqual(readdirSync(room.memory.folder), ["2026-03-19.md"]);
});

test("the folder may be another than that of the store", async () => {
  const folder = join(emptyFolder(), "notes");
  const { memory } = memoryRoom({ folder });
  await memory.note("Here.");
  assert.deepEqual(readdirSync(folder), ["2026-03-19.md"]);
});

test("the real clock of pauses is taken where none is given", async () => {
  const memory = openMemory(emptyFolder(), { zone: "UTC", now: () => new Date() });
  await Promise.all([memory.note("One."), memory.journal("Two.")]);
  assert.equal(memory.entries().length, 1);
});

test("nothing is remembered that has no text", async () => {
  const { memory } = memoryRoom();
  await assert.rejects(memory.note(" \n\t"), {
    code: "memory/empty",
    message: "an event has no text",
    hint: "say what is to be remembered",
  });
  await assert.rejects(memory.journal("\r\n"), { code: "memory/empty", message: "an entry of the journal has no text" });
  await assert.rejects(memory.curate({ title: " ", text: "x" }), {
    code: "memory/empty",
    message: "the heading of a section has no text",
  });
  assert.deepEqual(existsSync(memory.folder) ? readdirSync(memory.folder) : [], []);
});

test("a zone that there is none of is refused", () => {
  assert.throws(() => memoryRoom({ zone: "Europe/Bukarest" }), {
    code: "memory/zone",
    message: 'there is no time zone "Europe/Bukarest"',
    hint: 'name one, as in "Europe/Bucharest" or "UTC"',
  });
});

test("a full disk is said, nothing of what was to be added is kept, and the next one is taken", async () => {
  let isFull = true;
  const disk = {
    ...realDisk,
    writeSync: ((fd: number, bytes: Uint8Array, offset: number, length: number) => {
      if (!isFull) return realDisk.writeSync(fd, bytes, offset, length);
      realDisk.writeSync(fd, bytes, offset, Math.min(3, length));
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    }) as typeof realDisk.writeSync,
  };
  const room = memoryRoom({ disk });
  await assert.rejects(room.memory.note("Lost."), {
    code: "memory/not-written",
    message: "the memory could not be written: ENOSPC: no space left on device, write",
    hint: "nothing of it was kept: free some space or make the folder writable, then do it again",
    place: room.memory.folder,
  });
  assert.equal(room.textOf("2026-03-19.md"), "");
  isFull = false;
  await room.memory.note("Kept.");
  assert.equal(room.textOf("2026-03-19.md"), "- 09:40 Kept.\n");
});

test("what cannot be read is not taken for nothing", () => {
  const disk = {
    ...realDisk,
    readFileSync: (() => {
      throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    }) as typeof realDisk.readFileSync,
  };
  assert.throws(() => memoryRoom({ disk }).memory.entries(), { code: "EACCES" });
});

test("whatever processes add in whatever order, each event and each entry is there once, and each one's in its order", async () => {
  const added = fc.record({
    who: fc.nat(2),
    kind: fc.constantFrom("note" as const, "journal" as const),
    // Some look like what separates entries, and some bring line ends along.
    more: fc.constantFrom("", "\n## 2026-03-19 09:40 +02:00\nmore", "\r\n- 09:40 x", "\n\n```", " ## y"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(added, { minLength: 1, maxLength: 14 }), fc.scheduler(), async (all, scheduler) => {
      const room = memoryRoom();
      const pause = () => scheduler.schedule(Promise.resolve());
      // Of other machines, which cannot be asked whether they live.
      const processes = [0, 1, 2].map((nth) => room.other({ me: { host: `h${nth}`, pid: 1, startedAt: "1" }, pause }));
      await scheduler.waitFor(Promise.all(all.map(({ who, kind, more }, nth) => processes[who]?.[kind](`#${who}.${nth}.${more}`))));
      const isThere = (kind: string) => all.some((one) => one.kind === kind);
      const found = {
        note: isThere("note") ? room.textOf("2026-03-19.md").trimEnd().split("\n") : [],
        journal: room.memory.entries().map(({ text }) => text),
      };
      for (const kind of ["note", "journal"] as const) {
        const ids = found[kind].map((text) => /#\d\.\d+\./.exec(text)?.[0]);
        for (const who of [0, 1, 2]) {
          assert.deepEqual(
            ids.filter((id) => id?.startsWith(`#${who}.`)),
            all.flatMap((one, nth) => (one.who === who && one.kind === kind ? [`#${who}.${nth}.`] : [])),
          );
        }
        assert.equal(found[kind].length, all.filter((one) => one.kind === kind).length);
      }
    }),
    { numRuns: 60 },
  );
});
