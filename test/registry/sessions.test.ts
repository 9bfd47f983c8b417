import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Message } from "../../src/model/index.js";
import { type SessionMessage, SessionSettings } from "../../src/registry/index.js";
import { emptyIndex, foldIndex, type IndexLine, linesOfIndex, toForget } from "../../src/registry/sessions/session-index.js";
import { emptySession, foldSession, linesOfSession, type SessionLine } from "../../src/registry/sessions/session-log.js";
import { realDisk } from "../../src/store/index.js";
import { ANA, assistant, BO, sessionsRoom, user } from "./sessions-room.js";

const AT = "2026-03-19T12:00:00.000Z";

describe("create", () => {
  test("each agent has one session in a chat at a time", async () => {
    const { sessions } = sessionsRoom();
    assert.deepEqual(await sessions.open(ANA), { session: { id: "s1", ...ANA, at: AT, lastAt: AT }, isResumed: false });
    assert.equal((await sessions.open(BO)).session.id, "s2");
    assert.equal((await sessions.open({ ...ANA, agent: "builder" })).session.id, "s3");
    assert.deepEqual(await sessions.open(ANA), { session: { id: "s1", ...ANA, at: AT, lastAt: AT }, isResumed: true });
    assert.equal(sessions.find(ANA)?.id, "s1");
    assert.equal(sessions.find({ ...BO, agent: "builder" }), undefined);
    assert.deepEqual(
      sessions.list().map(({ id }) => id),
      ["s1", "s2", "s3"],
    );
  });

  test("two processes that open one at once get the same", async () => {
    const room = sessionsRoom();
    const [one, other] = await Promise.all([room.sessions.open(ANA), room.open().open(ANA)]);
    assert.equal(one.session.id, other.session.id);
    assert.equal(room.sessions.list().length, 1);
  });

  test("looking makes nothing on the disk", () => {
    const { sessions, folder } = sessionsRoom();
    assert.deepEqual([sessions.list(), sessions.find(ANA), sessions.get("s1")], [[], undefined, undefined]);
    assert.ok(!existsSync(join(folder, "registry")));
  });

  test("what is no talk, no message and no session is an error that says so", async () => {
    const { sessions } = sessionsRoom();
    await assert.rejects(sessions.open({ ...ANA, chat: "" }), {
      code: "sessions/invalid",
      message: "a session needs an agent, a channel and a chat: ✖ Too small: expected string to have >=1 characters\n  → at chat",
      hint: "see what is missing",
    });
    const { session } = await sessions.open(ANA);
    await assert.rejects(sessions.append(session.id, []), { code: "sessions/invalid" });
    for (const act of [() => sessions.append("s9", [user("hello")]), () => sessions.close("s9"), async () => sessions.messages("s9")]) {
      await assert.rejects(act, {
        code: "sessions/none",
        message: 'there is no session "s9"',
        hint: "open one for the agent and the chat",
      });
    }
  });

  test("settings that are not right are refused", () => {
    assert.throws(() => SessionSettings.parse({ keep: 3 }));
    assert.throws(() => SessionSettings.parse({ idleSeconds: 0 }));
  });
});

