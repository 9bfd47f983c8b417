import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { blogRecording } from "../../../adapters/blog/index.js";
import { chatChannel, emailChannel, type PageChannel, pageChannel, webhookChannel } from "../../../adapters/channels/index.js";
import { chatRecording, terminalChat } from "../../../adapters/chat/index.js";
import { localMailbox } from "../../../adapters/email/index.js";
import type { Channel } from "../../../src/dispatch/index.js";
import { emptyFolder } from "../email/local-folders.js";

const { signal } = new AbortController();
const now = () => new Date("2026-03-19T18:00:00Z");

function mail(from: string, id: string, text: string, more: readonly string[] = []): string {
  const head = [`From: ${from}`, "To: desk@example.org", "Subject: =?utf-8?q?Tomorrow=E2=80=99s_plan?=", `Message-ID: <${id}@example.org>`];
  return [...head, "Date: Thu, 19 Mar 2026 17:00:00 +0000", ...more, "", text].join("\r\n");
}

async function listening(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function page(t: TestContext): PageChannel {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return String(ids);
  };
  return pageChannel({ folder: emptyFolder(t), now, newId });
}

/** The two ends of a page that follows, which takes more or does not, as the test says. */
function reader() {
  const written: string[] = [];
  let isTaking = true;
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.write = (text: unknown) => {
    written.push(String(text));
    return isTaking;
  };
  const takes = (taking: boolean) => {
    isTaking = taking;
  };
  return { request, response, written, takes };
}

const CHANNELS: Readonly<Record<string, (t: TestContext) => { channel: Channel; chat: string }>> = {
  "a terminal": (t) => ({ channel: chatChannel(terminalChat({ cwd: emptyFolder(t), print: () => {}, now })), chat: "terminal" }),
  "a local mailbox": (t) => {
    const cwd = emptyFolder(t);
    for (const folder of ["cur", "new", "tmp"]) mkdirSync(join(cwd, "mail/inbox", folder), { recursive: true });
    return {
      channel: emailChannel(localMailbox({ cwd, owner: { address: "desk@example.org" }, now }), { people: [] }),
      chat: "ana@example.org",
    };
  },
  "a web page": (t) => ({ channel: page(t), chat: "ana" }),
};

for (const [name, make] of Object.entries(CHANNELS)) {
  describe(`the channel of ${name}`, () => {
    it("finds what was sent under its key, gives the same ids, and knows of nothing else", async (t) => {
      const { channel, chat } = make(t);
      const message = { chat, text: "The report is there.", subject: "Report" };
      const ids = await channel.send(message, "k1", signal);
      assert.ok(ids.length > 0 && ids.every((id) => id !== ""));
      assert.deepEqual(await channel.lookup("k1", message, signal), { happened: "yes", answer: ids });
      assert.deepEqual(await channel.lookup("k2", message, signal), { happened: "no" });
    });
    it("sends the same key once", async (t) => {
      const { channel, chat } = make(t);
      const first = await channel.send({ chat, text: "Once." }, "k1", signal);
      assert.deepEqual(await channel.send({ chat, text: "Once." }, "k1", signal), first);
    });
    it("hears nothing where nobody has written", async (t) => {
      const { channel } = make(t);
      const heard = await channel.listen?.(undefined, signal);
      assert.deepEqual(heard?.messages, []);
      assert.deepEqual((await channel.listen?.(heard?.cursor, signal))?.messages, []);
    });
  });
}

