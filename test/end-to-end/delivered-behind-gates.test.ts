import assert from "node:assert/strict";
import { test } from "node:test";
import { ANA } from "../adapters/chat/fake-telegram.js";
import { modelServer } from "../model/server/model-server.js";
import { house, press, telegramFor } from "./house.js";

test("a complex task is asked for in a chat, decided about twice, delivered once and told once, and its journal holds all of it", async (t) => {
  const { configure, round, runsOf, journal, delivered } = house(t, ["bulletin"]);
  const telegram = await telegramFor(t);
  const model = await modelServer(t, "openai", [{ says: { parts: [{ text: "The thaw begins in March and ends in April." }] } }]);
  configure({
    channels: { telegram: { kind: "telegram", chats: [ANA], apiRoot: telegram.url } },
    gates: { places: [{ chat: `telegram:${ANA}`, people: { [ANA]: "ana" } }] },
    models: { writer: { model: model.model } },
    routes: { rules: [{ when: {}, use: ["writer"] }] },
  });

  const question = () => telegram.said(ANA).findLast((text) => text.includes("waits at")) ?? "";

  telegram.write(ANA, '/run bulletin {"about": "The thaw"}');
  await round();
  assert.match(telegram.said(ANA)[0] ?? "", /^Queued: bulletin, in the lane "main"/);
  assert.match(question(), /waits at "agree"/);
  assert.equal(model.received.length, 0, "nothing is written before the plan is agreed on");

  press(telegram, ANA, "approve");
  await round();
  assert.match(question(), /waits at "approve"[\s\S]*The thaw begins in March/);
  assert.deepEqual(delivered(), []);

  press(telegram, ANA, "approve");
  await round();
  assert.equal(delivered().length, 1);
  assert.match(delivered()[0] ?? "", /The thaw begins in March and ends in April\.$/);

  await round();
  const ends = telegram.said(ANA).filter((text) => text.startsWith("bulletin: done"));
  assert.deepEqual(ends.length, 1);
  assert.match(ends[0] ?? "", /It is on the shelf\.$/);
  assert.equal(delivered().length, 1);

  const [run = "", ...others] = await runsOf("bulletin");
  assert.deepEqual(others, []);
  const events = journal(run);
  assert.deepEqual(
    events.flatMap(({ type, stage, by, where, decision }) => (type === "gate-decided" ? [[stage, decision, by, where]] : [])),
    [
      ["agree", "approve", "ana", `telegram:${ANA}`],
      ["approve", "approve", "ana", `telegram:${ANA}`],
    ],
  );
  assert.equal(events.at(-1)?.type, "run-done");
});
