import assert from "node:assert/strict";
import { appendFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Delivered, Incoming } from "../../src/dispatch/index.js";
import { realDisk } from "../../src/store/index.js";
import { rejected, thrown } from "../dsl/thrown.js";
import { commsRoom, idsOf, said } from "./comms-room.js";
import { unsynced } from "./room.js";

const INCOMING: Incoming = {
  id: "4711/7",
  chat: "4711",
  from: { id: "ana", name: "Ana" },
  text: "How is the post?",
  at: "2026-12-03T07:59:00Z",
};
const DELIVERED: Delivered = {
  key: "m1",
  channel: "telegram",
  chat: "4711",
  text: "Here it is.",
  thread: "person:ana",
  sources: ["publisher", "publisher"],
  ids: ["m1"],
  provider: ["42", "43"],
  at: "2026-12-03T08:00:00.000Z",
};

test("what came in and what was sent stand in the file as one line each, with the ids by which the channel knows them", async () => {
  const { comms, textAt } = commsRoom();
  await comms.heard("telegram", [INCOMING]);
  await comms.sent(DELIVERED);
  assert.deepEqual(
    textAt("comms.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
    [
      {
        id: "telegram/4711/7",
        ts: "2026-12-03T07:59:00.000Z",
        channel: "telegram",
        chat: "4711",
        direction: "in",
        from: "Ana",
        body: "How is the post?",
        thread: "telegram:4711",
        delivery: { provider: ["4711/7"] },
      },
      {
        id: "m1",
        ts: "2026-12-03T08:00:00.000Z",
        channel: "telegram",
        chat: "4711",
        direction: "out",
        from: "publisher",
        body: "Here it is.",
        thread: "person:ana",
        delivery: { provider: ["42", "43"], ids: ["m1"] },
      },
    ],
  );
});

test("a message that is recorded again, after a crash or within one call, stands there once, as it was first", async () => {
  const { comms, textAt, open } = commsRoom();
  const first = await comms.sent(DELIVERED);
  assert.deepEqual(await open().sent({ ...DELIVERED, text: "Here it is!", at: "2026-12-03T08:05:00.000Z" }), first);
  await comms.record([said("a"), said("a"), said("b")]);
  assert.deepEqual(idsOf(comms.last(9)), ["m1", "a", "b"]);
  assert.equal(textAt("comms.jsonl").split("\n").length - 1, 3);
});

test("a message belongs to the thread of the message that it answers, on whatever channel that thread began", async () => {
  const { comms, open } = commsRoom();
  await comms.heard("email", [{ ...INCOMING, id: "<a@home>", chat: "ana@home", thread: "<a@home>" }]);
  await comms.sent({ ...DELIVERED, thread: "email:<a@home>" });
  const [answer] = await open().heard("telegram", [{ ...INCOMING, id: "4711/8", answers: "43" }]);
  const [again] = await open().heard("telegram", [{ ...INCOMING, id: "4711/9", answers: "8" }]);
  assert.deepEqual([answer?.thread, again?.thread], ["email:<a@home>", "email:<a@home>"]);
  assert.deepEqual(idsOf(open().thread("email:<a@home>")), ["email/<a@home>", "m1", "telegram/4711/8", "telegram/4711/9"]);
  assert.deepEqual(comms.thread("nothing"), []);
});

test("an id that another chat gave as well is not that chat's message, but a mail's id is the same from everybody", async () => {
  const { comms } = commsRoom();
  await comms.sent(DELIVERED);
  await comms.sent({ ...DELIVERED, key: "m2", channel: "email", chat: "ana@home", provider: ["<b@here>"] });
  assert.equal(comms.joinThread({ channel: "telegram", chat: "other", answers: "43" }), "telegram:other");
  assert.equal(comms.joinThread({ channel: "email", chat: "ben@home", answers: "<b@here>" }), "person:ana");
  assert.equal(comms.find({ channel: "telegram", chat: "4711" }, "42")?.id, "m1");
  assert.equal(comms.find({ channel: "telegram" }, "42"), undefined);
  assert.equal(comms.find({ channel: "email" }, "<b@here>")?.id, "m2");
});

test("what answers nothing that is known is joined by what it refers to, then by its conversation, then by what its reader knows, then by its chat", async () => {
  const { comms } = commsRoom();
  await comms.sent({ ...DELIVERED, channel: "email", chat: "ana@home", provider: ["<first@here>"], thread: "one" });
  await comms.sent({ ...DELIVERED, key: "m2", channel: "email", chat: "ana@home", provider: ["<second@here>"], thread: "two" });
  const mail = { channel: "email", chat: "ana@home", answers: "<lost@here>", conversation: "<first@here>", otherwise: "person:ana" };
  assert.equal(comms.joinThread({ ...mail, references: ["<first@here>", "<second@here>", "<lost@here>"] }), "two");
  assert.equal(comms.joinThread(mail), "one");
  assert.equal(comms.joinThread({ ...mail, conversation: "<other@here>" }), "email:<other@here>");
  assert.equal(comms.joinThread({ channel: "email", chat: "ana@home", otherwise: "person:ana" }), "person:ana");
  assert.equal(comms.joinThread({ channel: "email", chat: "ana@home" }), "email:ana@home");
  const otherwise = ({ from }: { from: { id: string | null } }) => (from.id === null ? undefined : `person:${from.id}`);
  const unknown = { ...INCOMING, id: "4711/8", from: { id: null, name: "" } };
  const heard = await comms.heard("telegram", [INCOMING, unknown], otherwise);
  assert.deepEqual(
    heard.map(({ thread, from }) => ({ thread, from })),
    [
      { thread: "person:ana", from: "Ana" },
      { thread: "telegram:4711", from: "" },
    ],
  );
});

test("messages that come in together may answer each other", async () => {
  const { comms } = commsRoom();
  const joined = await comms.heard("email", [
    { ...INCOMING, id: "<a@home>", thread: "<root@home>", subject: "The post" },
    { ...INCOMING, id: "<b@home>", answers: "<a@home>", references: ["<a@home>"] },
  ]);
  assert.deepEqual(
    joined.map(({ thread }) => thread),
    ["email:<root@home>", "email:<root@home>"],
  );
});

test("nothing was said in the future, nor at the beginning of time: such a message counts as said when it was heard", async () => {
  const { comms } = commsRoom();
  const heard = await comms.heard(
    "email",
    ["2026-12-03T09:59:00+02:00", "2026-12-03T08:00:01Z", "1970-01-01T00:00:00.000Z", "yesterday"].map((at, nth) => ({
      ...INCOMING,
      id: `${nth}`,
      at,
    })),
  );
  assert.deepEqual(
    heard.map(({ ts }) => ts.slice(11, 19)),
    ["07:59:00", "08:00:00", "08:00:00", "08:00:00"],
  );
});

test("what was said on a day is what was said on it in its zone, in order of its times, also when clocks change", async () => {
  const { comms } = commsRoom();
  const times = ["2026-10-24T21:59:59.999Z", "2026-10-25T22:59:59.000Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"];
  await comms.record(times.map((ts) => said(ts, { ts })));
  // 25 hours long there.
  assert.deepEqual(idsOf(comms.on("2026-10-25", "Europe/Berlin")), [times[2], times[1]]);
  assert.deepEqual(idsOf(comms.on("2026-10-25", "UTC")), [times[1], times[3]]);
  assert.deepEqual(idsOf(comms.on("2026-10-26", "Pacific/Kiritimati")), [times[1], times[3]]);
  assert.deepEqual(comms.on("2026-10-23", "UTC"), []);
  assert.deepEqual(
    thrown(() => comms.on("25.10.2026", "UTC")),
    { code: "state/day", message: '"25.10.2026" is no day', hint: "write it as in 2026-12-03" },
  );
  assert.deepEqual(
    thrown(() => comms.on("2026-10-25", "+02:00")),
    { code: "state/zone", message: 'there is no time zone "+02:00"', hint: 'write a name, as in "Europe/Bucharest" or "UTC"' },
  );
});

test("the last messages are the newest ones, and none where none is asked for", async () => {
  const { comms } = commsRoom();
  await comms.record(["a", "b", "c"].map((id) => said(id)));
  assert.deepEqual([idsOf(comms.last(2)), idsOf(comms.last(0)), idsOf(comms.last(9))], [["b", "c"], [], ["a", "b", "c"]]);
});

test("a message that is none is refused, and nothing of its call is written down", async () => {
  const { comms, folder } = commsRoom();
  assert.deepEqual(await rejected(comms.record([said("a"), said("", { ts: "today" })])), {
    code: "state/message",
    message:
      "a message cannot be written down: ✖ Too small: expected string to have >=1 characters\n  → at id\n✖ Invalid ISO datetime\n  → at ts",
    hint: "a message is { id, channel, direction, from, body }, and more where it is known",
  });
  assert.deepEqual(comms.last(1), []);
  assert.deepEqual(readdirSync(folder), ["state"]);
  assert.deepEqual(readdirSync(join(folder, "state")), []);
});

test("reading a record that is not there makes nothing, and there is nothing to put aside", async () => {
  const { comms, folder, parts } = commsRoom();
  assert.deepEqual([comms.last(1), comms.thread("a"), comms.on("2026-12-03", "UTC")], [[], [], []]);
  assert.deepEqual(readdirSync(folder), []);
  assert.equal(await comms.rotate(), undefined);
  assert.deepEqual(parts(), []);
});

test("a disk that is full leaves the record as it was", async () => {
  const { comms, open } = commsRoom();
  await comms.record([said("a")]);
  const full = () => {
    throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  };
  const filled = open({ disk: { ...unsynced, writeSync: full } });
  await assert.rejects(filled.record([said("b")]), { code: "ENOSPC" });
  assert.deepEqual(idsOf(filled.last(9)), ["a"]);
  await comms.record([said("b")]);
  assert.deepEqual(idsOf(filled.last(9)), ["a", "b"]);
});

test("a file that has grown long is put aside under its day and a number, and the reader gives all as before", async () => {
  const room = commsRoom({ rotateAboveBytes: 1 });
  for (const id of ["a", "b"]) await room.comms.record([said(id)]);
  room.later(86_400);
  await room.comms.record([said("c")]);
  room.later(-2 * 86_400);
  await room.comms.record([said("d")]);
  assert.deepEqual(room.parts(), ["2026-12-03.1.jsonl", "2026-12-04.1.jsonl", "2026-12-04.2.jsonl"]);
  assert.deepEqual(room.names(), ["comms", "comms.jsonl"]);
  assert.deepEqual(idsOf(room.open().last(9)), ["a", "b", "c", "d"]);
});

test("parts are read in the order of their numbers, and what lies beside them and is none is not read", async () => {
  const room = commsRoom({ rotateAboveBytes: 1 });
  const ids = Array.from({ length: 12 }, (_, nth) => `m${nth}`);
  for (const id of ids) await room.comms.record([said(id)]);
  writeFileSync(join(room.folder, "state", "comms", "notes.txt"), "not a part\n");
  assert.deepEqual(idsOf(room.open().last(99)), ids);
});

test("another reader notices that the file was put aside, goes on behind what it has read, and reads no line twice", async () => {
  const room = commsRoom();
  let bytes = 0;
  const reader = room.open({
    disk: {
      ...realDisk,
      readSync: ((...given: Parameters<typeof realDisk.readSync>) => {
        const read = realDisk.readSync(...given);
        bytes += read;
        return read;
      }) as typeof realDisk.readSync,
    },
  });
  const step = async (id: string) => {
    await room.comms.record([said(id)]);
    reader.last(1);
  };
  await step("a");
  await room.comms.record([said("b")]);
  assert.equal(await room.comms.rotate(), "2026-12-03.1.jsonl");
  reader.last(1);
  assert.equal(await room.comms.rotate(), undefined);
  await step("c");
  await room.comms.rotate();
  await step("d");
  assert.deepEqual(idsOf(reader.last(9)), ["a", "b", "c", "d"]);
  const all = room.textAt("comms/2026-12-03.1.jsonl") + room.textAt("comms/2026-12-03.2.jsonl") + room.textAt("comms.jsonl");
  assert.equal(bytes, all.length);
});

test("a reader in whose midst the file is put aside reads it whole, and once", async () => {
  const room = commsRoom();
  await room.comms.record([said("a")]);
  const reader = room.open();
  assert.deepEqual(idsOf(reader.last(9)), ["a"]);
  const folder = join(room.folder, "state");
  let isAt = "";
  const racing = room.open({
    disk: {
      ...realDisk,
      openSync: ((path: string, flags: string) => {
        // Between the look at which files there are and the opening of the first of them.
        if (isAt === "" && path.endsWith("comms.jsonl")) {
          isAt = path;
          appendFileSync(path, `${JSON.stringify({ ...said("b"), ts: "2026-12-03T08:00:00.000Z", thread: "t" })}\n`);
          realDisk.mkdirSync(join(folder, "comms"));
          renameSync(path, join(folder, "comms", "2026-12-03.1.jsonl"));
          appendFileSync(path, `${JSON.stringify({ ...said("c"), ts: "2026-12-03T08:00:00.000Z", thread: "t" })}\n`);
        }
        return realDisk.openSync(path, flags);
      }) as typeof realDisk.openSync,
    },
  });
  assert.deepEqual(idsOf(racing.last(9)), ["a", "b", "c"]);
  assert.deepEqual(idsOf(reader.last(9)), ["a", "b", "c"]);
});

test("a part that somebody took away, or a file that somebody put in the place of another, is read as it is then, each message once", async () => {
  const room = commsRoom({ rotateAboveBytes: 1 });
  for (const id of ["a", "b", "c"]) await room.comms.record([said(id)]);
  rmSync(join(room.folder, "state", "comms", "2026-12-03.1.jsonl"));
  assert.deepEqual(idsOf(room.comms.last(9)), ["b", "c"]);
  const path = join(room.folder, "state", "comms.jsonl");
  // Longer than the one that was read, and with a line that stands there twice.
  const line = `${JSON.stringify({ ...said("x"), ts: "2026-12-03T08:00:00.000Z", thread: "t" })}\n`;
  writeFileSync(`${path}.edited`, line + line);
  renameSync(`${path}.edited`, path);
  assert.deepEqual(idsOf(room.comms.last(9)), ["b", "x"]);
});

test("a line that was cut off counts for nothing and is named by its file, also once that is put aside", async () => {
  const room = commsRoom();
  await room.comms.record([said("a")]);
  appendFileSync(room.comms.path, '{"id":"b');
  assert.deepEqual(idsOf(room.open().last(9)), ["a"]);
  await room.comms.rotate();
  await room.comms.record([said("c")]);
  const reader = room.open();
  assert.deepEqual(idsOf(reader.last(9)), ["a", "c"]);
  const part = join(room.folder, "state", "comms", "2026-12-03.1.jsonl");
  assert.deepEqual(reader.unreadable, [{ file: part, line: 2, text: '{"id":"b' }]);
  assert.equal(room.textAt("comms/2026-12-03.1.jsonl").endsWith('{"id":"b\n'), true);
});