describe("persist", () => {
  test("what is said is one line in the session's own file, and the index knows when", async () => {
    const room = sessionsRoom();
    const { session } = await room.sessions.open(ANA);
    room.later(60);
    assert.equal(await room.sessions.append(session.id, [user("hello"), assistant("good morning")], "mail-1"), true);
    assert.deepEqual(readdirSync(join(room.folder, "registry")), ["sessions", "sessions.jsonl"]);
    assert.deepEqual(JSON.parse(readFileSync(join(room.folder, "registry/sessions/s1.jsonl"), "utf8")), {
      type: "messages",
      at: "2026-03-19T12:01:00.000Z",
      key: "mail-1",
      messages: [user("hello"), assistant("good morning")],
    });
    assert.equal(room.sessions.get("s1")?.lastAt, "2026-03-19T12:01:00.000Z");
  });

  test("the same key again adds nothing", async () => {
    const room = sessionsRoom();
    const { session } = await room.sessions.open(ANA);
    await room.sessions.append(session.id, [user("hello")], "mail-1");
    assert.equal(await room.sessions.append(session.id, [user("hello")], "mail-1"), false);
    assert.equal(await room.open().append(session.id, [user("hello")], "mail-1"), false);
    assert.deepEqual(room.said(session.id), ["hello"]);
  });

  test("two processes that add at once lose nothing", async () => {
    const room = sessionsRoom();
    const { session } = await room.sessions.open(ANA);
    const other = room.open();
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? other : room.sessions).append(session.id, [user(`${index}`)])));
    assert.equal(new Set(room.said(session.id)).size, 20);
    assert.deepEqual(room.said(session.id), room.said(session.id, other));
  });

  test("looking for a session reads no session's file, and not more of them stay in memory than may", async () => {
    const opened: string[] = [];
    const disk = {
      ...realDisk,
      openSync: (...given: Parameters<typeof realDisk.openSync>) => {
        opened.push(String(given[0]));
        return realDisk.openSync(...given);
      },
    };
    const room = sessionsRoom();
    for (let chat = 1; chat <= 105; chat += 1) {
      const { session } = await room.sessions.open({ ...ANA, chat: `${chat}` });
      await room.sessions.append(session.id, [user(`hello ${chat}`)]);
    }
    const other = room.open({ disk });
    assert.equal(other.list().length, 105);
    assert.equal(other.find({ ...ANA, chat: "7" })?.id, "s7");
    assert.equal(other.get("s8")?.chat, "8");
    assert.deepEqual(
      opened.filter((path) => !path.endsWith("sessions.jsonl")),
      [],
    );
    assert.deepEqual([room.said("s1"), room.said("s105")], [["hello 1"], ["hello 105"]]);
  });
});

describe("resume", () => {
  test("after a restart the conversation goes on where it was, also behind a line that was cut off", async () => {
    const room = sessionsRoom();
    const { session } = await room.sessions.open(ANA);
    await room.sessions.append(session.id, [user("hello")]);
    appendFileSync(join(room.folder, "registry/sessions/s1.jsonl"), '{"type":"messages","at":"2026-03-19T12:00:0');
    const next = room.open();
    assert.equal((await next.open(ANA)).isResumed, true);
    assert.deepEqual(room.said(session.id, next), ["hello"]);
    await next.append(session.id, [assistant("good morning")]);
    assert.deepEqual(room.said(session.id, next), ["hello", "good morning"]);
    assert.deepEqual(room.said(session.id, room.open()), ["hello", "good morning"]);
  });

  test("a process that died between a session's file and the index has lost nothing", async () => {
    const room = sessionsRoom({ idleSeconds: 100 });
    const { session } = await room.sessions.open(ANA);
    await room.sessions.append(session.id, [user("hello")]);
    const line = (more: object) => appendFileSync(join(room.folder, "registry/sessions/s1.jsonl"), `${JSON.stringify(more)}\n`);
    line({ type: "messages", at: "2026-03-19T12:01:30.000Z", messages: [user("still here")] });
    room.later(120);
    // By the index it has expired.
    assert.deepEqual(await room.sessions.expire(), []);
    assert.deepEqual((await room.sessions.open(ANA)).session, { ...session, lastAt: "2026-03-19T12:01:30.000Z" });
    line({ type: "ended", at: "2026-03-19T12:02:00.000Z", how: "closed", because: "done" });
    assert.equal((await room.open().open(ANA)).session.id, "s2");
    assert.equal(room.sessions.get("s1")?.end?.because, "done");
  });

  test("a session goes on with any model: its messages are those that the model layer takes", async () => {
    const messages: Message[] = [
      { role: "system", content: "You are the chief of staff." },
      user("What is on today?"),
      {
        role: "assistant",
        content: "",
        reasoning: [{ text: "look it up", by: "anthropic", signature: "c2ln" }],
        calls: [{ id: "c1", name: "calendar", arguments: { day: "2026-03-19" } }],
      },
      { role: "tool", call: "c1", content: "nothing", isError: false },
      assistant("Nothing."),
    ];
    const room = sessionsRoom();
    const { session } = await room.sessions.open(ANA);
    // Either takes the other's: what one layer has more than the other does not compile.
    const given: SessionMessage[] = messages;
    await room.sessions.append(session.id, given);
    const back: Message[] = room
      .open()
      .messages(session.id)
      .map(({ message }) => message);
    assert.deepEqual(back, messages);
  });
});

