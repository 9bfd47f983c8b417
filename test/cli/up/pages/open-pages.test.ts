import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { openPages } from "../../../../src/cli/up/pages/open-pages.js";
import { pageLinks } from "../../../../src/cli/up/pages/page-link.js";
import { ChannelSettings } from "../../../../src/dispatch/index.js";
import { Hooks, hookServer } from "../../../../src/triggers/index.js";
import { follower } from "./follower.js";

const { signal } = new AbortController();
const JSON_TYPE = { "content-type": "application/json" };

/** The pages "desk" of ana and bo, served on this machine until the test has ended. */
async function served(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "pages-"));
  const written: string[] = [];
  const troubles: string[] = [];
  let channels = ChannelSettings.parse({ desk: { kind: "page", chats: ["ana", "bo"] }, phone: { kind: "telegram", chats: ["1"] } });
  let ids = 0;
  const newId = () => `id-${++ids}`;
  const now = () => new Date("2026-03-19T18:00:00Z");
  const pages = openPages({ root, channels: () => channels, secret: "sesame", now, newId, written: (name) => void written.push(name) });
  const server = hookServer({
    ...{ hooks: Hooks.parse({}), queue: { take: async () => "taken" as const }, secretOf: () => undefined, now, newId },
    own: pages.answer,
    trouble: (error) => void troubles.push(String(error)),
  });
  const { url } = await server.listen();
  t.after(async () => {
    pages.end();
    await server.close();
    rmSync(root, { recursive: true });
  });
  const [ana = "", bo = ""] = pageLinks(channels, { url, secret: "sesame" }).map((link) => link.url);
  const heard = async () => (await pages.channel("desk").listen?.(undefined, signal))?.messages ?? [];
  const write = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    fetch(ana.replace("?", "/messages?"), { method: "POST", redirect: "manual", headers, body });
  return {
    ...{ root, pages, server, url, ana, bo, written, troubles, heard, write },
    configure: (next: ChannelSettings) => {
      channels = next;
      pages.change();
    },
  };
}

