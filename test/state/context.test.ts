import assert from "node:assert/strict";
import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { rejected } from "../dsl/thrown.js";
import { contextRoom } from "./room.js";

test("a task is started, blocked, unblocked, handed off, accepted and completed, and the file says so each time", async () => {
  const { context, file } = contextRoom();
  await context.startTask({ by: "chief", task: "post", title: "Write the post", owner: "publisher" });
  await context.setPriorities({ by: "ana", priorities: ["post", "mail"] });
  await context.block({ by: "publisher", task: "post", why: "no facts" });
  await context.block({ by: "publisher", task: "post", why: "no picture" });
  const blocked = await context.unblock({ by: "researcher", task: "post", why: "no facts" });
  assert.deepEqual(
    blocked.blockers.map(({ why }) => why),
    ["no picture"],
  );
  assert.deepEqual((await context.unblock({ by: "researcher", task: "post" })).blockers, []);
  const handed = await context.handOff({ by: "chief", task: "post", to: "builder", note: "the code first" });
  assert.deepEqual(handed.activeTasks[0]?.owner, "publisher");
  assert.deepEqual(handed.handoffs, [{ task: "post", from: "publisher", to: "builder", note: "the code first", at: handed.lastUpdatedAt }]);
  const accepted = await context.accept({ by: "builder", task: "post" });
  assert.equal(accepted.activeTasks[0]?.owner, "builder");
  const last = await context.completeTask({ by: "builder", task: "post", output: "posts/one.md" });
  assert.deepEqual(file(), last);
  assert.deepEqual(last, {
    revision: 9,
    activeTasks: [],
    recentOutputs: [{ task: "post", title: "Write the post", by: "builder", at: "2026-12-03T08:00:18.000Z", output: "posts/one.md" }],
    blockers: [],
    handoffs: [],
    priorities: ["post", "mail"],
    lastUpdatedBy: "builder",
    lastUpdatedAt: "2026-12-03T08:00:18.000Z",
  });
});

test("reading a context that is not there gives an empty one and makes nothing", () => {
  const { context, folder } = contextRoom();
  assert.deepEqual(context.read(), {
    context: {
      revision: 0,
      activeTasks: [],
      recentOutputs: [],
      blockers: [],
      handoffs: [],
      priorities: [],
      lastUpdatedBy: null,
      lastUpdatedAt: null,
    },
    unreadable: [],
  });
  assert.deepEqual(readdirSync(folder), []);
});

test("what is done already is not done again: the same start, block, hand-off and priorities add no line", async () => {
  const { context, textAt } = contextRoom();
  const twice = async () => {
    await context.startTask({ by: "ana", task: "post", title: "Write" });
    await context.block({ by: "ana", task: "post", why: "no facts" });
    await context.handOff({ by: "ana", task: "post", to: "ben" });
    return context.setPriorities({ by: "ana", priorities: ["post"] });
  };
  const first = await twice();
  assert.deepEqual(await twice(), first);
  assert.equal(textAt("context.log.jsonl").split("\n").length - 1, 4);
});

test("only so many outputs are kept, the newest, and a later limit changes nothing in what the log says", async () => {
  const room = contextRoom({ keepOutputs: 2 });
  for (const task of ["a", "b", "c"]) {
    await room.context.startTask({ by: "ana", task, title: task });
    await room.context.completeTask({ by: "ana", task });
  }
  const outputs = ["b", "c"];
  assert.deepEqual(
    room.context.read().context.recentOutputs.map(({ task }) => task),
    outputs,
  );
  assert.deepEqual(
    room
      .open({ keepOutputs: 9 })
      .read()
      .context.recentOutputs.map(({ task }) => task),
    outputs,
  );
});

test("what cannot be done is refused with what can, and changes nothing", async () => {
  const { context, file } = contextRoom();
  const none = { code: "state/task", message: 'there is no active task "post"', hint: "no task is active: start it first" };
  assert.deepEqual(await rejected(context.block({ by: "ana", task: "post", why: "x" })), none);
  await context.startTask({ by: "ana", task: "post", title: "Write" });
  await context.startTask({ by: "ana", task: "mail", title: "Read" });
  const before = file();
  assert.deepEqual(await rejected(context.completeTask({ by: "ana", task: "pots" })), {
    code: "state/task",
    message: 'there is no active task "pots"',
    hint: 'the nearest are "post", "mail"',
  });
  assert.deepEqual(await rejected(context.startTask({ by: "ben", task: "post", title: "Write" })), {
    code: "state/task-taken",
    message: 'the task "post" is active already: "ana" has it, as "Write"',
    hint: "give the new one a name of its own, or hand the other off",
  });
  assert.deepEqual(await rejected(context.unblock({ by: "ana", task: "post" })), {
    code: "state/not-blocked",
    message: 'nothing blocks the task "post"',
    hint: "it can be worked on",
  });
  assert.deepEqual(await rejected(context.accept({ by: "ben", task: "post" })), {
    code: "state/hand-off",
    message: 'the task "post" is not being handed off',
    hint: '"ana" has it: hand it off to "ben" first',
  });
  assert.deepEqual(file(), before);
  await context.block({ by: "ana", task: "post", why: "no facts" });
  await context.handOff({ by: "ana", task: "post", to: "ben" });
  assert.deepEqual(await rejected(context.unblock({ by: "ana", task: "post", why: "no fact" })), {
    code: "state/not-blocked",
    message: '"no fact" does not block the task "post"',
    hint: 'what does is "no facts"',
  });
  assert.deepEqual(await rejected(context.handOff({ by: "ana", task: "post", to: "eva" })), {
    code: "state/handed-off",
    message: 'the task "post" is being handed to "ben" already',
    hint: '"ben" has to accept it first',
  });
  assert.deepEqual(await rejected(context.accept({ by: "eva", task: "post" })), {
    code: "state/hand-off",
    message: 'the task "post" is being handed to "ben", not to "eva"',
    hint: '"ana" has it: hand it off to "eva" first',
  });
});

