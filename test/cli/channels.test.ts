import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { channelsOf } from "../../src/cli/channels.js";
import type { Surroundings } from "../../src/cli/surroundings.js";
import { ChannelSettings } from "../../src/dispatch/index.js";
import { isStagewrightError } from "../../src/dsl/index.js";
import { fixture, shell } from "./shell.js";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A program on this machine that takes what is posted to it. */
async function receiver(t: TestContext, status = () => 204) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    received.push({ headers: request.headers, body });
    response.writeHead(status()).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stagewright` };
}

function filesWith(text: string, folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => readFileSync(path, "utf8").includes(text));
}

describe("a channel that is a webhook", () => {
  for (const secret of ["", "hook-secret-1"]) {
    it(`is told of a gate, once${secret === "" ? "" : ", signed with the secret that the config names"}, and decides nothing`, async (t) => {
      const { received, url } = await receiver(t);
      const here = shell(t);
      const hook = { kind: "webhook", url, ...(secret !== "" && { secretFrom: "HOOK_SECRET" }) };
      const places = [{ chat: "hook:desk", people: { desk: "ana" } }];
      writeFileSync(join(here.cwd, "stagewright.config.json"), JSON.stringify({ channels: { hook }, gates: { places } }));
      const look = () => here.call(["gates", "--ask", "--once"], { env: { HOOK_SECRET: secret } });
      await here.call(["run", fixture("post")]);
      for (let times = 0; times < 2; times += 1) {
        const { code, err } = await look();
        assert.equal(code, 0, err);
      }
      assert.equal(received.length, 1);
      const [{ headers, body } = { headers: {}, body: "" }] = received;
      const { id, chat, subject, text } = JSON.parse(body);
      assert.deepEqual([headers["content-type"], headers["idempotency-key"], chat], ["application/json", id, "desk"]);
      assert.match(subject, /^post: decide at "approve"/);
      assert.match(text, /Decide at a terminal: `stagewright approve post-20260319-aaaaaa`/);
      const signed = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
      assert.equal(headers["x-hub-signature-256"], secret === "" ? undefined : signed);
      // What was decided elsewhere is told there as well.
      await here.call(["approve", "last", "--no-resume"]);
      await look();
      assert.match(JSON.parse(received[1]?.body ?? "{}").text, /approved by .* \(command line\)/);
      if (secret !== "") assert.deepEqual(filesWith(secret, here.cwd), []);
    });
  }

  it("takes no message twice where it says that it knows what it has had", async (t) => {
    let isDown = true;
    const { received, url } = await receiver(t, () => (isDown ? 503 : 204));
    const here = shell(t);
    const channels = { hook: { kind: "webhook", url, idempotent: true } };
    const places = [{ chat: "hook:desk", people: { desk: "ana" } }];
    writeFileSync(join(here.cwd, "stagewright.config.json"), JSON.stringify({ channels, gates: { places } }));
    await here.call(["run", fixture("post")]);
    await here.call(["gates", "--ask", "--once"]);
    isDown = false;
    await here.call(["gates", "--ask", "--once"], { now: "2026-03-19T19:00:00.000Z" });
    const keys = received.map(({ headers }) => headers["idempotency-key"]);
    assert.ok(keys.length >= 2);
    // The same message, by the same key: the receiver knows it.
    assert.equal(new Set(keys).size, 1);
  });

  it("whose secret is nowhere is an error before anything is sent", async (t) => {
    const { received, url } = await receiver(t);
    const here = shell(t);
    const channels = { hook: { kind: "webhook", url, secretFrom: "HOOK_SECRET" } };
    const places = [{ chat: "hook:desk", people: { desk: "ana" } }];
    writeFileSync(join(here.cwd, "stagewright.config.json"), JSON.stringify({ channels, gates: { places } }));
    const { code, err } = await here.call(["gates", "--ask", "--once"], { env: { HOME: here.cwd } });
    assert.notEqual(code, 0);
    assert.match(err, /HOOK_SECRET/);
    assert.equal(received.length, 0);
  });
});

function surroundingsIn(cwd: string): Surroundings {
  const silent = { write: () => {}, isTty: false, columns: 80 };
  return {
    ...{ program: "stagewright", cwd, env: {}, out: silent, err: silent, canAsk: false },
    readInput: async () => "",
    ask: async () => undefined,
    onSignal: () => () => {},
    exit: () => {},
  };
}

describe("a channel that is a page", () => {
  const pageLines = (cwd: string) =>
    readFileSync(join(cwd, ".stagewright/page/desk/page.jsonl"), "utf8")
      .trim()
      .split("\n")
      .filter((line) => line.includes('"way":"out"'));

  it("is told of a gate by a process that serves no page, and decides nothing", async (t) => {
    const here = shell(t);
    const config = {
      channels: { desk: { kind: "page", chats: ["ana"] } },
      gates: { places: [{ chat: "desk:ana", people: { ana: "ana" } }] },
    };
    writeFileSync(join(here.cwd, "stagewright.config.json"), JSON.stringify(config));
    await here.call(["run", fixture("post")]);
    const { code, err } = await here.call(["gates", "--ask", "--once"]);
    assert.equal(code, 0, err);
    assert.match(pageLines(here.cwd).join("\n"), /Decide at a terminal: `stagewright approve post-20260319-aaaaaa`/);
  });

  it("gives up at once what is for a chat that it does not have", async () => {
    const root = mkdtempSync(join(tmpdir(), "page-"));
    const { page } = channelsOf(ChannelSettings.parse({ page: { kind: "page", chats: ["ana", "bo"] } }), {
      root,
      surroundings: surroundingsIn(root),
    });
    assert.ok(page !== undefined);
    const { signal } = new AbortController();
    assert.deepEqual(await page.send({ chat: "bo", text: "hello" }, "k1", signal), ["k1"]);
    const error = await page.send({ chat: "cy", text: "hello" }, "k2", signal).catch((thrown: unknown) => thrown);
    assert.ok(isStagewrightError(error) && page.isFinal?.(error));
    assert.equal(error.message, 'the page "page" has no chat "cy"');
    assert.match(error.hint ?? "", /channels\.page\.chats.*there are ana, bo/);
    rmSync(root, { recursive: true });
  });
});
