import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dispatchRoom } from "./room.js";

test("messages go out in the order in which they were emitted, each once", async () => {
  const room = dispatchRoom();
  for (const text of ["one", "two", "three"]) await room.say(text);
  assert.equal(await room.dispatch(), undefined);
  assert.deepEqual(room.channel.texts, ["one", "two", "three"]);
  await room.dispatch();
  assert.equal(room.channel.arrived.length, 3);
  assert.deepEqual(room.recorded, [
    { key: "m1", provider: ["p1"], sources: ["briefing"] },
    { key: "m2", provider: ["p2"], sources: ["briefing"] },
    { key: "m3", provider: ["p3"], sources: ["briefing"] },
  ]);
  assert.deepEqual(room.closed, ["m1", "m2", "m3"]);
});

test("a message that is emitted again under its id is the same message", async () => {
  const room = dispatchRoom();
  assert.equal(await room.say("one", {}, "run-7/report"), "run-7/report");
  await room.say("one", {}, "run-7/report");
  await room.dispatch();
  await room.say("one", {}, "run-7/report");
  await room.dispatch();
  assert.deepEqual(room.channel.texts, ["one"]);
});

test("a failed message is tried again after 5, 10 and 20 seconds, and holds back its chat but no other", async () => {
  const room = dispatchRoom();
  room.channel.faults.push("down", "down", "down");
  await room.say("first");
  assert.equal(await room.dispatch(), 5);
  await room.say("second");
  await room.say("elsewhere", { chat_id: "bo" });
  assert.equal(await room.dispatch(), 5);
  assert.equal(room.channel.arrived.length, 0);
  assert.deepEqual(room.trouble, ["a message was not sent: the line is down", "a message was not sent: the line is down"]);
  room.later(5);
  // The third fault meets one of the two that are due now; the other goes out.
  await room.dispatch();
  room.later(20);
  await room.dispatch();
  assert.deepEqual(room.channel.texts.toSorted(), ["elsewhere", "first", "second"]);
  assert.ok(room.channel.texts.indexOf("first") < room.channel.texts.indexOf("second"));
});

test("a message whose answer was lost is looked up, and not sent again", async () => {
  const room = dispatchRoom();
  room.channel.faults.push("lost");
  await room.say("once");
  assert.equal(await room.dispatch(), 5);
  room.later(5);
  await room.dispatch();
  assert.deepEqual(room.channel.texts, ["once"]);
  assert.deepEqual(room.recorded, [{ key: "m1", provider: ["p1"], sources: ["briefing"] }]);
});

test("what the channel cannot tell is given up, and goes out again only by a person's word", async () => {
  const room = dispatchRoom();
  room.channel.faults.push("down");
  room.channel.canTell = false;
  await room.say("perhaps");
  await room.say("after it");
  await room.dispatch();
  room.later(5);
  await room.dispatch();
  assert.deepEqual(room.channel.texts, ["after it"]);
  assert.deepEqual(
    room.outbox.dead().map(({ id, because }) => ({ id, because })),
    [{ id: "m1", because: "it may have been sent: the channel cannot tell" }],
  );
  await room.outbox.again("m1");
  await room.dispatch();
  assert.deepEqual(room.channel.texts, ["after it", "perhaps"]);
  assert.deepEqual(room.outbox.dead(), []);
});

test("a message is given up after its tries, at once where trying cannot help, and can be dropped", async () => {
  const room = dispatchRoom({ retry: { tries: 2 } });
  room.channel.faults.push("down", "down", "final");
  await room.say("tried");
  await room.dispatch();
  room.later(5);
  await room.dispatch();
  await room.say("never", { chat_id: "bo" });
  room.later(10);
  await room.dispatch();
  assert.deepEqual(
    room.outbox.dead().map(({ because }) => because),
    ["2 tries failed, the last one: the line is down", "no such chat"],
  );
  await room.outbox.drop("m1");
  assert.deepEqual(
    room.outbox.dead().map(({ id }) => id),
    ["m2"],
  );
  await assert.rejects(room.outbox.again("m1"), { code: "dispatch/no-letter", message: 'no message "m1" was given up' });
});

test("a channel that is gone gives its messages up", async () => {
  const room = dispatchRoom();
  await room.say("to whom");
  await room.dispatch({ channels: () => ({}) });
  assert.deepEqual(
    room.outbox.dead().map(({ because }) => because),
    ['there is no channel "fake"'],
  );
});

test("in quiet hours only messages of high priority go out, the rest when they end", async () => {
  const room = dispatchRoom({ quiet: { from: "22:00", to: "07:00", zone: "Europe/Bucharest" } });
  room.setTime("2026-03-19T21:30:00Z"); // 23:30 in Bucharest
  await room.say("a note");
  await room.say("the disk is full", { priority: "high" });
  assert.equal(await room.dispatch(), 7.5 * 3600);
  assert.deepEqual(room.channel.texts, ["the disk is full"]);
  room.later(7.5 * 3600);
  await room.dispatch();
  assert.deepEqual(room.channel.texts, ["the disk is full", "a note"]);
});

