import assert from "node:assert/strict";
import { test } from "node:test";
import { ANA } from "../adapters/chat/fake-telegram.js";
import { modelServer } from "../model/server/model-server.js";
import { house, telegramFor } from "./house.js";

const LONG = "Dear all, it is with great pleasure that we write to you about the thaw.";
const SHORT = "The thaw is here.";

test("a correction of a result shapes what the next run is told, and so what it brings", async (t) => {
  const { configure, round } = house(t, ["note"]);
  const telegram = await telegramFor(t);
  // Does as it is told, and no better.
  const model = await modelServer(t, "openai", ({ body }) => ({
    says: { parts: [{ text: JSON.stringify(body).includes("Too long: leave the greeting out") ? SHORT : LONG }] },
  }));
  configure({
    channels: { telegram: { kind: "telegram", chats: [ANA], apiRoot: telegram.url } },
    models: { writer: { model: model.model } },
    routes: { rules: [{ when: {}, use: ["writer"] }] },
  });
  const results = () => telegram.sent.filter(({ text }) => text.startsWith("note: done"));
  const asked = () => model.received.filter(({ method }) => method === "POST").map(({ body }) => JSON.stringify(body));

  telegram.write(ANA, '/run note {"about": "the thaw"}');
  await round();
  const [first] = results();
  assert.ok(first?.text.endsWith(LONG) === true, first?.text);
  assert.equal(asked().length, 1);
  assert.doesNotMatch(asked()[0] ?? "", /greeting/);

  const answered = { message_id: first.message_id, date: 1, chat: { id: Number(ANA), type: "private" } };
  telegram.write(ANA, "Too long: leave the greeting out.", { reply_to_message: answered });
  telegram.write(ANA, '/run note {"about": "the thaw"}');
  await round();
  assert.ok(telegram.said(ANA).includes('Noted for "note": its next runs are told.'), telegram.said(ANA).join("\n"));
  assert.equal(asked().length, 2);
  assert.match(asked()[1] ?? "", /Too long: leave the greeting out\./);
  assert.equal(results().length, 2);
  assert.ok(results()[1]?.text.endsWith(SHORT), results()[1]?.text);
});
