import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { dispatchRoom } from "../dispatch/room.js";
import { shell } from "./shell.js";

test("the outbox lists what waits, what is tried again and what was given up, and takes a person's word on the last", async (t) => {
  const { call, cwd } = shell(t);
  const root = join(cwd, ".stagewright");
  assert.deepEqual(await call(["outbox"]), { code: 0, out: `nothing waits to be sent in ${root}\n`, err: "" });
  const room = dispatchRoom({}, root);
  room.channel.faults.push("final", "down");
  await room.say("Gone for ever");
  await room.dispatch();
  await room.say("Tried again");
  await room.dispatch();
  await room.say("Waits\nfor its turn, which comes when the one before it has arrived");
  const now = "2026-03-19T12:05:00.000Z";
  assert.deepEqual(await call(["outbox"], { now }), {
    code: 0,
    err: "",
    out: [
      "message  to      from      waits for   says",
      "m3       fake:1  briefing  5 min 00 s  Waits for its turn, which comes when the one befo…",
      "",
      "is sent  to      failed  because",
      "m2       fake:1  1       the line is down",
      "",
      "given up  to      ago         because       says",
      "m1        fake:1  5 min 00 s  no such chat  Gone for ever",
      "",
    ].join("\n"),
  });
  const json = JSON.parse((await call(["outbox", "--json"])).out);
  assert.deepEqual(json.dead, [
    { id: "m1", at: "2026-03-19T12:00:00.000Z", to: "fake:1", because: "no such chat", message: "Gone for ever" },
  ]);
  assert.deepEqual(await call(["outbox", "again", "m1"]), { code: 0, out: "message m1 is queued again\n", err: "" });
  assert.equal((await call(["outbox", "drop", "m1"])).code, 2);
});
