import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, beforeEach, describe, it, type TestContext } from "node:test";
import { type TelegramOptions, telegram } from "../../../adapters/chat/index.js";
import type { AnyImplementation } from "../../../src/dsl/index.js";
import { emptyFolder, hear, lookup, rejection, send, textsOf } from "./ask.js";
import { ANA, ENV, failure, fakeTelegram, GROUP, TOKEN } from "./fake-telegram.js";

const server = await fakeTelegram();
after(() => server.close());
beforeEach(() => {
  server.intercept = undefined;
  server.asked.length = 0;
  server.sent.length = 0;
});

interface Bot {
  readonly bot: AnyImplementation;
  readonly cwd: string;
  readonly waits: number[];
}

/** A bot to which nobody has written yet. */
async function openBot(t: TestContext, options: Partial<TelegramOptions> = {}): Promise<Bot> {
  const cwd = emptyFolder(t);
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  const now = () => new Date("2026-03-19T10:00:00Z");
  const all = { cwd, chats: [ANA, GROUP], env: ENV, apiRoot: server.url, wait, now, ...options };
  await hear(telegram({ ...all, cwd: emptyFolder(t) }));
  server.asked.length = 0;
  return { bot: telegram(all), cwd, waits };
}

const HELLO = { chat: ANA, text: "Hello" };
const WORDS = "word ".repeat(2000);