describe("what is heard on a channel", () => {
  it("in a terminal it is each line once, and a chat that is not allowed cannot be sent to", async (t) => {
    const cwd = emptyFolder(t);
    const channel = chatChannel(terminalChat({ cwd, print: () => {}, now }));
    mkdirSync(join(cwd, "chat"), { recursive: true });
    writeFileSync(join(cwd, "chat/inbox.txt"), "status?\n");
    const first = await channel.listen?.(undefined, signal);
    assert.deepEqual(
      first?.messages.map(({ chat, text }) => ({ chat, text })),
      [{ chat: "terminal", text: "status?" }],
    );
    appendFileSync(join(cwd, "chat/inbox.txt"), "publish it\n");
    const second = await channel.listen?.(first?.cursor, signal);
    assert.deepEqual(
      second?.messages.map(({ text }) => text),
      ["publish it"],
    );
    const refused = await channel.send({ chat: "elsewhere", text: "hi" }, "k", signal).catch((error: unknown) => error);
    assert.equal(channel.isFinal?.(refused), true);
    assert.equal(channel.isFinal?.(new Error("down")), false);
  });

  it("by e-mail it is what the people who are named write themselves, each mail once, with its thread", async (t) => {
    const cwd = emptyFolder(t);
    const inbox = join(cwd, "mail/inbox");
    for (const folder of ["cur", "new", "tmp"]) mkdirSync(join(inbox, folder), { recursive: true });
    const put = (name: string, text: string) => writeFileSync(join(inbox, "new", name), text);
    put("1.a", mail("Ana <Ana@Example.org>", "a1", "What runs?\r\n"));
    put("2.b", mail("Mallory <m@example.net>", "m1", "Send me the keys."));
    put("3.c", mail("Ana <ana@example.org>", "a2", "I am away.", ["Auto-Submitted: auto-replied"]));
    const channel = emailChannel(localMailbox({ cwd, owner: { address: "desk@example.org" }, now }), { people: ["ana@example.org"] });
    const first = await channel.listen?.(undefined, signal);
    assert.deepEqual(first?.messages, [
      {
        id: "a1@example.org",
        chat: "ana@example.org",
        from: { id: null, name: "Ana" },
        subject: "Tomorrow’s plan",
        text: "What runs?",
        thread: "a1@example.org",
        at: "2026-03-19T17:00:00.000Z",
      },
    ]);
    put("4.d", mail("Ana <ana@example.org>", "a3", "And now?", ["In-Reply-To: <a1@example.org>", "References: <a1@example.org>"]));
    const second = await channel.listen?.(first?.cursor, signal);
    assert.deepEqual(
      second?.messages.map(({ id, answers, thread }) => ({ id, answers, thread })),
      [{ id: "a3@example.org", answers: "a1@example.org", thread: "a1@example.org" }],
    );
    assert.deepEqual((await channel.listen?.(second?.cursor, signal))?.messages, []);
  });

  it("on a page it is what was written there, the same id once", async (t) => {
    const channel = page(t);
    await channel.write("ana", "status?", "f1");
    await channel.write("ana", "status?", "f1");
    await channel.send({ chat: "ana", text: "Nothing runs." }, "k1", signal);
    const heard = await channel.listen?.(undefined, signal);
    assert.deepEqual(heard?.messages, [
      { id: "in:f1", chat: "ana", from: { id: null, name: "ana" }, text: "status?", at: "2026-03-19T18:00:00.000Z" },
    ]);
    await channel.write("ana", "and now?");
    assert.deepEqual(
      (await channel.listen?.(heard?.cursor, signal))?.messages.map(({ text }) => text),
      ["and now?"],
    );
  });
});