describe("the page of a chat", () => {
  it("is one document, which loads nothing from elsewhere and is kept by nobody", async (t) => {
    const { ana } = await served(t);
    const answer = await fetch(ana);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(answer.headers.get("referrer-policy"), "same-origin");
    const policy = answer.headers.get("content-security-policy") ?? "";
    const text = await answer.text();
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1] ?? "";
    assert.match(policy, /^default-src 'none'; .*connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/);
    assert.ok(text.includes(`<script nonce="${nonce}">`) && nonce !== "");
    assert.doesNotMatch(text, /https?:\/\//);
    assert.notEqual((await fetch(ana)).headers.get("content-security-policy"), policy);
  });

  it("opens to its own key alone, and tells nobody else whether it is there", async (t) => {
    const { url, ana, bo } = await served(t);
    const key = new URL(ana).search;
    const asked = [`${url}/page/desk/ana`, `${ana}x`, `${url}/page/desk/bo${key}`, `${url}/page/phone/1${key}`, `${url}/page/no/one${key}`];
    for (const one of asked) {
      const answer = await fetch(one);
      assert.deepEqual([answer.status, await answer.text()], [403, REFUSED], one);
      assert.equal((await follower(one.includes("?") ? one : `${one}?`)).status, 403);
    }
    assert.equal((await fetch(`${url}/page/desk${key}`)).status, 404);
    assert.equal((await fetch(`${ana.replace("?", "/other?")}`)).status, 404);
    assert.equal((await fetch(bo)).status, 200);
    assert.equal((await fetch(bo, { method: "POST" })).headers.get("allow"), "GET");
    assert.equal((await fetch(bo.replace("?", "/messages?"))).headers.get("allow"), "POST");
  });

  it("takes a text as JSON, once by its id, and says which channel was written on", async (t) => {
    const { write, heard, written } = await served(t);
    for (const text of ["what runs?", "what runs?"]) assert.equal((await write(JSON.stringify({ text, id: "m1" }))).status, 202);
    await write(JSON.stringify({ text: "and now?" }));
    assert.deepEqual(
      (await heard()).map(({ chat, from, text }) => [chat, from.id, text]),
      [
        ["ana", null, "what runs?"],
        ["ana", null, "and now?"],
      ],
    );
    assert.deepEqual(written, ["desk", "desk", "desk"]);
  });

  it("takes a form without JavaScript, and shows the page again", async (t) => {
    const { write, heard, url, ana } = await served(t);
    const origin = { origin: url, "sec-fetch-site": "same-origin" };
    const answer = await write("text=one%0D%0Atwo", { ...origin, "content-type": "application/x-www-form-urlencoded" });
    assert.deepEqual([answer.status, `${url}${answer.headers.get("location")}`], [303, ana]);
    assert.equal((await heard())[0]?.text, "one\ntwo");
  });

  it("takes nothing that is no message, and nothing that another site sends", async (t) => {
    const { write, heard } = await served(t);
    const faults = [
      [await write(JSON.stringify({ text: " \n" })), 400, /field "text" of 1 to 16000 characters/],
      [await write(JSON.stringify({ text: "x".repeat(16_001) })), 400, /16000 characters/],
      [await write(JSON.stringify({ text: "x", id: "a b" })), 400, /"id" of letters/],
      [await write("{"), 400, /^It could not be read: the body is not JSON/],
      [await write("x".repeat(200_001)), 413, /more than 200000 bytes/],
      [await write("text", { "content-type": "text/plain" }), 415, /a form or JSON/],
      [await write('{"text": "x"}', { ...JSON_TYPE, origin: "http://evil.example" }), 403, /another site/],
      [await write('{"text": "x"}', { ...JSON_TYPE, origin: "null" }), 403, /another site/],
      [await write('{"text": "x"}', { ...JSON_TYPE, "sec-fetch-site": "cross-site" }), 403, /another site/],
    ] as const;
    for (const [answer, status, text] of faults) {
      assert.equal(answer.status, status);
      assert.match(await answer.text(), text);
    }
    assert.deepEqual(await heard(), []);
  });

  it("is told what is said to its chat and written there, as it happens, and later what it has missed", async (t) => {
    const { pages, ana, bo, write } = await served(t);
    const [first, other] = [await follower(ana), await follower(bo)];
    await write(JSON.stringify({ text: "<b>hello</b>" }));
    const channel = pages.channel("desk");
    await channel.send({ chat: "ana", text: "Nothing runs." }, "k1", signal);
    assert.deepEqual(await first.until(/Nothing/), ["in: <b>hello</b>", "out: Nothing runs."]);
    first.leave();
    await channel.send({ chat: "ana", text: "Done." }, "k2", signal);
    const again = await follower(ana, first.lastId());
    assert.deepEqual(await again.until(/Done/), ["out: Done."]);
    await channel.send({ chat: "bo", text: "For bo." }, "k3", signal);
    assert.deepEqual(await other.until(/./), ["out: For bo."]);
  });

  it("ends with its chat, and one that goes on being there goes on", async (t) => {
    const { configure, pages, ana, bo } = await served(t);
    const [gone, kept] = [await follower(ana), await follower(bo)];
    configure(ChannelSettings.parse({ desk: { kind: "page", chats: ["bo"] } }));
    await gone.ended;
    assert.equal((await fetch(ana)).status, 404);
    await pages.channel("desk").send({ chat: "bo", text: "Still here." }, "k1", signal);
    assert.deepEqual(await kept.until(/./), ["out: Still here."]);
  });

  it("does not hold up a server that ends by a connection that a browser has opened ahead", async (t) => {
    const { server, url } = await served(t);
    const ahead = connect(Number(new URL(url).port), "127.0.0.1");
    await once(ahead, "connect");
    // Served behind the other, so that the server knows of that by now.
    await fetch(url);
    const closed = once(ahead, "close");
    await server.close();
    await closed;
  });

  it("does not hold up a server that ends, and is cut off where it comes back too early", async (t) => {
    const { pages, server, ana } = await served(t);
    const follows = await follower(ana);
    pages.end();
    await follows.ended;
    await assert.rejects(follower(ana), /fetch failed/);
    await server.close();
  });

  it("is not taken for granted where its file can be neither read nor written", async (t) => {
    const { root, ana, write, troubles } = await served(t);
    mkdirSync(join(root, "page/desk/page.jsonl"), { recursive: true });
    assert.equal((await write(JSON.stringify({ text: "two" }))).status, 500);
    assert.equal((await follower(ana)).status, 500);
    assert.equal(troubles.length, 2);
  });
});

const REFUSED = "This link opens nothing. `stagewright status` shows the one that does.\n";
