import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { chromium } from "playwright-core";
import { chromiumIn } from "../../../adapters/booking/chromium-program.js";
import { pageChannel } from "../../../adapters/index.js";
import { pageLink } from "../../../src/cli/up/page/page-link.js";
import { pageRequests } from "../../../src/cli/up/page/page-requests.js";
import { ChannelSettings } from "../../../src/dispatch/index.js";
import { Hooks, hookServer } from "../../../src/triggers/index.js";
import { emptyFolder } from "../../store/files/folder.js";
import { axeFaults } from "../axe.js";
import { shell } from "../shell.js";

/** Below the folder of the coverage, which git ignores. */
const SCREENSHOTS = join(import.meta.dirname, "../../../coverage/screenshots");
const SECRET = "a secret of the store";
const NOON = new Date("2026-12-01T12:00:00Z");

/** A page of two chats, without what reads it. */
async function page(t: TestContext) {
  let nth = 0;
  const channel = pageChannel({ folder: emptyFolder(), now: () => NOON, newId: () => `id-${++nth}` });
  const channels = ChannelSettings.parse({ web: { kind: "page", chats: ["me", "Ana & co"] }, chat: { kind: "terminal" } });
  const server = hookServer({
    hooks: Hooks.parse({}),
    queue: { take: async () => "taken" },
    others: pageRequests({ channels: () => channels, pageOf: () => channel, secret: SECRET }),
    ...{ secretOf: () => undefined, now: () => NOON, newId: () => "none", trouble: (error) => assert.fail(String(error)) },
  });
  const { url } = await server.listen();
  t.after(() => server.close());
  const link = (chat = "me", name = "web") => url + pageLink({ channel: name, chat }, SECRET);
  return { channel, server, url, link, heard: async () => (await channel.listen?.(undefined, AbortSignal.timeout(1_000)))?.messages ?? [] };
}

const eventsOf = (link: string) => link.replace("?", "/events?");

/** The data of the next events of a stream. */
async function* events(link: string, lastId?: string): AsyncGenerator<{ readonly id: string; readonly text: string }> {
  const response = await fetch(eventsOf(link), lastId === undefined ? {} : { headers: { "last-event-id": lastId } });
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  let text = "";
  assert.ok(response.body);
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      const [, id = ""] = /^id: (.*)$/m.exec(event) ?? [];
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      if (data !== undefined) yield { id, text: JSON.parse(data).text };
    }
  }
}

const asJson = (body: unknown) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

test("whoever has the link writes to the page and follows what is said there, first what was said before", async (t) => {
  const { channel, link, heard } = await page(t);
  assert.equal((await fetch(link(), asJson({ text: " what runs? " }))).status, 202);
  const following = events(link());
  assert.equal((await following.next()).value?.text, "what runs?");
  await channel.send({ chat: "me", text: "Nothing runs." }, "k1", AbortSignal.timeout(1_000));
  const answered = await following.next();
  assert.deepEqual(answered.value, { id: "k1", text: "Nothing runs." });
  await following.return(undefined);
  await channel.send({ chat: "Ana & co", text: "for Ana" }, "k2", AbortSignal.timeout(1_000));
  await channel.send({ chat: "me", text: "missed" }, "k3", AbortSignal.timeout(1_000));
  const again = events(link(), "k1");
  assert.equal((await again.next()).value?.text, "missed");
  await again.return(undefined);
  assert.deepEqual(
    (await heard()).map(({ chat, text }) => ({ chat, text })),
    [{ chat: "me", text: "what runs?" }],
  );
});

test("a message that is sent again, since its answer was lost, is one; a form leads back to the page", async (t) => {
  const { link, heard } = await page(t);
  for (let times = 0; times < 2; times += 1) assert.equal((await fetch(link(), asJson({ text: "hello", id: "a" }))).status, 202);
  assert.equal((await fetch(link("Ana & co"), asJson({ text: "hello", id: "a" }))).status, 202);
  const form = await fetch(link(), { method: "POST", body: new URLSearchParams({ text: "by a form" }), redirect: "manual" });
  assert.equal(form.status, 303);
  assert.ok(link().endsWith(form.headers.get("location") ?? "none"));
  assert.deepEqual(
    (await heard()).map(({ chat, text }) => `${chat}: ${text}`),
    ["me: hello", "Ana & co: hello", "me: by a form"],
  );
});

test("without its own key no page is shown, followed or written to, and nobody learns which there are", async (t) => {
  const { link, url, heard } = await page(t);
  const others = [
    link().replace(/key=.*/, "key="),
    link().replace(/\?.*/, ""),
    link("Ana & co").replace(/^.*\?/, `${url}/page/web/me?`),
    link("nobody"),
    link("me", "chat"),
    link("me", "none"),
    `${url}/page/%E0%A4%A/me?key=x`,
  ];
  for (const other of others) {
    for (const asked of [await fetch(other), await fetch(eventsOf(other)), await fetch(other, asJson({ text: "hello" }))]) {
      assert.equal(asked.status, 403, other);
      assert.match(await asked.text(), /^This link opens no page\./);
    }
  }
  assert.deepEqual(await heard(), []);
});

