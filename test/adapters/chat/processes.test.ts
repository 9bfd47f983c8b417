import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { telegram } from "../../../adapters/chat/index.js";
import { emptyFolder, hear, lookup, rejection, send, textsOf } from "./ask.js";
import { ANA, ENV, fakeTelegram } from "./fake-telegram.js";

function start(t: TestContext, file: string, args: readonly string[]): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...ENV },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

describe("several processes with one bot", { concurrency: true }, () => {
  it("fetch at the same time, and each has every message once, in one order", async (t) => {
    const server = await fakeTelegram();
    t.after(() => server.close());
    const cwd = emptyFolder(t);
    let written = 0;
    // Somebody writes each time that one of the two has asked.
    server.intercept = () => {
      if (written < 20) server.write(ANA, `Word ${written++}`);
      return false;
    };
    const [one, two] = await Promise.all(
      ["one", "two"].map(async () => JSON.parse(await text(start(t, "poller.ts", [cwd, server.url, "Word 19"]).stdout)) as string[]),
    );
    const all = Array.from({ length: 20 }, (_, index) => `Word ${index}`);
    assert.deepEqual([one, two], [all, all]);
    assert.deepEqual(textsOf(await hear(telegram({ cwd, chats: [ANA], env: ENV, apiRoot: server.url }))), all);
  });

  it("one that is killed while Telegram is at it leaves a sending that is unknown, and that nobody repeats", async (t) => {
    const server = await fakeTelegram();
    t.after(() => server.close());
    const cwd = emptyFolder(t);
    const killed = new Promise<unknown>((done) => {
      const child = start(t, "sender.ts", [cwd, server.url]);
      child.once("exit", (_code, by) => done(by));
      server.intercept = () => child.kill("SIGKILL");
    });
    assert.equal(await killed, "SIGKILL");
    server.intercept = undefined;
    const bot = telegram({ cwd, chats: [ANA], env: ENV, apiRoot: server.url });
    const request = { chat: ANA, text: "Hello" };
    assert.deepEqual(await lookup(bot, request), { happened: "unknown" });
    assert.match(await rejection(send(bot, request)), /^chat\/unclear: a sending was begun under this key/);
    assert.deepEqual(server.sent, []);
  });
});
