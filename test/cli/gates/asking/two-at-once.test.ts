import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANA, GROUP } from "../../../adapters/chat/fake-telegram.js";
import { twoChats } from "./two-chats.js";

describe("two people who decide at once", () => {
  it("in two chats: the first answer counts, and the other is told who was first", async (t) => {
    const { telegram, look, events, said, codeFor } = await twoChats(t);
    telegram.write(GROUP, `reject ${codeFor(GROUP)} too short`);
    telegram.press(ANA, 1, `approve ${codeFor(ANA)}`);
    const { code, err } = await look();
    assert.equal(code, 0, err);
    const [first, ...more] = events("gate-decided");
    assert.deepEqual([first?.by, first?.decision, first?.reason, more.length], ["ion", "reject", "too short", 0]);
    assert.match(said(GROUP)[1] ?? "", /Rejected: post, "approve"/);
    assert.match(said(ANA)[1] ?? "", /Too late: post, "approve" was rejected by ion \(telegram:-1005\) at .*: too short/);
    // The next version is asked about in both, and the answer to the old one decides nothing about it.
    assert.deepEqual(
      [ANA, GROUP].map((chat) => said(chat).filter((words) => words.includes("waits at")).length),
      [2, 2],
    );
    telegram.press(ANA, 1, `approve ${codeFor(ANA)}`);
    await look();
    assert.equal(events("gate-decided").length, 1);
  });

  it("in a chat and at a terminal, in two processes: one decision is written, and whoever comes second is told so", async (t) => {
    const { telegram, run, look, spawned, events, said, codeFor } = await twoChats(t);
    telegram.press(ANA, 1, `approve ${codeFor(ANA)}`);
    const [asked, terminal] = await Promise.all([
      spawned(["gates", "--ask", "--once"]),
      spawned(["reject", run, "--reason", "too short", "--no-resume"]),
    ]);
    assert.equal(asked.code, 0, asked.err);
    // A run that was held at that moment is decided about by whoever looks next.
    assert.equal((await look()).code, 0);
    const opened = events("gate-opened")[0];
    const decided = events("gate-decided").filter(({ version }) => version === opened?.version);
    assert.equal(decided.length, 1);
    if (decided[0]?.decision === "approve") {
      assert.notEqual(terminal.code, 0, terminal.out);
      assert.notEqual(terminal.err, "");
      assert.match(said(ANA)[1] ?? "", /Approved: post/);
    } else {
      assert.equal(terminal.code, 0, terminal.err);
      assert.match(said(ANA).join("\n"), /Too late: post, "approve" was rejected by .* \(command line\)|too short/);
    }
    // Told in the other chat once, whoever it was.
    assert.equal(said(GROUP).filter((words) => /: (?:approved|rejected) by /.test(words)).length, 1);
  });
});
