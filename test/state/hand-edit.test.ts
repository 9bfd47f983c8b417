import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { realDisk } from "../../src/store/index.js";
import { rejected } from "../dsl/thrown.js";
import { contextRoom, START, unsynced } from "./room.js";

type Room = ReturnType<typeof contextRoom>;

/** Changes the file as a person does with an editor. */
function edit({ context: { path } }: Room, change: (text: string) => string): void {
  const before = readFileSync(path, "utf8");
  const after = change(before);
  assert.notEqual(after, before);
  writeFileSync(path, after);
}

async function withTask(given: Parameters<typeof contextRoom>[0] = {}): Promise<Room> {
  const room = contextRoom(given);
  await room.context.startTask({ by: "ana", task: "post", title: "Write" });
  return room;
}

test("an edit by hand is seen at once, is noted with the next operation, and both are in the file and in the log", async () => {
  const room = await withTask();
  edit(room, (text) => text.replace('"title": "Write"', '"title": "Write it"'));
  const { context, fault } = room.context.read();
  assert.deepEqual(
    { title: context.activeTasks[0]?.title, by: context.lastUpdatedBy, fault },
    { title: "Write it", by: "by hand", fault: undefined },
  );
  await room.context.setPriorities({ by: "ben", priorities: ["post"] });
  assert.deepEqual(room.file(), room.fromLog());
  assert.equal(room.fromLog().activeTasks[0]?.title, "Write it");
  assert.deepEqual(
    room
      .textAt("context.log.jsonl")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type),
    ["operation", "edited", "operation"],
  );
});

test("whoever edits may say who it was, and may leave out what only programs need; a file written anew alike is no edit", async () => {
  const room = await withTask();
  edit(room, (text) => JSON.stringify({ ...JSON.parse(text), lastUpdatedBy: "ana's mother" }));
  assert.equal((await room.context.takeIn()).lastUpdatedBy, "ana's mother");
  edit(room, (text) => {
    const { revision: _, lastUpdatedBy: __, lastUpdatedAt: ___, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return `\uFEFF${JSON.stringify({ ...rest, priorities: ["post"] })}`;
  });
  assert.deepEqual((await room.context.takeIn()).priorities, ["post"]);
  const revision = room.fromLog().revision;
  edit(room, (text) => JSON.stringify(JSON.parse(text)));
  assert.equal((await room.context.takeIn()).revision, revision);
  assert.deepEqual(room.file(), room.fromLog());
});

test("an edit of a file that others have changed since gets their operations on top of it", async () => {
  const room = await withTask();
  const opened = room.textAt("context.json");
  await room.context.block({ by: "ben", task: "post", why: "no facts" });
  await room.context.startTask({ by: "ben", task: "mail", title: "Read" });
  writeFileSync(room.context.path, opened.replace('"Write"', '"Write it"'));
  const taken = await room.context.takeIn();
  assert.deepEqual(
    { tasks: taken.activeTasks.map(({ title }) => title), blockers: taken.blockers.map(({ why }) => why) },
    { tasks: ["Write it", "Read"], blockers: ["no facts"] },
  );
  assert.deepEqual(room.file(), room.fromLog());
});

test("an edit that does not go with what others did since is refused, and what they did stays", async () => {
  const room = await withTask();
  const opened = room.textAt("context.json");
  await room.context.block({ by: "ben", task: "post", why: "no facts" });
  const last = room.file();
  writeFileSync(room.context.path, opened.replace(/"activeTasks": \[[^\]]*\]/, '"activeTasks": []'));
  assert.deepEqual(await rejected(room.context.takeIn()), {
    code: "state/bad-edit",
    message:
      'the context was edited by hand and cannot be taken in: the file was edited on revision 1, and revision 2 is there by now: "block" by "ben" does not go with your change, for there is no active task "post"',
    hint: "put what you changed into the newest one, which `rebuild` writes; or `rebuild` puts the last good one back and keeps yours beside it",
    place: "context.json",
  });
  assert.deepEqual(room.context.read().context, last);
});

