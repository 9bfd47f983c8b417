import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type TerminalChatOptions, terminalChat } from "../../../adapters/chat/index.js";
import { emptyFolder, hear, lookup, send, textsOf } from "./ask.js";

function openTerminal(t: TestContext, options: Partial<TerminalChatOptions> = {}) {
  const cwd = emptyFolder(t);
  mkdirSync(join(cwd, "chat"));
  const printed: string[] = [];
  const now = () => new Date("2026-03-19T10:00:00Z");
  const terminal = terminalChat({ cwd, now, print: (text) => printed.push(text), ...options });
  return { terminal, cwd, printed, write: (text: string) => appendFileSync(join(cwd, "chat/inbox.txt"), text) };
}

const HELLO = { chat: "terminal", text: "Hello" };

describe("a chat in a terminal", () => {
  it("prints what is said, with its buttons, once for a key, and keeps it in a file", async (t) => {
    const { terminal, cwd, printed } = openTerminal(t);
    const request = { ...HELLO, text: "Go ahead?", buttons: [{ id: "yes", text: "Go ahead" }] };
    const answer = await send(terminal, request);
    await send(terminal, request);
    assert.deepEqual(printed, ["[terminal] Go ahead?\n  (yes) Go ahead"]);
    assert.equal(
      readFileSync(join(cwd, "chat/sent.jsonl"), "utf8"),
      `{"id":"${answer.message}","chat":"terminal","text":"Go ahead?","buttons":[{"id":"yes","text":"Go ahead"}],"at":"2026-03-19T10:00:00.000Z"}\n`,
    );
  });

  it("prints on standard error unless told otherwise", async (t) => {
    const write = t.mock.method(process.stderr, "write", () => true);
    await send(terminalChat({ cwd: emptyFolder(t) }), HELLO);
    assert.deepEqual(
      write.mock.calls.map(({ arguments: [text] }) => text),
      ["[terminal] Hello\n"],
    );
  });

  it("shows a mark in place of what would steer the terminal", async (t) => {
    const { terminal, printed } = openTerminal(t);
    await send(terminal, { ...HELLO, text: "one\n\ttwo\u001b]0;title\u0007\u009b2J" });
    assert.deepEqual(printed, ["[terminal] one\n\ttwo\u{fffd}]0;title\u{fffd}\u{fffd}2J"]);
  });

  it("hears a line as it is written, or as JSON that says more", async (t) => {
    const { terminal, write } = openTerminal(t);
    write("Yes, do it\r\n\n");
    write('{ "who": "Ben", "replyTo": "m1", "button": "yes", "at": "2026-03-19T10:00:00Z" }\n');
    const line = { chat: "terminal", who: null, text: "Yes, do it", replyTo: null, button: null, at: null };
    assert.deepEqual((await hear(terminal)).messages, [
      { id: "line-1", ...line },
      { ...line, id: "line-3", who: { id: null, name: "Ben" }, text: "", replyTo: "m1", button: "yes", at: "2026-03-19T10:00:00Z" },
    ]);
  });

  it("does not hear a line before it is ended", async (t) => {
    const { terminal, write } = openTerminal(t);
    write("Ye");
    const { messages, cursor } = await hear(terminal);
    assert.deepEqual(messages, []);
    write("s\n");
    assert.deepEqual(textsOf(await hear(terminal, { after: cursor })), ["Yes"]);
  });

  it("says which lines it cannot read, and hears the rest", async (t) => {
    const { terminal, write } = openTerminal(t);
    write('{ "text": \n{ "text": "Yes", "at": "noon" }\n{ "who": "Ben" }\n{ "txt": "Yes" }\nYes\n');
    const { messages, unread } = await hear(terminal);
    assert.deepEqual(
      [messages.map(({ text }) => text), unread],
      [
        ["Yes"],
        [
          { place: "line 1", because: "begins like JSON, and is none" },
          { place: "line 2", because: '"at": Invalid ISO datetime' },
          { place: "line 3", because: '"text": has neither text nor a button' },
          { place: "line 4", because: '"": Unrecognized key: "txt"' },
        ],
      ],
    );
  });

  it("finds what was said by the key, in another process as well", async (t) => {
    const { terminal, cwd } = openTerminal(t);
    const answer = await send(terminal, HELLO);
    assert.deepEqual(await lookup(terminalChat({ cwd }), HELLO), { happened: "yes", answer });
  });

  it("says anew what has no key", async (t) => {
    let ids = 0;
    const { terminal, printed } = openTerminal(t, { newId: () => `id-${ids++}` });
    await send(terminal, HELLO, "");
    await send(terminal, HELLO, "");
    assert.equal(printed.length, 2);
    assert.deepEqual(await lookup(terminal, HELLO, ""), { happened: "no" });
  });
});
