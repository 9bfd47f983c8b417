import assert from "node:assert/strict";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import { chat, chatRecording, telegram, terminalChat } from "../../../adapters/chat/index.js";
import type { AnyImplementation } from "../../../src/dsl/index.js";
import { conforms } from "../conformance.js";
import { emptyFolder, hear, lookup, rejection, send, textsOf } from "./ask.js";
import { ANA, ENV, fakeTelegram, GROUP } from "./fake-telegram.js";

interface Opened {
  readonly implementation: AnyImplementation;
  /** Somebody writes. */
  write(chat: string, text: string): void;
}

function inTerminal(t: TestContext, chats: readonly string[]): Opened {
  const cwd = emptyFolder(t);
  mkdirSync(join(cwd, "chat"));
  return {
    implementation: terminalChat({ cwd, chats, print: () => undefined }),
    write: (chat, text) => appendFileSync(join(cwd, "chat/inbox.txt"), `${JSON.stringify({ chat, text })}\n`),
  };
}

const server = await fakeTelegram();
after(() => server.close());

function onTelegram(t: TestContext, chats: readonly string[]): Opened {
  return { implementation: telegram({ cwd: emptyFolder(t), chats, env: ENV, apiRoot: server.url }), write: server.write };
}

const recorded = (t: TestContext, chats: readonly string[]): Opened => {
  const { implementation, write } = inTerminal(t, chats);
  return { implementation: chatRecording({ reads: implementation }), write };
};

for (const [name, open] of [
  ["chat, terminal", inTerminal],
  ["chat, Telegram", onTelegram],
  ["chat, recording", recorded],
] as const) {
  conforms({
    name,
    ref: chat,
    open(t) {
      const { implementation, write } = open(t, [ANA]);
      write(ANA, "Yes");
      const buttons = [{ id: "yes", text: "Go ahead" }];
      return {
        implementation,
        samples: [
          { call: "send", request: { chat: ANA, text: "Dinner at Vicolo?", buttons } },
          { call: "listMessages", request: {} },
        ],
      };
    },
  });

  describe(`${name}, as any other,`, () => {
    it("gives what was written behind a cursor, and nothing of it again", async (t) => {
      const { implementation, write } = open(t, [ANA, GROUP]);
      const { cursor: start } = await hear(implementation);
      write(ANA, "One");
      write(GROUP, "Two");
      const first = await hear(implementation, { after: start });
      assert.deepEqual(
        first.messages.map(({ chat, text }) => [chat, text]),
        [
          [ANA, "One"],
          [GROUP, "Two"],
        ],
      );
      assert.deepEqual(textsOf(await hear(implementation, { after: first.cursor })), []);
      write(ANA, "Three");
      assert.deepEqual(textsOf(await hear(implementation, { after: first.cursor })), ["Three"]);
      assert.deepEqual(textsOf(await hear(implementation, { after: start, chat: ANA })), ["One", "Three"]);
    });

    it("does not give out what comes from a chat that is not allowed, and counts it", async (t) => {
      const { implementation, write } = open(t, [ANA]);
      const { cursor } = await hear(implementation);
      write(GROUP, "Let me in");
      write(ANA, "Yes");
      const { messages, elsewhere } = await hear(implementation, { after: cursor });
      assert.deepEqual([messages.map(({ text }) => text), elsewhere], [["Yes"], 1]);
    });

    it("refuses a cursor of another folder", async (t) => {
      const { implementation } = open(t, [ANA]);
      const { cursor } = await hear(implementation);
      assert.equal(
        await rejection(hear(implementation, { after: "7000" })),
        `chat/cursor: the cursor "7000" lies behind all that came in, which is ${cursor} (use the cursor of an answer from this chat's own folder, or none)`,
      );
    });

    it("refuses to read a chat that is not allowed", async (t) => {
      const { implementation } = open(t, [ANA]);
      assert.equal(await rejection(hear(implementation, { chat: GROUP })), NOT_ALLOWED);
    });
  });
}

const NOT_ALLOWED =
  'chat/not-allowed: "-1005" is not a chat that may be used: allowed are "77" (add it to `chats`, if it is to be written to and read from)';

for (const [name, open] of [
  ["a terminal", inTerminal],
  ["Telegram", onTelegram],
] as const) {
  it(`${name} refuses to say anything in a chat that is not allowed`, async (t) => {
    const { implementation } = open(t, [ANA]);
    assert.equal(await rejection(send(implementation, { chat: GROUP, text: "Hello" })), NOT_ALLOWED);
    assert.deepEqual(await lookup(implementation, { chat: GROUP, text: "Hello" }), { happened: "no" });
  });
}
