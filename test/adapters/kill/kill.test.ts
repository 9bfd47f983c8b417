import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { resumeRun } from "../../../src/runner/index.js";
import { fileStore } from "../../../src/store/index.js";
import * as caldav from "../calendar/radicale.js";
import { fakeTelegram, ENV as TELEGRAM_ENV } from "../chat/fake-telegram.js";
import { ENV, fakeGitHub } from "../issues/fake-github.js";
import { deliveries, pipelineOf } from "./deliveries.js";

/** Kills a real process between an effect and its record, goes on with its run here, and says how often the effect was made here. */
async function killedAndResumed(name: string, folder: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
  const victim = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "victim.ts"), folder, name], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const signal = await new Promise((done) => victim.once("exit", (_code, by) => done(by)));
  assert.equal(signal, "SIGKILL");
  const delivery = deliveries[name];
  assert.ok(delivery);
  const real = delivery.real(folder, env);
  const call = real.calls[delivery.call];
  assert.ok(call);
  let made = 0;
  const counted = {
    ...call,
    perform: (request: unknown, context: Parameters<typeof call.perform>[1]) => {
      made += 1;
      return call.perform(request, context);
    },
  };
  const { status } = await resumeRun(pipelineOf(delivery), "r1", {
    store: fileStore(`${folder}/runs`),
    adapters: [{ ...real, calls: { ...real.calls, [delivery.call]: counted } }],
  });
  assert.equal(status, "done");
  return made;
}

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "kill-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "issues"));
  writeFileSync(join(folder, "issues/1.md"), "---\ntitle: One\n---\n");
  return folder;
}

describe("a process that is killed between an effect and its record", { concurrency: 2 }, () => {
  it("has sent one mail, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    assert.equal(await killedAndResumed("send", folder), 0);
    assert.equal(readdirSync(join(folder, "mail/Sent/cur")).length, 1);
  });

  it("has written one event, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    assert.equal(await killedAndResumed("createEvent", folder), 0);
    assert.equal(readdirSync(join(folder, "calendar")).length, 1);
  });

  it("has written one event on a CalDAV server, which the next process finds", { skip: caldav.whyNoRadicale() ?? false }, async (t) => {
    const radicale = await caldav.startRadicale();
    t.after(() => radicale.stop());
    const url = radicale.addCalendar();
    assert.equal(await killedAndResumed("calDavEvent", emptyFolder(t), { ...caldav.ENV, CALDAV_URL: url }), 0);
    assert.equal(Object.keys(radicale.filesOf(url)).length, 1);
  });

  it("has said one thing in the terminal, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    assert.equal(await killedAndResumed("say", folder), 0);
    assert.equal(readFileSync(join(folder, "chat/sent.jsonl"), "utf8").split("Hello").length, 2);
  });

  it("has sent the two parts of one message on Telegram, which the next process finds", async (t) => {
    const telegram = await fakeTelegram();
    t.after(() => telegram.close());
    assert.equal(await killedAndResumed("telegram", emptyFolder(t), { ...TELEGRAM_ENV, TELEGRAM_URL: telegram.url }), 0);
    assert.equal(telegram.sent.length, 2);
  });

  it("has left one comment, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    assert.equal(await killedAndResumed("comment", folder), 0);
    assert.equal(readFileSync(join(folder, "issues/1.md"), "utf8").split("Found it.").length, 2);
  });

  it("has opened one issue, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    assert.equal(await killedAndResumed("create", folder), 0);
    assert.deepEqual(readdirSync(join(folder, "issues")).sort(), ["1.md", "2.md"]);
  });

  it("has saved one item on the clipboard, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    assert.equal(await killedAndResumed("saveItem", folder), 0);
    assert.equal(readFileSync(join(folder, "clipboard/items.jsonl"), "utf8").split("Found it.").length, 2);
  });

  it("has left one comment on GitHub, which the next process finds", async (t) => {
    const github = await fakeGitHub(t, [{ title: "One" }]);
    assert.equal(await killedAndResumed("gitHubComment", emptyFolder(t), { ...ENV, GITHUB_URL: github.url }), 0);
    assert.equal(github.issues[0]?.comments.length, 1);
  });
});