test("a chat's own quiet hours count for it alone", async () => {
  const quiet = { from: "11:00", to: "13:00", zone: "UTC" };
  const room = dispatchRoom({ chats: { ana: { channel: "fake", chat: "1", quiet }, bo: { channel: "fake", chat: "2" } } });
  await room.say("later");
  await room.say("now", { chat_id: "bo" });
  assert.equal(await room.dispatch(), 3600);
  assert.deepEqual(room.channel.texts, ["now"]);
});

test("messages of low priority are told together, half an hour after the first", async () => {
  const room = dispatchRoom();
  await room.say("3 mails sorted", { priority: "low" });
  room.later(600);
  await room.say("backup done\nin 3 s", { priority: "low", source: "backup" });
  assert.equal(await room.dispatch(), 1200);
  await room.say("hello");
  await room.dispatch();
  room.later(1200);
  await room.dispatch();
  assert.deepEqual(room.channel.texts, ["hello", "- briefing: 3 mails sorted\n- backup: backup done\n  in 3 s"]);
  assert.deepEqual(room.closed, ["m3", "m1", "m2"]);
});

test("so many messages of low priority as make a digest do not wait", async () => {
  const room = dispatchRoom({ digest: { most: 2 } });
  for (const text of ["a", "b", "c"]) await room.say(text, { priority: "low" });
  assert.equal(await room.dispatch(), 1800);
  assert.deepEqual(room.channel.texts, ["- briefing: a\n- briefing: b"]);
});

test("a channel is asked no more often in a minute than it takes", async () => {
  const room = dispatchRoom({ perMinute: { fake: 2 } });
  for (const text of ["1", "2", "3"]) await room.say(text);
  await room.say("4", { chat_id: "bo" });
  assert.equal(await room.dispatch(), 60);
  assert.equal(room.channel.texts.length, 2);
  room.later(59);
  assert.equal(await room.dispatch(), 1);
  room.later(1);
  assert.equal(await room.dispatch(), undefined);
  assert.equal(room.channel.texts.length, 4);
});

test("what follows a delivery is done once it can be, and the message is not sent again for it", async () => {
  const room = dispatchRoom();
  await room.say("done");
  let tries = 0;
  const close = async () => {
    tries += 1;
    if (tries === 1) throw new Error("the session is locked");
  };
  await room.dispatch({ close });
  await room.dispatch({ close });
  await room.dispatch({ close });
  assert.equal(tries, 2);
  assert.deepEqual(room.channel.texts, ["done"]);
  assert.deepEqual(room.trouble, ["what comes after a delivery failed: the session is locked"]);
});

test("a chat that nobody knows is an error that names the nearest one, and nothing is queued", async () => {
  const room = dispatchRoom();
  await assert.rejects(room.say("hi", { chat_id: "anna" }), {
    code: "dispatch/chat",
    message: 'there is no chat "anna"',
    hint: 'did you mean "ana"? Name one of `chats` in the configuration, or a channel and its chat: "fake:me"',
  });
  await assert.rejects(room.say("  "), { code: "dispatch/reply" });
  assert.equal(room.outbox.log.read().chats.size, 0);
  await room.say("hi", { chat_id: "fake:77" });
  await room.dispatch();
  assert.equal(room.channel.arrived[0]?.chat, "77");
});

test("whatever goes wrong, every message arrives once, in the order of its chat, or is given up", async () => {
  const fault = fc.constantFrom("down" as const, "lost" as const, undefined);
  const message = fc.record({ chat: fc.constantFrom("ana", "bo"), fault, pause: fc.nat(40), compact: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 12 }), async (messages) => {
      const room = dispatchRoom({ retry: { tries: 3 } });
      for (const [index, { chat, fault, pause, compact }] of messages.entries()) {
        await room.say(String(index), { chat_id: chat });
        if (fault !== undefined) room.channel.faults.push(fault);
        await room.dispatch();
        room.later(pause);
        if (compact) {
          const { linesOfOutbox } = await import("../../src/dispatch/outbox-state.js");
          await room.outbox.log.compact(0, (state) => linesOfOutbox(state, 100));
        }
      }
      for (let time = 0; time < 8; time += 1) {
        room.later(60);
        await room.dispatch();
      }
      const dead = room.outbox.dead().map(({ reply }) => reply.message);
      assert.deepEqual(
        [...room.channel.texts, ...dead].map(Number).sort((a, b) => a - b),
        messages.map((_, index) => index),
      );
      for (const chat of ["1", "2"]) {
        const told = room.channel.arrived.filter((one) => one.chat === chat).map(({ text }) => Number(text));
        assert.deepEqual(
          told,
          told.toSorted((a, b) => a - b),
        );
      }
      assert.equal(room.closed.length, room.channel.texts.length);
    }),
    { numRuns: 60 },
  );
});