describe("a bot on Telegram that sends", () => {
  it("says it as plain text, with an answer's message and a button in each row", async (t) => {
    const { bot } = await openBot(t);
    const buttons = [
      { id: "yes", text: "Go ahead" },
      { id: "no", text: "Leave it" },
    ];
    const { message } = await send(bot, { ...HELLO, replyTo: "12", buttons });
    const keyboard = buttons.map(({ id, text }) => [{ text, callback_data: id }]);
    assert.deepEqual(server.sent, [
      {
        message_id: Number(message),
        chat_id: ANA,
        text: "Hello",
        more: { reply_parameters: { message_id: 12 }, reply_markup: { inline_keyboard: keyboard } },
      },
    ]);
  });

  it("makes several messages of a long text, the buttons under the last and the reply at the first", async (t) => {
    const { bot } = await openBot(t);
    const answer = await send(bot, { chat: ANA, text: WORDS, replyTo: "12", buttons: [{ id: "yes", text: "Yes" }] });
    assert.deepEqual(
      server.sent.map(({ text, more }) => [text.length, Object.keys(more)]),
      [
        [4095, ["reply_parameters"]],
        [4095, []],
        [1810, ["reply_markup"]],
      ],
    );
    assert.equal(server.sent.map(({ text }) => text).join(""), WORDS);
    const ids = server.sent.map(({ message_id }) => String(message_id));
    assert.deepEqual([answer.messages, answer.message], [ids, ids[2]]);
  });

  it("goes on behind the parts that were sent when a later one was refused", async (t) => {
    const { bot } = await openBot(t);
    const request = { chat: ANA, text: WORDS };
    server.intercept = (_asked, response) => server.sent.length === 1 && failure(response, 403, "Forbidden: bot was blocked by the user");
    assert.equal(
      await rejection(send(bot, request)),
      "chat/blocked: Telegram said 403: Forbidden: bot was blocked by the user (the person must start the bot, or let it in again)",
    );
    assert.deepEqual(await lookup(bot, request), { happened: "no" });
    server.intercept = undefined;
    const answer = await send(bot, request);
    assert.equal(server.sent.map(({ text }) => text).join(""), WORDS);
    assert.deepEqual(await lookup(bot, request), { happened: "yes", answer });
  });

  it("does not repeat what may have been sent: it is unknown, and a later try is refused", async (t) => {
    const { bot } = await openBot(t);
    server.intercept = (asked, response) => {
      if (asked.method === "sendMessage") response.destroy();
      return asked.method === "sendMessage";
    };
    assert.equal(
      await rejection(send(bot, HELLO)),
      "chat/unclear: Telegram did not answer: nobody knows whether it did what it was asked (look into the chat before it is sent again)",
    );
    server.intercept = undefined;
    assert.deepEqual(await lookup(bot, HELLO), { happened: "unknown" });
    assert.equal(
      await rejection(send(bot, HELLO)),
      "chat/unclear: a sending was begun under this key, and nobody knows what became of it (look into the chat before it is sent again)",
    );
    assert.deepEqual(server.sent, []);
    assert.equal((await send(bot, HELLO, "key-2")).messages.length, 1);
  });

  it("counts an error of the server itself as unknown", async (t) => {
    const { bot } = await openBot(t);
    server.intercept = (_asked, response) => failure(response, 500, "Internal Server Error");
    assert.equal(
      await rejection(send(bot, HELLO)),
      "chat/unclear: Telegram said 500: Internal Server Error (look into the chat before it is sent again)",
    );
    assert.deepEqual(await lookup(bot, HELLO), { happened: "unknown" });
  });

  it("counts a call that was aborted while Telegram was at it as unknown", async (t) => {
    const { bot } = await openBot(t);
    const abort = new AbortController();
    server.intercept = () => {
      abort.abort();
      return true;
    };
    assert.match(await rejection(send(bot, HELLO, "key-1", { signal: abort.signal })), /^chat\/unclear: Telegram did not answer/);
    assert.deepEqual(await lookup(bot, HELLO), { happened: "unknown" });
  });

  it("has sent nothing where there is no connection", async (t) => {
    const gone = await fakeTelegram();
    gone.close();
    const unreachable = telegram({ cwd: emptyFolder(t), chats: [ANA], env: ENV, apiRoot: gone.url });
    assert.equal(
      await rejection(send(unreachable, HELLO)),
      "chat/unreachable: Telegram cannot be reached: ECONNREFUSED (check the connection, and `apiRoot` where it is set)",
    );
    assert.deepEqual(await lookup(unreachable, HELLO), { happened: "no" });
  });

  it("waits as long as Telegram says, and sends once", async (t) => {
    const { bot, waits } = await openBot(t);
    server.intercept = (_asked, response) =>
      server.asked.length < 3 && failure(response, 429, "Too Many Requests: retry after 7", { retry_after: 7 });
    await send(bot, HELLO);
    assert.deepEqual([waits, server.sent.length], [[7000, 7000], 1]);
  });

  it("says until when to wait where that is too long, and has sent nothing", async (t) => {
    const { bot, waits } = await openBot(t);
    server.intercept = (_asked, response) => failure(response, 429, "Too Many Requests: retry after 3600", { retry_after: 3600 });
    assert.equal(
      await rejection(send(bot, HELLO)),
      "chat/limit: Telegram takes no more requests until 2026-03-19T11:00:00.000Z (go on then)",
    );
    assert.deepEqual(waits, []);
    assert.deepEqual(await lookup(bot, HELLO), { happened: "no" });
  });

  it("gives up after four tries that Telegram did not take", async (t) => {
    const { bot, waits } = await openBot(t);
    server.intercept = (_asked, response) => failure(response, 429, "Too Many Requests: retry after 1", { retry_after: 1 });
    assert.match(await rejection(send(bot, HELLO)), /^chat\/limit: /);
    assert.deepEqual([waits.length, server.asked.length], [3, 4]);
  });

  it("says what Telegram refuses", async (t) => {
    const { bot } = await openBot(t, { chats: ["99"] });
    assert.equal(
      await rejection(send(bot, { chat: "99", text: "Hello" })),
      "chat/refused: Telegram said 400: Bad Request: chat not found (change what is sent, or to whom)",
    );
  });

  it("names the new id of a group that has got one", async (t) => {
    const { bot } = await openBot(t);
    const moved = "Bad Request: group chat was upgraded to a supergroup chat";
    server.intercept = (_asked, response) => failure(response, 400, moved, { migrate_to_chat_id: -1009 });
    assert.equal(
      await rejection(send(bot, { chat: GROUP, text: "Hello" })),
      `chat/refused: Telegram said 400: ${moved} (the group has another id now: put -1009 into \`chats\`)`,
    );
  });

  it("names the field of an answer that is not what was expected, and the sending is unknown", async (t) => {
    const { bot } = await openBot(t);
    server.intercept = (_asked, response) => {
      response.end(JSON.stringify({ ok: true, result: { message_id: "one", date: 1 } }));
      return true;
    };
    assert.equal(
      await rejection(send(bot, HELLO)),
      'chat/answer: Telegram\'s answer to sendMessage is not what was expected at "message_id": Invalid input: expected number, received string (it has most likely been sent: look into the chat before it is sent again)',
    );
    assert.deepEqual(await lookup(bot, HELLO), { happened: "unknown" });
  });

  it("refuses to answer what is not the id of a message", async (t) => {
    const { bot } = await openBot(t);
    assert.match(
      await rejection(send(bot, { ...HELLO, replyTo: "line-1" })),
      /^chat\/refused: "replyTo": "line-1" is not the id of a message/,
    );
    assert.deepEqual(server.asked, []);
  });

  it("takes a line of its log that a crash cut off for none", async (t) => {
    const { bot, cwd } = await openBot(t);
    const answer = await send(bot, HELLO);
    appendFileSync(join(cwd, "chat/telegram/4242/sent.jsonl"), '{"key":"half');
    await send(bot, HELLO, "key-2");
    assert.deepEqual(await lookup(bot, HELLO), { happened: "yes", answer });
  });
});

