import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { resumeRun } from "../../../src/runner/index.js";
import { fileStore } from "../../../src/store/index.js";
import { bareRepository } from "../blog/bare-repository.js";
import { fakeGhost, ENV as GHOST_ENV } from "../blog/fake-ghost.js";
import { fakeWordPress, ENV as WORDPRESS_ENV } from "../blog/fake-wordpress.js";
import { skip as noChromium, opened } from "../booking/site.js";
import * as caldav from "../calendar/radicale.js";
import { fakeTelegram, ENV as TELEGRAM_ENV } from "../chat/fake-telegram.js";
import { shop } from "../coding-agent/shop.js";
import * as imap from "../email/dovecot.js";
import { TO_ALL } from "../email/mails.js";
import { startSmtp } from "../email/smtp-server.js";
import { CLEAN, gitIn } from "../git/repository.js";
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
  const { status } = await resumeRun(pipelineOf(delivery, env), name, {
    store: fileStore(`${folder}/runs`),
    adapters: [{ ...real, calls: { ...real.calls, [delivery.call]: counted } }],
    // How soon it is found is the machine's: a browser that starts beside other work takes longer than a run waits by default.
    lookupMs: 300_000,
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

  it("has booked one table, which the next process finds", { skip: noChromium }, async (t) => {
    const site = await opened(t);
    process.env.BOOKING_SITE = site.url;
    t.after(() => delete process.env.BOOKING_SITE);
    assert.equal(await killedAndResumed("reserve", emptyFolder(t), { BOOKING_SITE: site.url }), 0);
    assert.equal(site.booked.length, 1);
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

  it("has claimed, noted and learned one thing, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    for (const name of ["claim", "addNote", "learn"]) assert.equal(await killedAndResumed(name, folder), 0, name);
    const times = (path: string, text: string) => readFileSync(join(folder, path), "utf8").split(text).length - 1;
    assert.equal(times(".stagewright/memory/2026-03-19.md", "It thawed."), 1);
    assert.equal(times("lessons/post.jsonl", "Keep titles short."), 1);
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

  it("has labelled, closed, reopened and opened issues on GitHub once each, which the next process finds", async (t) => {
    const github = await fakeGitHub(t, [{ title: "One", labels: ["bug"] }]);
    const env = { ...ENV, GITHUB_URL: github.url };
    const happened = () => github.issues[0]?.timeline.map((one) => Reflect.get(one, "event"));
    assert.equal(await killedAndResumed("gitHubLabel", emptyFolder(t), env), 0);
    assert.deepEqual(happened(), ["labeled", "unlabeled"]);
    assert.equal(await killedAndResumed("gitHubClose", emptyFolder(t), env), 0);
    assert.deepEqual(happened()?.slice(2), ["commented", "closed"]);
    assert.equal(await killedAndResumed("gitHubReopen", emptyFolder(t), env), 0);
    assert.deepEqual(happened()?.slice(4), ["commented", "reopened"]);
    assert.equal(await killedAndResumed("gitHubCreate", emptyFolder(t), env), 0);
    assert.deepEqual(
      github.issues.map(({ title }) => title),
      ["One", "New"],
    );
  });

  it("has laid one draft into the mailbox, and sent one mail, which the next process finds", {
    skip: imap.whyNoDovecot() ?? false,
  }, async (t) => {
    const [dovecot, smtp] = [await imap.startDovecot(), await startSmtp(imap.PASSWORD)];
    t.after(() => Promise.all([dovecot.stop(), smtp.stop()]));
    dovecot.addUser("user1", [TO_ALL]);
    const env = { MAIL_PASSWORD: imap.PASSWORD, IMAP_PORT: String(dovecot.port), SMTP_PORT: String(smtp.port) };
    assert.equal(await killedAndResumed("draftReply", emptyFolder(t), env), 0);
    assert.equal(dovecot.mailsIn("user1", ".Entwurf").length, 1);
    assert.equal(await killedAndResumed("smtp", emptyFolder(t), env), 0);
    assert.deepEqual([smtp.arrived.length, dovecot.mailsIn("user1", ".Sent").length], [1, 1]);
  });

  it("has published one post into a folder, which the next process finds", async (t) => {
    const folder = emptyFolder(t);
    assert.equal(await killedAndResumed("publish", folder), 0);
    assert.deepEqual(readdirSync(join(folder, "posts")).sort(), ["2026-03-19-thaw.md", "index.md"]);
  });

  it("has pushed one commit, which the next process finds", async (t) => {
    const { remote, git } = bareRepository(t);
    const env = { GIT_CONFIG_GLOBAL: CLEAN.GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM: "1", BLOG_REMOTE: remote };
    assert.equal(await killedAndResumed("push", emptyFolder(t), { ...env, PATH: CLEAN.PATH ?? "" }), 0);
    assert.equal(git("log", "--format=%s", "main"), "Post: Thaw\nFirst\n");
  });

  it("has had one change built on a branch, and pushed it, which the next process finds", async (t) => {
    const { cwd, repo, remote, base, git } = shop(t);
    const env = { GIT_CONFIG_GLOBAL: CLEAN.GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM: "1", PATH: CLEAN.PATH ?? "", SHOP: repo };
    assert.equal(await killedAndResumed("build", cwd, { ...env, SHOP_AT: base }), 0);
    const commits = git("rev-list", `${base}..stagewright/kill`).trim().split("\n");
    assert.equal(commits.length, 1);
    const [commit = ""] = commits;
    assert.equal(await killedAndResumed("pushBranch", cwd, { ...env, SHOP_AT: commit }), 0);
    assert.equal(gitIn(remote, ["rev-parse", "refs/heads/stagewright/kill"]).trim(), commit);
  });

  for (const [name, open, secret] of [
    ["wordPress", fakeWordPress, WORDPRESS_ENV],
    ["ghost", fakeGhost, GHOST_ENV],
  ] as const) {
    it(`has published one post on a site (${name}), which the next process finds`, async (t) => {
      const site = await open(t);
      assert.equal(await killedAndResumed(name, emptyFolder(t), { ...secret, BLOG_URL: site.url }), 0);
      assert.deepEqual(
        site.posts.map(({ slug }) => slug),
        ["thaw"],
      );
    });
  }
});
