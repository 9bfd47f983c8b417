import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { deskRoom } from "./desk-room.js";

test("a question after what goes on is answered from live state, and no work is queued", async () => {
  const room = deskRoom();
  await room.hear("What's running?");
  assert.equal(await room.take(), undefined);
  assert.deepEqual([...room.replies.values()], [{ to: "terminal:1", text: "Nothing runs." }]);
  assert.equal(room.queued.size, 0);
});

test("a message that is heard again is the same message, also after a restart", async () => {
  const room = deskRoom();
  const message = await room.hear("/run publisher");
  await room.take();
  room.restart();
  await room.desk().hear("terminal", [message], "i1");
  await room.take();
  assert.equal(room.queued.size, 1);
  assert.equal(room.desk().cursorOf("terminal"), "i1");
});

test("work is acknowledged by what lies in the lane", async () => {
  const room = deskRoom();
  await room.hear("/run publisher", { chat: "1" });
  await room.hear('/run dossier {"topic": "locks"}', { chat: "2" });
  await room.take();
  assert.deepEqual(room.said(), [
    'Queued: publisher, in the lane "main"; it is next.',
    'Queued: dossier, in the lane "main"; 1 waits before it.',
  ]);
});

test("work that cannot be queued is not acknowledged: the error is said", async () => {
  const room = deskRoom();
  await room.hear("/run publsher");
  await room.take();
  assert.deepEqual(room.said(), ['I did nothing: there is no pipeline "publsher" (did you mean "publisher"?)']);
  assert.equal(room.queued.size, 0);
  await room.hear("status");
  await room.take();
  assert.equal(room.said().length, 2);
});

test("what rules cannot read is for a pipeline to read, whose answer is said", async () => {
  const room = deskRoom();
  await room.hear("Who wrote about locks last week?");
  await room.take();
  assert.deepEqual(room.works(), [{ pipeline: "front-desk", input: { text: "Who wrote about locks last week?", thread: "terminal:1" } }]);
  assert.deepEqual(room.said(), []);
  const [work] = room.queued.values();
  await room.desk().finished(work ?? assert.fail(), { do: "answer", text: "Ana did." });
  await room.desk().finished(work ?? assert.fail(), { do: "answer", text: "Ana did." });
  assert.deepEqual(room.said(), ["Ana did."]);
});

test("what a model reads as work is queued and acknowledged; a pipeline that there is none of is said", async () => {
  const room = deskRoom();
  await room.hear("Write me something on locks", { chat: "1" });
  await room.hear("Dance", { chat: "2" });
  await room.take();
  const [one, other] = [...room.queued.values()];
  await room.desk().finished(one ?? assert.fail(), { do: "run", pipeline: "dossier", input: { topic: "locks" } });
  await room.desk().finished(other ?? assert.fail(), { do: "run", pipeline: "dance", input: {} });
  assert.deepEqual(room.said(), [
    'Queued: dossier, in the lane "main"; 2 wait before it.',
    'I did nothing: there is no pipeline "dance" (did you mean "publisher"?)',
  ]);
});

test("messages of a thread that come within the quiet time are taken together", async () => {
  const room = deskRoom({ quietMs: 500 });
  await room.hear("Look into");
  room.later(300);
  await room.hear("the locks");
  assert.equal(await room.take(), 500);
  room.later(500);
  await room.take();
  assert.deepEqual(
    room.works().map(({ input }) => input),
    [{ text: "Look into\nthe locks", thread: "terminal:1" }],
  );
});

test("what comes in while a thread is busy is collected, and taken when the work is over", async () => {
  const room = deskRoom();
  await room.hear("First thing");
  await room.take();
  await room.hear("Second thing");
  await room.hear("Third thing");
  await room.hear("Somebody else's", { chat: "2" });
  await room.take();
  assert.equal(room.queued.size, 2);
  room.restart();
  const [first] = room.queued.values();
  await room.desk().finished(first ?? assert.fail(), { do: "answer", text: "Done." });
  await room.take();
  assert.deepEqual(room.works().at(-1)?.input, { text: "Second thing\nThird thing", thread: "terminal:1" });
});

test("as a follow-up each message has its own turn", async () => {
  const room = deskRoom({ whileBusy: "follow-up" });
  for (const text of ["One thing", "Other thing"]) await room.hear(text);
  await room.take();
  assert.equal(room.queued.size, 1);
  const [first] = room.queued.values();
  await room.desk().finished(first ?? assert.fail());
  await room.take();
  assert.deepEqual(
    room.works().map(({ input }) => input),
    [
      { text: "One thing", thread: "terminal:1" },
      { text: "Other thing", thread: "terminal:1" },
    ],
  );
});