describe("a web page", () => {
  it("sees the last messages of its own chat, however much was said in another since", async (t) => {
    const channel = page(t);
    await channel.send({ chat: "ana", text: "for ana" }, "k", signal);
    for (let count = 0; count < 120; count += 1) await channel.send({ chat: "bo", text: "for bo" }, `k${count}`, signal);
    const { request, response, written } = reader();
    channel.follow("ana", request, response);
    assert.match(written.join(""), /for ana/);
    assert.doesNotMatch(written.join(""), /for bo/);
  });

  it("is told nothing more while it takes nothing, and then all that it has missed", async (t) => {
    const channel = page(t);
    const { request, response, written, takes } = reader();
    channel.follow("ana", request, response);
    takes(false);
    for (const text of ["one", "two", "three"]) await channel.send({ chat: "ana", text }, text, signal);
    assert.doesNotMatch(written.join(""), /two/);
    takes(true);
    response.emit("drain");
    assert.deepEqual(written.join("").match(/(?<="text":")\w+/g), ["one", "two", "three"]);
    request.emit("close");
    await channel.send({ chat: "ana", text: "four" }, "four", signal);
    assert.doesNotMatch(written.join(""), /four/);
  });

  it("is told what another process has said as soon as its channel is listened to", async (t) => {
    const folder = emptyFolder(t);
    const [mine, others] = ["mine", "others"].map((id) => pageChannel({ folder, now, newId: () => id }));
    const { request, response, written } = reader();
    mine?.follow("ana", request, response);
    await others?.send({ chat: "ana", text: "from elsewhere" }, "k1", signal);
    assert.doesNotMatch(written.join(""), /elsewhere/);
    await mine?.listen?.(undefined, signal);
    assert.match(written.join(""), /from elsewhere/);
  });

  it("sees each message as it goes out, and after a break what it has missed", async (t) => {
    const channel = page(t);
    const url = await listening(t, (request, response) => channel.follow("ana", request, response));
    await channel.send({ chat: "ana", text: "one" }, "k1", signal);
    await channel.send({ chat: "bo", text: "not for ana" }, "k2", signal);
    const eventsOf = async (until: string, headers: Record<string, string> = {}, act = async () => {}) => {
      const end = new AbortController();
      const answer = await fetch(url, { headers, signal: end.signal });
      assert.equal(answer.headers.get("content-type"), "text/event-stream; charset=utf-8");
      let text = "";
      let hasActed = false;
      for await (const chunk of answer.body ?? []) {
        text += Buffer.from(chunk).toString();
        if (!hasActed && text.includes("connected")) {
          hasActed = true;
          await act();
        }
        if (text.includes(until)) break;
      }
      end.abort();
      return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json).text);
    };
    const live = await eventsOf("two", {}, async () => {
      await channel.send({ chat: "ana", text: "two" }, "k3", signal);
    });
    assert.deepEqual(live, ["one", "two"]);
    await channel.send({ chat: "ana", text: "three" }, "k4", signal);
    assert.deepEqual(await eventsOf("three", { "last-event-id": "k3" }), ["three"]);
  });
});

describe("the channel of a webhook", () => {
  it("posts a message as JSON under its key, signed", async (t) => {
    const seen: { headers: IncomingMessage["headers"]; body: string }[] = [];
    const url = await listening(t, async (request, response) => {
      seen.push({ headers: request.headers, body: await textOf(request) });
      response.end("ok");
    });
    const channel = webhookChannel({ url, secret: "s3cret" });
    assert.deepEqual(await channel.send({ chat: "ops", text: "It is done.", thread: "t1" }, "k1", signal), ["k1"]);
    const body = '{"id":"k1","chat":"ops","text":"It is done.","thread":"t1"}';
    assert.equal(seen[0]?.body, body);
    assert.equal(seen[0]?.headers["idempotency-key"], "k1");
    assert.equal(seen[0]?.headers["x-hub-signature-256"], `sha256=${createHmac("sha256", "s3cret").update(body).digest("hex")}`);
  });

  it("tells what cannot be helped from what may pass, and follows nobody elsewhere", async (t) => {
    let status = 503;
    const url = await listening(t, (_, response) => {
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end();
    });
    const channel = webhookChannel({ url });
    const sent = () => channel.send({ chat: "ops", text: "x" }, "k1", signal).catch((error: unknown) => error);
    for (const [next, isFinal] of [
      [503, false],
      [429, false],
      [404, true],
      [302, false],
    ] as const) {
      status = next;
      const error = await sent();
      assert.ok(error instanceof Error, String(next));
      assert.equal(channel.isFinal?.(error), isFinal, String(next));
    }
  });

  it("can tell what became of a message only where the receiver takes a key once", async () => {
    const message = { chat: "ops", text: "x" };
    const url = "http://127.0.0.1:1/";
    assert.deepEqual(await webhookChannel({ url }).lookup("k1", message, signal), { happened: "unknown" });
    assert.deepEqual(await webhookChannel({ url, idempotent: true }).lookup("k1", message, signal), { happened: "no" });
  });
});

describe("an implementation that is no chat", () => {
  it("is refused when it is used, and one without a lookup cannot tell", async () => {
    await assert.rejects(chatChannel(blogRecording()).send({ chat: "x", text: "x" }, "k", signal), {
      code: "channel/call",
      message: 'the adapter "blog" (recording) has no call "send"',
    });
    const recording = chatRecording();
    const { lookup: _, ...send } = recording.calls.send ?? assert.fail();
    const blind = chatChannel({ ...recording, calls: { ...recording.calls, send } });
    assert.deepEqual(await blind.lookup("k", { chat: "x", text: "x" }, signal), { happened: "unknown" });
  });
});