describe("a bot on Telegram that listens", () => {
  it("gives who wrote what to which message, and which button was pressed", async (t) => {
    const { bot } = await openBot(t);
    const first = server.write(ANA, "Yes", { reply_to_message: { message_id: 3, text: "Go ahead?" } });
    server.press(GROUP, 3, "yes");
    const { messages } = await hear(bot);
    const who = { id: "77", name: "Ana Pop" };
    assert.deepEqual(messages, [
      {
        id: String(first),
        chat: ANA,
        who,
        text: "Yes",
        replyTo: "3",
        button: null,
        at: new Date((1_774_000_000 + first) * 1000).toISOString(),
      },
      { id: `press-cb${server.nextUpdate - 1}`, chat: GROUP, who, text: "", replyTo: "3", button: "yes", at: null },
    ]);
  });

  it("gives all of many, in their order, and confirms them only when they are kept", async (t) => {
    const { bot, cwd } = await openBot(t);
    const kept: number[] = [];
    const all = Array.from({ length: 230 }, (_, index) => `Word ${index}`);
    for (const text of all) server.write(ANA, text);
    server.intercept = () => {
      const path = join(cwd, "chat/telegram/4242/heard.jsonl");
      kept.push(readdirSync(join(path, "..")).includes("heard.jsonl") ? readFileSync(path, "utf8").trim().split("\n").length : 0);
      return false;
    };
    assert.deepEqual(textsOf(await hear(bot)), all);
    assert.deepEqual(kept, [0, 100, 200, 230]);
  });

  it("loses nothing when the numbers start lower after a week of silence, nor when they come to old ones again", async (t) => {
    const { bot } = await openBot(t);
    server.nextUpdate = 900_000_001;
    server.write(ANA, "Before");
    const { cursor } = await hear(bot);
    server.nextUpdate = 900_000_000;
    for (const text of ["After", "With an old number", "And on"]) server.write(ANA, text);
    assert.deepEqual(textsOf(await hear(bot, { after: cursor })), ["After", "With an old number", "And on"]);
  });

  it("gives once what Telegram delivers again, and what lies behind it", async (t) => {
    const { bot } = await openBot(t);
    server.write(ANA, "Once");
    // The confirmation does not arrive.
    server.intercept = ({ body }, response) => body.offset !== undefined && failure(response, 500, "Internal Server Error");
    assert.equal(await rejection(hear(bot)), "chat/unreachable: Telegram said 500: Internal Server Error (ask again later)");
    server.intercept = undefined;
    server.write(ANA, "Twice");
    assert.deepEqual(textsOf(await hear(bot)), ["Once", "Twice"]);
  });

  it("says what it could not read, and gives the rest", async (t) => {
    const { bot } = await openBot(t);
    server.nextUpdate = 5000;
    server.push({ edited_message: {} });
    server.push({ message: { message_id: 1, date: 1, chat: { id: "seven" } } });
    server.push({ update_id: "none" });
    server.write(ANA, "Yes");
    const { messages, unread } = await hear(bot);
    assert.deepEqual(
      [messages.map(({ text }) => text), unread],
      [
        ["Yes"],
        [
          { place: "update 5000", because: "neither a message nor a button that was pressed" },
          { place: "update 5001", because: '"message.chat.id": Invalid input: expected number, received string' },
          { place: "an update without a number", because: '"update_id": Invalid input: expected number, received string' },
        ],
      ],
    );
  });

  it("keeps no word of a chat that is not allowed", async (t) => {
    const { bot, cwd } = await openBot(t, { chats: [ANA] });
    server.write(GROUP, "our secret plan");
    assert.equal((await hear(bot)).elsewhere, 1);
    const kept = readFileSync(join(cwd, "chat/telegram/4242/heard.jsonl"), "utf8");
    assert.match(kept, /^\{"id":"message:-1005:\d+","elsewhere":true\}\n$/);
  });

  it("gives no longer what was kept from a chat that is not allowed any more", async (t) => {
    const { bot, cwd } = await openBot(t);
    server.write(GROUP, "Hello");
    await hear(bot);
    const { messages, elsewhere } = await hear(telegram({ cwd, chats: [ANA], env: ENV, apiRoot: server.url }));
    assert.deepEqual([messages, elsewhere], [[], 1]);
  });

  it("says that another program fetches the bot's messages", async (t) => {
    const { bot } = await openBot(t);
    const conflict = "Conflict: can't use getUpdates method while webhook is active";
    server.intercept = (_asked, response) => failure(response, 409, conflict);
    assert.equal(
      await rejection(hear(bot)),
      `chat/two-pollers: Telegram said 409: ${conflict} (one program alone may fetch a bot's messages: end the other one, or remove the bot's webhook)`,
    );
  });

  it("says that another process holds the folder", async (t) => {
    const { bot, cwd } = await openBot(t);
    const folder = join(cwd, "chat/telegram/4242");
    mkdirSync(folder, { recursive: true });
    // A lock that says nothing yet is one that was made this moment.
    writeFileSync(join(folder, "heard.jsonl.lock"), "");
    assert.equal(
      await rejection(hear(bot)),
      `chat/locked: another process has held "${folder}/heard.jsonl.lock" for 10 seconds (wait for it to end; if there is none, remove that file)`,
    );
  });

  it("names what is wrong with an answer that is no list", async (t) => {
    const { bot } = await openBot(t);
    server.intercept = (_asked, response) => {
      response.end(JSON.stringify({ ok: true, result: {} }));
      return true;
    };
    assert.match(
      await rejection(hear(bot)),
      /^chat\/answer: Telegram's answer to getUpdates is not what was expected at "": Invalid input/,
    );
  });
});