test("where messages interrupt, the work at hand is ended and what came in is taken", async () => {
  const room = deskRoom({ whileBusy: "interrupt" });
  await room.hear("First thing");
  await room.take();
  await room.hear("Rather this");
  await room.take();
  assert.deepEqual(room.stopped, [[...room.queued.keys()][0]]);
  assert.deepEqual(room.works().at(-1)?.input, { text: "Rather this", thread: "terminal:1" });
});

test("a command is taken at once, however busy its thread is, and /stop ends what is under way", async () => {
  const room = deskRoom();
  await room.hear("First thing");
  await room.take();
  await room.hear("status");
  await room.hear("/stop");
  await room.take();
  assert.deepEqual(room.said(), ["Nothing runs.", "Stopped."]);
  assert.deepEqual(room.stopped, [...room.queued.keys()]);
});

test("more messages than the cap are summed up and said, not dropped in silence", async () => {
  const room = deskRoom({ cap: 2 });
  for (const text of ["The first of all these things, which goes on and on and on and on", "b", "c", "d"]) await room.hear(text);
  await room.take();
  const summed = [
    "2 earlier messages, of which only the beginning is kept:",
    "- The first of all these things, which goes on and on and on…",
    "- b",
  ].join("\n");
  assert.deepEqual(
    room.works().map(({ input }) => input),
    [{ text: `${summed}\n\nc\nd`, thread: "terminal:1" }],
  );
  assert.deepEqual(room.said(), [`Queued: front-desk, in the lane "main"; it is next.\n\n${summed}`]);
});

test("a correction of what a pipeline brought becomes a lesson for it, at once", async () => {
  const room = deskRoom();
  await room.hear("No, never begin with a question.", { answers: "post-7", from: { id: "ana", name: "Ana" } });
  await room.take();
  assert.deepEqual(room.taught, [{ pipeline: "publisher", text: "No, never begin with a question.", by: "ana" }]);
  assert.deepEqual(room.said(), ['Kept for "publisher".']);
  await room.hear("From now on, no puns.");
  await room.take();
  assert.equal(room.taught.length, 1);
});

test("an answer to a gate is none of the desk's", async () => {
  const room = deskRoom();
  await room.hear("approve", { answers: "gate-1" });
  await room.take();
  assert.deepEqual([room.queued.size, room.said()], [0, []]);
});

test("whoever is known by name has one conversation over all channels", async () => {
  const room = deskRoom();
  const from = { id: "ana", name: "Ana" };
  await room.desk().hear("telegram", [room.message("Look into", { from })], "1");
  await room.desk().hear("mail", [room.message("the locks", { from, chat: "ana@example.org" })], "1");
  await room.take();
  assert.deepEqual(
    room.works().map(({ input }) => input),
    [{ text: "Look into\nthe locks", thread: "person:ana" }],
  );
});

test("killed anywhere, each message is dealt with once in the end, and nothing is acknowledged that was not queued", async () => {
  const fault = fc.constantFrom("before" as const, "after" as const, undefined, undefined);
  const said = fc.constantFrom("/run publisher", "/run nothing", "status", "Something unclear");
  const step = fc.record({ text: said, chat: fc.constantFrom("1", "2"), faults: fc.array(fault, { maxLength: 3 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const room = deskRoom();
      for (const { text, chat, faults } of steps) {
        await room.hear(text, { chat });
        room.faults.splice(0, room.faults.length, ...faults);
        await room.take().catch(() => room.restart());
        for (const { item, work } of [...room.queued.values()])
          await room
            .desk()
            .finished({ item, work })
            .catch(() => room.restart());
      }
      room.faults.length = 0;
      for (let time = 0; time <= steps.length; time += 1) {
        await room.take();
        for (const { item, work } of [...room.queued.values()]) await room.desk().finished({ item, work });
      }
      assert.equal(await room.take(), undefined);
      const acknowledged = room.said().filter((text) => text.startsWith("Queued"));
      assert.ok(acknowledged.length <= room.queued.size);
      const unclear = room.works().filter(({ pipeline }) => pipeline === "front-desk");
      const lines = unclear.flatMap(({ input }) => (input as { text: string }).text.split("\n"));
      const count = (wanted: string) => lines.filter((line) => line === wanted).length;
      assert.equal(count("Something unclear"), steps.filter(({ text }) => text === "Something unclear").length);
      assert.equal(room.said().filter((text) => text === "Nothing runs.").length, steps.filter(({ text }) => text === "status").length);
    }),
    { numRuns: 60 },
  );
});