describe("expire", () => {
  test("a session in which nothing was said for long enough has expired, and the next is a new one", async () => {
    const room = sessionsRoom({ idleSeconds: 100 });
    const { session } = await room.sessions.open(ANA);
    room.later(99);
    await room.sessions.append(session.id, [user("hello")]);
    room.later(99);
    assert.equal((await room.sessions.open(ANA)).isResumed, true);
    room.later(1);
    await assert.rejects(room.sessions.append(session.id, [user("are you there?")]), {
      code: "sessions/ended",
      message: 'the session "s1" has expired: nothing was said in it for 100 seconds',
      hint: "open another",
    });
    assert.deepEqual((await room.sessions.open(ANA)).session.id, "s2");
    assert.deepEqual(room.sessions.get("s1")?.end, {
      at: "2026-03-19T12:03:19.000Z",
      how: "expired",
      because: "nothing was said in it for 100 seconds",
    });
    assert.deepEqual(room.said("s1"), ["hello"]);
  });

  test("a session that is old enough has expired, however much is said in it", async () => {
    const room = sessionsRoom({ idleSeconds: 100, ageSeconds: 150 });
    const { session } = await room.sessions.open(ANA);
    await room.sessions.open(BO);
    room.later(80);
    await room.sessions.append(session.id, [user("hello")]);
    await room.sessions.append("s2", [user("hello")]);
    room.later(69);
    assert.deepEqual(await room.sessions.expire(), []);
    await room.sessions.close("s2");
    room.later(1);
    const expired = await room.sessions.expire();
    assert.deepEqual(
      expired.map(({ id, end }) => [id, end?.how, end?.because]),
      [["s1", "expired", "it was opened 150 seconds ago"]],
    );
    assert.deepEqual(await room.sessions.expire(), []);
  });

  test("one that is closed stays as it ended, and its chat has another next", async () => {
    const room = sessionsRoom();
    const { session } = await room.sessions.open(ANA);
    const closed = await room.sessions.close(session.id, "it was told");
    assert.deepEqual(closed.end, { at: AT, how: "closed", because: "it was told" });
    assert.deepEqual(await room.open().close(session.id), closed);
    await assert.rejects(room.open().append(session.id, [user("hello")]), {
      code: "sessions/ended",
      message: 'the session "s1" has closed: it was told',
    });
    assert.equal(room.sessions.find(ANA), undefined);
    assert.equal((await room.sessions.open(ANA)).isResumed, false);
  });
});

describe("prune", () => {
  test("the newest messages stay, and the first line; the disk is cleared of the rest, and of no end", async () => {
    const room = sessionsRoom({ keepMessages: 5 });
    const { session } = await room.sessions.open(ANA);
    await room.sessions.append(session.id, [{ role: "system", content: "Ana likes it short." }]);
    for (let time = 1; time <= 120; time += 1) await room.sessions.append(session.id, [user(`${time}`)], `k${time}`);
    const kept = ["Ana likes it short.", "117", "118", "119", "120"];
    assert.deepEqual(room.said(session.id), kept);
    const lines = () => readFileSync(join(room.folder, "registry/sessions/s1.jsonl"), "utf8").trim().split("\n");
    assert.ok(lines().length < 60, `${lines().length} lines`);
    assert.deepEqual(room.said(session.id, room.open()), kept);
    assert.equal(await room.open().append(session.id, [user("120")], "k120"), false);
    // What was taken off does not come back.
    room.change({ keepMessages: 1_000 });
    assert.ok(room.said(session.id).length < 60);
    await room.sessions.close(session.id);
    assert.equal(room.open().get(session.id)?.end?.how, "closed");
  });
});

