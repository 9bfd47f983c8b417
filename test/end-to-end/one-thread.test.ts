import assert from "node:assert/strict";
import { test } from "node:test";
import { ANA } from "../adapters/chat/fake-telegram.js";
import { house, telegramFor } from "./house.js";
import { mailboxIn } from "./mailbox.js";

const BEA = "bea@example.org";

test("what is begun on Telegram and decided by mail is one conversation, in which each message stands once", async (t) => {
  const { cwd, configure, call, round, thread, delivered } = house(t, ["notice"]);
  const telegram = await telegramFor(t);
  const mail = mailboxIn(cwd);
  configure({
    channels: { telegram: { kind: "telegram", chats: [ANA], apiRoot: telegram.url }, mail: { kind: "email", people: [BEA] } },
    gates: {
      places: [
        { chat: `telegram:${ANA}`, people: { [ANA]: "ana" } },
        { chat: `mail:${BEA}`, people: { [BEA]: "bea" } },
      ],
    },
  });

  telegram.write(ANA, '/run notice {"text": "Stay on the shore."}');
  await round();
  const [question = "", ...more] = mail.sent();
  assert.deepEqual(more, []);
  assert.match(question, /Stay on the shore\./);
  mail.answer(question, `Bea <${BEA}>`, "Approve");
  await round();
  assert.equal(delivered().length, 1);

  // Another word about it, by mail: no answer to a gate, and the same conversation all the same.
  const confirmation = mail.sent().find((text) => text.includes("Approved: notice")) ?? "";
  mail.answer(confirmation, `Bea <${BEA}>`, "What runs?");
  await round();
  const said = thread("person:ana");
  assert.equal(new Set(said.map(({ id }) => id)).size, said.length);
  const bodies = (channel: string, direction: "in" | "out") =>
    said.filter((one) => one.channel === channel && one.direction === direction).map(({ body }) => body.split("\n")[0] ?? "");
  assert.deepEqual(bodies("telegram", "in"), ['/run notice {"text": "Stay on the shore."}']);
  assert.deepEqual(bodies("mail", "in"), ["Approve", "What runs?"]);
  assert.match(bodies("mail", "out").join("\n"), /notice waits at "approve"[\s\S]*Approved: notice[\s\S]*Nothing runs\./);
  assert.match(bodies("telegram", "out").join("\n"), /Queued: notice[\s\S]*approved by bea/);
  assert.equal(bodies("telegram", "out").filter((text) => text.startsWith("notice: done")).length, 1);
  // What is said lies in the record in the order in which it was said.
  assert.deepEqual([said[0]?.channel, said[0]?.direction], ["telegram", "in"]);
  assert.equal((await call(["status"])).code, 0);
});