test("an operation without a name or a title is refused before anything is written", async () => {
  const { context, folder } = contextRoom();
  assert.deepEqual(await rejected(context.startTask({ by: "ana", task: "post", title: "" })), {
    code: "state/operation",
    message: '"startTask" cannot be done so: ✖ Too small: expected string to have >=1 characters\n  → at title',
    hint: "names, titles and reasons are texts that are not empty",
  });
  assert.deepEqual(readdirSync(folder), []);
});

test("a file that is gone, or that a power cut left empty, is written anew from the log with the next operation", async () => {
  for (const text of [undefined, "", "\0\0\0\0"]) {
    const { context, file, folder, fromLog } = contextRoom();
    await context.startTask({ by: "ana", task: "post", title: "Write" });
    damage(`${folder}/state/context.json`, text);
    assert.equal(context.read().context.activeTasks.length, 1);
    await context.setPriorities({ by: "ana", priorities: ["post"] });
    assert.deepEqual(file(), fromLog());
    damage(`${folder}/state/context.json`, text);
    await context.takeIn();
    assert.deepEqual(file(), fromLog());
  }
});

test("a line that was cut off counts for nothing and is named, and whoever writes next ends it", async () => {
  const { context, open, fromLog, file } = contextRoom();
  await context.startTask({ by: "ana", task: "post", title: "Write" });
  appendFileSync(context.logPath, '{"type":"oper');
  assert.equal(open().read().context.revision, 1);
  await context.setPriorities({ by: "ana", priorities: ["post"] });
  assert.deepEqual(open().read().unreadable, [{ file: context.logPath, line: 2, text: '{"type":"oper' }]);
  assert.deepEqual(file(), fromLog());
});

test("a line that was cut off just before its end counts, and the next operation is done on it", async () => {
  const { context, open, textAt, fromLog, file } = contextRoom();
  await context.startTask({ by: "ana", task: "post", title: "Write" });
  const other = contextRoom();
  await other.context.startTask({ by: "ana", task: "post", title: "Write" });
  await other.context.setPriorities({ by: "dead", priorities: ["post"] });
  const [, line = ""] = other.textAt("context.log.jsonl").split("\n");
  appendFileSync(context.logPath, line);
  const done = await context.block({ by: "ana", task: "post", why: "no facts" });
  assert.deepEqual({ revision: done.revision, priorities: done.priorities }, { revision: 3, priorities: ["post"] });
  assert.deepEqual(file(), fromLog());
  assert.equal(textAt("context.log.jsonl").split("\n").length - 1, 3);
  assert.deepEqual(open().read().unreadable, []);
});

test("a log that has grown long becomes one line, all lines that were there are kept beside it, and others go on with it", async () => {
  const room = contextRoom({ compactAbove: 3 });
  const other = room.open();
  await room.context.startTask({ by: "ana", task: "post", title: "Write" });
  assert.equal(other.read().context.revision, 1);
  appendFileSync(room.context.logPath, "not a line\n");
  await room.context.setPriorities({ by: "ana", priorities: ["post"] });
  assert.deepEqual(room.names(), ["context", "context.json", "context.log.jsonl"]);
  const [, written, ...more] = room.textAt("context/until-2.jsonl").split("\n");
  assert.deepEqual({ written, more: more.length }, { written: "not a line", more: 2 });
  assert.equal(room.textAt("context.log.jsonl").split("\n").length - 1, 1);
  assert.deepEqual(other.read(), { context: room.fromLog(), unreadable: [] });
  await other.block({ by: "ben", task: "post", why: "no facts" });
  assert.deepEqual(room.context.read().context, room.fromLog());
  assert.deepEqual(room.file(), room.fromLog());
});

function damage(path: string, text: string | undefined): void {
  if (text === undefined) rmSync(path);
  else writeFileSync(path, text);
}