describe("a bot's token", () => {
  it("stands in no error, whatever goes wrong, and in no file", async (t) => {
    const { cwd } = await openBot(t);
    const gone = await fakeTelegram();
    gone.close();
    const secret = TOKEN.slice(5);
    const failures: unknown[] = [];
    const collect = async (promise: Promise<unknown>) => promise.catch((error: unknown) => failures.push(error));
    const broken = telegram({ cwd, chats: [ANA], env: ENV, apiRoot: gone.url });
    await collect(hear(broken));
    await collect(send(broken, HELLO, "key-1"));
    const bot = telegram({ cwd, chats: [ANA], env: ENV, apiRoot: server.url });
    server.intercept = (_asked, response) => failure(response, 400, `Bad Request: see /bot${TOKEN}/sendMessage`);
    await collect(send(bot, HELLO, "key-2"));
    server.intercept = (_asked, response) => Boolean(response.destroy());
    await collect(send(bot, HELLO, "key-3"));
    await collect(hear(bot));
    server.intercept = (_asked, response) => Boolean(response.end("no JSON"));
    await collect(send(bot, HELLO, "key-4"));
    server.intercept = (_asked, response) => failure(response, 401, "Unauthorized");
    await collect(send(bot, HELLO, "key-5"));
    assert.equal(failures.length, 7);
    for (const error of failures) assert.doesNotMatch(everythingIn(error), new RegExp(secret));
    const folder = join(cwd, "chat/telegram/4242");
    for (const name of readdirSync(folder)) assert.doesNotMatch(readFileSync(join(folder, name), "utf8"), new RegExp(secret));
  });

  it("that is missing, or is none, is said without showing it", async (t) => {
    const cwd = emptyFolder(t);
    const hint = "set TELEGRAM_BOT_TOKEN to the token that @BotFather gave";
    const said = (env: Record<string, string>) => rejection(hear(telegram({ cwd, chats: [ANA], env })));
    assert.equal(await said({}), `chat/token: there is no token for Telegram (${hint})`);
    assert.equal(
      await said({ TELEGRAM_BOT_TOKEN: "hunter2" }),
      `chat/token: what is in "TELEGRAM_BOT_TOKEN" is not the token of a bot (${hint})`,
    );
  });

  it("that Telegram does not know is said", async (t) => {
    const bot = telegram({ cwd: emptyFolder(t), chats: [ANA], env: { TELEGRAM_BOT_TOKEN: "1:other" }, apiRoot: server.url });
    const said = "chat/token: Telegram said 401: Unauthorized (set TELEGRAM_BOT_TOKEN to the token that @BotFather gave)";
    assert.equal(await rejection(send(bot, HELLO)), said);
    assert.deepEqual(await lookup(bot, HELLO), { happened: "no" });
  });

  it("of another bot has a folder of its own", async (t) => {
    const { bot, cwd } = await openBot(t);
    await send(bot, HELLO);
    const other = telegram({ cwd, chats: [ANA], env: { TELEGRAM_BOT_TOKEN: "1:other" }, apiRoot: server.url });
    assert.deepEqual(await lookup(other, HELLO), { happened: "no" });
  });

  it("belongs to chats that are named by their ids alone", () => {
    assert.throws(() => telegram({ cwd: "/", chats: ["@ana"] }), {
      code: "chat/chats",
      message: '"@ana" is not the id of a chat on Telegram, which is a number',
      hint: "write the bot a message: the id of its chat is then in heard.jsonl of the bot's folder",
    });
  });
});

/** An error with all that hangs on it, however deep. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  const own = Object.getOwnPropertyNames(error).map((name): unknown => Reflect.get(error, name));
  return [error.name, ...own.map((value) => (value instanceof Error ? everythingIn(value) : (JSON.stringify(value) ?? "")))].join("\n");
}