test("a session's file that was compacted keeps its end", () => {
  const lines: SessionLine[] = [
    { type: "messages", at: AT, key: "k", messages: [user("1"), user("2")] },
    { type: "ended", at: AT, how: "closed", because: "it was told" },
  ];
  const state = lines.reduce(foldSession, emptySession());
  const again = linesOfSession(state, (entries) => entries).reduce(foldSession, emptySession());
  assert.deepEqual(again, state);
  // What comes behind an end is no other end.
  assert.deepEqual(foldSession(again, { type: "ended", at: AT, how: "expired", because: "late" }).end?.how, "closed");
});

test("an index that was compacted means the same", async () => {
  const room = sessionsRoom();
  for (const chat of ["1", "2", "3"]) await room.sessions.open({ ...ANA, chat });
  for (const id of ["s1", "s2"]) await room.sessions.close(id);
  const before = room.sessions.list();
  await room.sessions.index.compact(0, linesOfIndex);
  assert.deepEqual(room.open().list(), before);
  assert.equal((await room.open().open({ ...ANA, chat: "3" })).session.id, "s3");
});

describe("what was said in a session that has ended", () => {
  const files = (folder: string) => readdirSync(join(folder, "registry/sessions")).sort();
  const ended = async () => {
    const room = sessionsRoom({ keepEndedSeconds: 1_000 });
    for (const chat of ["old", "new", "open"]) {
      const { session } = await room.sessions.open({ ...ANA, chat });
      await room.sessions.append(session.id, [user("hello")], "k");
    }
    await room.sessions.close("s1");
    room.later(600);
    await room.sessions.close("s2");
    return room;
  };

  test("is taken off the disk some time after its end, and nobody knows the session any more", async () => {
    const room = await ended();
    room.later(500);
    assert.deepEqual(await room.sessions.expire(), []);
    assert.deepEqual(files(room.folder), ["s2.jsonl", "s3.jsonl"]);
    assert.deepEqual(
      room
        .open()
        .list()
        .map(({ id }) => id),
      ["s2", "s3"],
    );
    assert.throws(() => room.sessions.messages("s1"), { code: "sessions/none" });
    assert.deepEqual(room.said("s3"), ["hello"]);
    await room.sessions.expire();
    assert.deepEqual(files(room.folder), ["s2.jsonl", "s3.jsonl"]);
  });

  test("is taken away by the next process where one was killed between the file and the index, and none brings it back", async () => {
    const room = await ended();
    unlinkSync(join(room.folder, "registry/sessions/s1.jsonl"));
    const next = room.open();
    // Whoever still has it by its name makes no file of it.
    assert.equal((await next.close("s1")).end?.how, "closed");
    await assert.rejects(next.append("s1", [user("more")]), { code: "sessions/ended" });
    assert.deepEqual(files(room.folder), ["s2.jsonl", "s3.jsonl"]);
    room.later(500);
    await Promise.all([next.expire(), room.open().expire()]);
    assert.deepEqual(
      room
        .open()
        .list()
        .map(({ id }) => id),
      ["s2", "s3"],
    );
  });

  test("of more than are kept the oldest is forgotten first, however long ago it was", () => {
    const at = (hour: number) => `2026-03-19T0${hour}:00:00.000Z`;
    const lines = [1, 2, 3].flatMap((hour): IndexLine[] => [
      { type: "opened", id: `s${hour}`, ...ANA, at: at(hour) },
      { type: "ended", id: `s${hour}`, at: at(hour), how: "closed", because: "over" },
    ]);
    const index = lines.reduce(foldIndex, emptyIndex());
    assert.deepEqual(toForget(index, at(1), 2), ["s1"]);
    assert.deepEqual(toForget(index, at(3), 9), ["s1", "s2"]);
    assert.deepEqual(foldIndex(index, { type: "forgotten", id: "s2" }).sessions.size, 2);
    // One that is forgotten while it is open is open no more.
    const open = foldIndex(emptyIndex(), { type: "opened", id: "s9", ...ANA, at: at(1) });
    assert.equal(foldIndex(open, { type: "forgotten", id: "s9" }).open.size, 0);
  });
});