test("an edit of a file whose later operations are no longer known one by one is refused", async () => {
  const room = await withTask({ compactAbove: 2 });
  const opened = room.textAt("context.json");
  await room.context.block({ by: "ben", task: "post", why: "no facts" });
  writeFileSync(room.context.path, opened.replace('"Write"', '"Write it"'));
  assert.equal(
    room.context.read().fault?.what,
    "the file was edited on revision 1, and revision 2 is there by now: what was done in between is no longer known one by one",
  );
});

const TASK = /"activeTasks": \[[^\]]*\]/;
for (const [change, where, what, doInstead] of [
  [(text: string) => text.replace('"blockers": [],', '"blockers": []'), "context.json:15:3", 'expected "," or "}"', "correct the line"],
  [
    (text: string) => text.replace('"blockers"', '"blokers"'),
    "context.json:14:14 (blokers)",
    'there is no key "blokers" here',
    'did you mean "blockers"? Else take it out',
  ],
  [
    (text: string) => text.replace('"owner"', '"onwer"'),
    "context.json:10:16 (activeTasks[0].onwer)",
    'there is no key "onwer" here',
    'did you mean "owner"? Else take it out',
  ],
  [
    (text: string) => text.replace('"blockers"', '"colour": "red", "blockers"'),
    "context.json:14:13 (colour)",
    'there is no key "colour" here',
    "take it out",
  ],
  [
    (text: string) => text.replace('  "priorities": [],\n', ""),
    "context.json:1:1 (priorities)",
    "it is missing",
    "write it; an empty list is `[]`",
  ],
  [
    (text: string) => text.replace('"title": "Write"', '"title": ""'),
    "context.json:9:16 (activeTasks[0].title)",
    "expected a text that is not empty",
    "correct it",
  ],
  [
    (text: string) => text.replace('"blockers": []', '"blockers": [{"task":"pots","why":"x","by":"ana","at":"2026-12-03T08:00:00Z"}]'),
    "context.json:14:24 (blockers[0].task)",
    'there is no active task "pots"',
    "correct it",
  ],
  [
    (text: string) => text.replace(TASK, (tasks) => tasks.replace("[", "[{").replace(/\[\{\s*\{([^}]*)\}/, "[{$1},{$1}")),
    "context.json:12:15 (activeTasks[1].task)",
    '"post" stands there twice',
    "correct it",
  ],
  [() => "[]", "context.json:1:1", "Invalid input: expected object, received array", "correct it"],
] as const) {
  test(`an edit is refused with its place where ${what}, the last good one stays, and operations go on from it`, async () => {
    const room = await withTask();
    const last = room.file();
    edit(room, change);
    const edited = room.textAt("context.json");
    assert.deepEqual(room.context.read(), { context: last, fault: { where, what, doInstead }, unreadable: [] });
    assert.deepEqual(await rejected(room.context.takeIn()), {
      code: "state/bad-edit",
      message: `the context was edited by hand and cannot be taken in: ${what}`,
      hint: `${doInstead}; or \`rebuild\` puts the last good one back and keeps yours beside it`,
      place: where,
    });
    await room.context.setPriorities({ by: "ben", priorities: ["post"] });
    assert.equal(room.textAt("context.json"), edited);
    assert.deepEqual(room.context.read().context.priorities, ["post"]);
    const { kept = "", context } = await room.context.rebuild();
    assert.equal(room.textAt(kept), edited);
    assert.deepEqual(room.file(), context);
    assert.deepEqual(context, room.fromLog());
    assert.deepEqual(context.priorities, ["post"]);
  });
}

test("an edit that was refused is taken in once it is corrected, with what was done meanwhile on top of it", async () => {
  const room = await withTask();
  edit(room, (text) => text.replace('"Write"', '"Write it'));
  await room.context.setPriorities({ by: "ben", priorities: ["post"] });
  edit(room, (text) => text.replace('"Write it', '"Write it"'));
  const { activeTasks, priorities } = await room.context.takeIn();
  assert.deepEqual({ title: activeTasks[0]?.title, priorities }, { title: "Write it", priorities: ["post"] });
  assert.deepEqual(room.file(), room.fromLog());
});

test("what is saved while an operation writes is taken in, not written over", async () => {
  const folder = (await withTask()).folder;
  let saves = 0;
  const room: Room = contextRoom(
    {
      disk: {
        ...unsynced,
        // The first text that is put down while the operation goes on is the one that is to take the file's place.
        place: (path, text) => {
          realDisk.place(path, text);
          saves += 1;
          if (saves === 1) edit(room, (text) => text.replace('"Write"', '"Write it"'));
        },
      },
    },
    folder,
  );
  await room.context.setPriorities({ by: "ben", priorities: ["post"] });
  assert.match(room.textAt("context.json"), /Write it/);
  const { activeTasks, priorities } = await room.context.takeIn();
  assert.deepEqual({ title: activeTasks[0]?.title, priorities }, { title: "Write it", priorities: ["post"] });
  assert.deepEqual(room.file(), room.fromLog());
});

test("what is written into the old file after the last look at it is kept beside the new one", async () => {
  const folder = (await withTask()).folder;
  const room: Room = contextRoom(
    {
      now: () => new Date(START),
      disk: {
        ...unsynced,
        renameSync: (from, to) => {
          if (String(to).endsWith("context.json")) edit(room, (text) => text.replace('"Write"', '"Write it"'));
          renameSync(from, to);
        },
      },
    },
    folder,
  );
  for (const priorities of [["post"], ["post", "post"]]) {
    await room.context.setPriorities({ by: "ben", priorities });
    assert.deepEqual(room.file(), room.fromLog());
  }
  assert.deepEqual(
    room.names().filter((name) => name.startsWith("context.edited")),
    ["context.edited-20261203T080000000Z-2.json", "context.edited-20261203T080000000Z.json"],
  );
  assert.match(room.textAt("context.edited-20261203T080000000Z.json"), /Write it/);
});

test("a context is made from a file without a log, and a log of which lines are gone is mended by the file", async () => {
  const room = await withTask();
  await room.context.block({ by: "ana", task: "post", why: "no facts" });
  const before = room.file();
  rmSync(room.context.logPath);
  assert.deepEqual(room.open().read().context.blockers.length, 1);
  await room.context.setPriorities({ by: "ben", priorities: ["post"] });
  assert.deepEqual(room.file(), room.fromLog());
  const lines = room.textAt("context.log.jsonl").split("\n");
  await room.context.startTask({ by: "ben", task: "mail", title: "Read" });
  await room.context.startTask({ by: "ben", task: "call", title: "Call" });
  const more = room.textAt("context.log.jsonl").split("\n");
  writeFileSync(room.context.logPath, [...lines.slice(0, 2), ...more.slice(3)].join("\n"));
  assert.deepEqual(
    room
      .open()
      .read()
      .context.activeTasks.map(({ task }) => task),
    ["post", "mail", "call"],
  );
  await room.open().takeIn();
  assert.deepEqual(room.file(), room.fromLog());
  assert.notDeepEqual(room.file(), before);
});

test("a damaged log without a file to go on from stops all operations, until it is rebuilt from what can be read", async () => {
  const room = await withTask();
  await room.context.block({ by: "ana", task: "post", why: "no facts" });
  await room.context.setPriorities({ by: "ana", priorities: ["post"] });
  const [first, , third] = room.textAt("context.log.jsonl").split("\n");
  writeFileSync(room.context.logPath, `${first}\n${third}\n`);
  rmSync(room.context.path);
  const refused = {
    code: "state/damaged",
    message:
      "the log of the context cannot be taken in: the line does not follow from those before it, and there is no context.json to go on from",
    hint: "put a copy of context.json or of the log back; or `rebuild` puts the last good one back and keeps yours beside it",
    place: "context.log.jsonl:2",
  };
  const { context } = room.open().read();
  assert.equal(context.revision, 1);
  const other = room.open();
  assert.deepEqual(await rejected(other.setPriorities({ by: "ana", priorities: [] })), refused);
  assert.deepEqual(await rejected(other.takeIn()), refused);
  const rebuilt = await other.rebuild();
  assert.deepEqual(rebuilt, { context: room.fromLog() });
  assert.deepEqual(room.file(), room.fromLog());
  assert.equal((await other.setPriorities({ by: "ana", priorities: ["mail"] })).revision, 2);
});