test("what is no message is refused with what one is, and another site may not send", async (t) => {
  const { link, heard } = await page(t);
  const answer = async (init: RequestInit) => {
    const got = await fetch(link(), init);
    return `${got.status} ${(await got.text()).trim()}`;
  };
  for (const body of [{ text: " " }, { text: "x".repeat(10_001) }, { text: 7 }, ["text"], { text: "hello", id: "" }]) {
    assert.equal(await answer(asJson(body)), "400 A message is a text of 1 to 10,000 characters.");
  }
  assert.equal(await answer({ ...asJson({}), body: "{" }), "400 A message is a text of 1 to 10,000 characters.");
  assert.equal(await answer({ method: "POST", body: "plain" }), "415 A message comes as a form or as JSON, not compressed.");
  assert.match(await answer(asJson({ text: "x".repeat(100_001) })), /^413 /);
  assert.equal(await answer({ method: "DELETE" }), "405 Ask for it with GET.");
  const cross = await new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "sec-fetch-site": "cross-site" };
    httpRequest(link(), { method: "POST", headers, agent: false }, (response) => resolve(response.statusCode))
      .on("error", reject)
      .end('{"text":"x"}');
  });
  assert.equal(cross, 403);
  assert.deepEqual(await heard(), []);
});

test("the page may run its own script alone, and says its chat as text", async (t) => {
  const { link } = await page(t);
  const shown = await fetch(link("Ana & co"));
  const nonce = /script-src 'nonce-([^']+)'/.exec(shown.headers.get("content-security-policy") ?? "")?.[1];
  const text = await shown.text();
  assert.ok(nonce !== undefined && text.includes(`<script nonce="${nonce}">`));
  assert.match(text, /<title>Ana &amp; co · Stagewright<\/title>/);
  assert.notEqual(nonce, /nonce-([^']+)'/.exec((await fetch(link())).headers.get("content-security-policy") ?? "")?.[1]);
});

test("the server closes although a page follows, and ends its stream", async (t) => {
  const { server, link } = await page(t);
  await fetch(link(), asJson({ text: "hello" }));
  const following = events(link());
  await following.next();
  await server.close();
  assert.equal((await following.next()).done, true);
});

const program = chromiumIn(process.env);
const skip = program === undefined ? "no Chromium is on the PATH (apt-get install chromium)" : false;

test("what somebody types into the page is answered there by up, which ends although the page is open", { skip }, async (t) => {
  const { call, cwd } = shell(t);
  mkdirSync(join(cwd, "pipelines"));
  writeFileSync(join(cwd, "stagewright.config.json"), JSON.stringify({ channels: { web: { kind: "page" } }, listen: { port: 0 } }));
  const browser = await chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox", "--disable-gpu"] });
  t.after(() => browser.close());
  let signal = () => {};
  let said = "";
  let isOpened = false;
  let [log, state] = ["", ""];
  let faults: readonly string[] = ["axe has not looked"];
  const look = async (link: string) => {
    const shown = await browser.newPage();
    await shown.goto(link);
    await shown.getByLabel("Your message").fill("what runs?");
    await shown.getByLabel("Your message").press("Enter");
    await shown.getByText("Nothing runs.").waitFor();
    log = (await shown.getByRole("log").textContent()) ?? "";
    // The policy forbids any script but its own; axe is one.
    const looking = await (await browser.newContext({ bypassCSP: true, viewport: { width: 360, height: 740 } })).newPage();
    await looking.goto(link);
    await looking.getByText("Nothing runs.").waitFor();
    faults = await axeFaults(looking);
    mkdirSync(SCREENSHOTS, { recursive: true });
    await looking.screenshot({ path: join(SCREENSHOTS, "page.png") });
    signal();
    await shown.getByText("Not connected").waitFor();
    state = (await shown.getByRole("status").textContent()) ?? "";
  };
  let looked: Promise<void> | undefined;
  const { code, err } = await call(["up"], {
    env: { PATH: process.env.PATH ?? "", HOME: cwd },
    onSignal: (told) => {
      signal = told;
      return () => {};
    },
    heard: (text) => {
      said += text;
      const [, link] = /a page to write to it at (\S+)\n[\s\S]*Ctrl-C ends this/.exec(said) ?? [];
      if (link === undefined || isOpened) return;
      isOpened = true;
      looked = look(link).catch((error: unknown) => {
        signal();
        throw error;
      });
    },
  });
  await looked;
  assert.equal(code, 130, err);
  assert.match(log, /^You, .*what runs\?Stagewright, .*Nothing runs\.$/);
  assert.deepEqual(faults, []);
  assert.equal(state, "Not connected; it is tried again.");
});
