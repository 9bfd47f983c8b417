import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ANA } from "../adapters/chat/fake-telegram.js";
import { house, press, telegramFor } from "./house.js";

/** A run that waits for a decision which is asked for on Telegram, and at the terminal. */
async function asked(t: TestContext) {
  const here = house(t, ["notice"]);
  const telegram = await telegramFor(t);
  here.configure({
    channels: { telegram: { kind: "telegram", chats: [ANA], apiRoot: telegram.url } },
    gates: { places: [{ chat: `telegram:${ANA}`, people: { [ANA]: "ana" } }] },
  });
  await here.call(["tell", "/run notice"]);
  await here.round();
  const [run = ""] = await here.runsOf("notice");
  assert.match(telegram.said(ANA).join("\n"), /notice waits at "approve"/);
  assert.match(here.saidAtTerminal().at(-1) ?? "", new RegExp(`^notice: waits for a person: stagewright approve ${run}$`));
  assert.match((await here.call(["gates"])).out, new RegExp(run));
  const decisions = () =>
    here.journal(run).flatMap(({ type, by, where, decision }) => (type === "gate-decided" ? [{ by, where, decision }] : []));
  return {
    ...{ ...here, telegram, run, decisions },
    /** Once, however often it is looked: the end, what was delivered, and the word to whoever asked for it. */
    endedOnce: async () => {
      await here.round();
      assert.equal(here.journal(run).filter(({ type }) => type === "run-done").length, 1);
      assert.equal(here.delivered().length, 1);
      assert.equal(here.saidAtTerminal().filter((text) => text.startsWith("notice: done")).length, 1);
    },
  };
}

test("an approval that is asked for on Telegram is given at the terminal, and Telegram is told", async (t) => {
  const { call, round, telegram, run, decisions, delivered, endedOnce } = await asked(t);
  const approved = await call(["approve", run]);
  assert.equal(approved.code, 0, approved.err);
  assert.equal(delivered().length, 1);
  await round();
  const told = telegram.said(ANA).filter((text) => /approved by .* \(command line\)/.test(text));
  assert.equal(told.length, 1);

  // An answer that comes too late changes nothing.
  const code = /approve ([0-9a-f]{10})/.exec(telegram.said(ANA).join("\n"))?.[1];
  telegram.write(ANA, `reject ${code} too thin`);
  await endedOnce();
  assert.match(telegram.said(ANA).at(-1) ?? "", /^Too late: notice, "approve" was approved by/);
  assert.deepEqual(
    decisions().map(({ decision }) => decision),
    ["approve"],
  );
});

test("an approval that is asked for at the terminal is given on Telegram, and the terminal is told", async (t) => {
  const { call, round, telegram, run, decisions, saidAtTerminal, endedOnce } = await asked(t);
  press(telegram, ANA, "approve");
  await round();
  assert.deepEqual(decisions(), [{ by: "ana", where: `telegram:${ANA}`, decision: "approve" }]);
  assert.match(telegram.said(ANA).at(-1) ?? "", /^Approved: notice, "approve"\. The run goes on\.$/);
  assert.match(saidAtTerminal().at(-1) ?? "", /^notice: done/);
  const late = await call(["approve", run]);
  assert.notEqual(late.code, 0);
  assert.doesNotMatch((await call(["gates"])).out, new RegExp(run));
  await endedOnce();
  assert.equal(decisions().length, 1);
});
