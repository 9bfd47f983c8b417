import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { ANA, GROUP } from "../../../adapters/chat/fake-telegram.js";
import { twoChats } from "./two-chats.js";

describe("a process that takes an answer and is killed", { concurrency: 2 }, () => {
  for (const { when, text, decisions } of [
    { when: "before it has decided", text: '"type":"answered"', decisions: 0 },
    { when: "between the decision and its word to the others", text: '"type":"gate-decided"', decisions: 1 },
    { when: "after the word to whoever answered was put into the outbox", text: '"id":"gate-carried:', decisions: 1 },
    { when: "once the question is settled, before anybody is told", text: '"type":"settled"', decisions: 1 },
  ]) {
    it(`${when}, is followed by one that decides once, asks nobody again and tells each place once`, async (t) => {
      const { cwd, telegram, run, call, look, spawned, events, said, codeFor } = await twoChats(t);
      telegram.press(ANA, 1, `approve ${codeFor(ANA)}`);
      assert.equal((await spawned(["gates", "--ask", "--once"], text)).signal, "SIGKILL");
      assert.equal(events("gate-decided").length, decisions);
      assert.equal(telegram.sent.length, 2);

      for (let times = 0; times < 2; times += 1) {
        const { code, err } = await look();
        assert.equal(code, 0, err);
      }
      assert.deepEqual(
        events("gate-decided").map(({ by, where, decision }) => [by, where, decision]),
        [["ana", `telegram:${ANA}`, "approve"]],
      );
      assert.deepEqual(said(ANA).slice(1), ['Approved: post, "approve". The run goes on.']);
      assert.deepEqual(
        said(GROUP).map((words) => (words.includes("waits at") ? "asked" : words.replace(/ at 20.*/, ""))),
        ["asked", `post, "approve" (run ${run}): approved by ana (telegram:77)`],
      );
      // A process that ended once the question was settled has left the run to be gone on with.
      if (text.includes("settled")) await call(["resume", run]);
      assert.equal(events("run-done").length, 1);
      assert.equal(readFileSync(join(cwd, "outbox.txt"), "utf8").trim().split("\n").length, 1);
    });
  }
});
