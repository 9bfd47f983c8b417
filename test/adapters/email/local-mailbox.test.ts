import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { email, type LocalMailboxOptions, localMailbox, type Mail, type MailHead, type Sent } from "../../../adapters/email/index.js";
import type { Lookup } from "../../../src/dsl/index.js";
import { emptyFolder, fillMaildir } from "./local-folders.js";
import { mailText, TO_ALL } from "./mails.js";

const { signal } = new AbortController();
const TO = [{ name: "", address: "ben@example.org" }];

function mailbox(t: TestContext, mails: readonly string[] = [TO_ALL], options: Partial<LocalMailboxOptions> = {}) {
  const cwd = emptyFolder(t);
  const ids = fillMaildir(join(cwd, "mail/inbox"), mails);
  const open = () => {
    const now = () => new Date("2026-03-19T18:00:00Z");
    const { calls } = localMailbox({ cwd, owner: { address: "me@example.org" }, now, ...options });
    const ask = async (call: keyof typeof email.calls, request: object, key = "") =>
      calls[call]?.perform(email.calls[call].takes.parse(request), { key, signal });
    return {
      list: async (request: object = {}) => (await ask("listInbox", request)) as { mails: MailHead[]; next: string | null },
      read: async (request: object) => (await ask("readEmail", request)) as Mail | null,
      draft: async (request: object, key: string) => (await ask("draftReply", request, key)) as Sent,
      send: async (request: object, key: string) => (await ask("send", request, key)) as Sent,
      lookup: async (key: string) =>
        (await calls.send?.lookup?.(key, { to: TO, cc: [], bcc: [], subject: "x", text: "x" }, { key, signal })) as Lookup<Sent>,
    };
  };
  return { cwd, ids, open, ...open() };
}

describe("a local mailbox", () => {
  it("a draft is a file among the drafts, flagged as one, and a mail that is sent one among what was sent", async (t) => {
    const { cwd, ids, draft, send } = mailbox(t);
    const drafted = await draft({ text: "Yes", answers: { id: ids[0] } }, "k1");
    await send({ to: TO, bcc: [{ name: "", address: "s@example.org" }], subject: "Hello", text: "Hello" }, "k2");
    assert.deepEqual(readdirSync(join(cwd, "mail/Drafts/cur")), [`${drafted.id}:2,DS`]);
    assert.match(
      readFileSync(join(cwd, "mail/Drafts/cur", `${drafted.id}:2,DS`), "utf8"),
      /\r\nIn-Reply-To: <lunch@example.org>\r\nReferences: <lunch@example.org>\r\n/,
    );
    const [sent = ""] = readdirSync(join(cwd, "mail/Sent/cur"));
    const text = readFileSync(join(cwd, "mail/Sent/cur", sent), "utf8");
    assert.match(
      text,
      /^From: me@example\.org\r\nTo: ben@example\.org\r\nBcc: s@example\.org\r\nSubject: Hello\r\nDate: Thu, 19 Mar 2026 18:00:00 \+0000\r\n/,
    );
    assert.deepEqual([readdirSync(join(cwd, "mail/Sent/tmp")), readdirSync(join(cwd, "mail/Sent/new"))], [[], []]);
  });

  it("a folder of drafts is a Maildir that can be read like any", async (t) => {
    const { ids, draft, list, read } = mailbox(t);
    await draft({ text: "Yes, at noon.", answers: { id: ids[0] } }, "k1");
    const { mails } = await list({ account: "mail/Drafts" });
    assert.equal((await read({ account: "mail/Drafts", id: mails[0]?.id }))?.text, "Yes, at noon.");
  });

  it("a repeat is found by the key, also after a restart, after the flags changed, and from two at once", async (t) => {
    const { cwd, open, send, lookup } = mailbox(t);
    const request = { to: TO, subject: "Hello", text: "Hello" };
    const [answer, same] = await Promise.all([send(request, "k1"), open().send(request, "k1")]);
    assert.deepEqual(answer, same);
    const cur = join(cwd, "mail/Sent/cur");
    const [name = ""] = readdirSync(cur);
    renameSync(join(cur, name), join(cur, name.replace(":2,S", ":2,FS")));
    assert.deepEqual(await open().send(request, "k1"), answer);
    assert.deepEqual(await lookup("k1"), { happened: "yes", answer });
    assert.equal(readdirSync(cur).length, 1);
  });

  it("a try that was cut off while it wrote has not happened", async (t) => {
    const { cwd, send, lookup } = mailbox(t);
    await send({ to: TO, subject: "Other", text: "Other" }, "k0");
    writeFileSync(join(cwd, "mail/Sent/tmp/left-over"), "From: me");
    assert.deepEqual(await lookup("k1"), { happened: "no" });
    await send({ to: TO, subject: "Hello", text: "Hello" }, "k1");
    assert.equal((await lookup("k1")).happened, "yes");
  });

  it("mails without a key are each their own", async (t) => {
    const { send } = mailbox(t);
    const request = { to: TO, subject: "Hello", text: "Hello" };
    assert.notEqual((await send(request, "")).messageId, (await send(request, "")).messageId);
  });

  it("the account is chosen per message, by its name, and answers from the address that was written to", async (t) => {
    const { cwd, open } = mailbox(t, [TO_ALL], {
      accounts: [
        { name: "home", address: "ana@home.org", displayName: "Ana", inbox: "mail/inbox" },
        { name: "work", address: "ana@work.org", aliases: ["me@example.org"], inbox: "work" },
      ],
    });
    const [id] = fillMaildir(join(cwd, "work"), [TO_ALL, mailText({ Subject: "More" })]);
    const { list, send } = open();
    assert.deepEqual([(await list()).mails.length, (await list({ account: "work" })).mails.length], [1, 2]);
    const request = { to: TO, subject: "Hello", text: "Hello" };
    assert.deepEqual((await send(request, "k1")).from, { name: "Ana", address: "ana@home.org" });
    assert.deepEqual((await send({ ...request, account: "work" }, "k2")).from, { name: "", address: "ana@work.org" });
    const answer = await send({ account: "work", text: "Yes", answers: { id, all: true } }, "k3");
    assert.deepEqual([answer.from.address, answer.cc.map(({ address }) => address)], ["me@example.org", ["ben@example.org"]]);
    assert.equal((await send({ ...request, account: "work", from: "ME@example.org" }, "k4")).from.address, "me@example.org");
    await assert.rejects(list({ account: "play" }), {
      code: "email/no-account",
      message: 'there is no account "play"',
      hint: 'the accounts are "home", "work"',
    });
  });

  it("a mailbox that is not there, and a folder that is none, are named", async (t) => {
    const { cwd, list } = mailbox(t);
    mkdirSync(join(cwd, "photos"));
    const hint = "name an mbox file or a Maildir that exists";
    await assert.rejects(list({ account: "gone.mbox" }), {
      code: "email/no-mailbox",
      message: `the mailbox "${join(cwd, "gone.mbox")}" is not there`,
      hint,
    });
    await assert.rejects(list({ account: "photos" }), {
      code: "email/no-mailbox",
      message: `the mailbox "${join(cwd, "photos")}" is neither an mbox file nor a Maildir, which has the folders cur and new`,
      hint,
    });
  });

  it("a Maildir's flags are told, a mail that moved from new to cur is found, and a link is no mail", async (t) => {
    const { cwd, ids, list, read } = mailbox(t, [TO_ALL, TO_ALL]);
    const inbox = join(cwd, "mail/inbox");
    await list();
    renameSync(join(inbox, "new", ids[0] ?? ""), join(inbox, "cur", `${ids[0]}:2,RS`));
    symlinkSync("/etc/hostname", join(inbox, "new", "1773919999.x"));
    assert.deepEqual([(await read({ id: ids[0] }))?.isRead, (await read({ id: ids[0] }))?.isAnswered], [true, true]);
    assert.deepEqual(
      (await list()).mails.map(({ id, isRead }) => [id, isRead]),
      [
        [ids[0], true],
        [ids[1], false],
      ],
    );
    assert.deepEqual(
      (await list({ unreadOnly: true })).mails.map(({ id }) => id),
      [ids[1]],
    );
  });

  it("mails before a time are left out, and those without a date are kept", async (t) => {
    const dated = (day: string) => mailText({ Subject: day, Date: `${day} Mar 2026 10:00:00 +0000` });
    const { list } = mailbox(t, [dated("18"), dated("19"), mailText({ Subject: "none" })]);
    assert.deepEqual(
      (await list({ since: "2026-03-19T00:00:00+01:00" })).mails.map(({ subject }) => subject),
      ["19", "none"],
    );
  });

  it("a subject or a name of two lines, a mail to nobody and one without a subject are refused by the schema", () => {
    const { send, draftReply } = email.calls;
    const good = { to: TO, subject: "a", text: "b" };
    assert.equal(send.takes.safeParse(good).success, true);
    for (const wrong of [
      { subject: "a\r\nBcc: x@example.org" },
      { to: [{ name: "a\nb", address: "b@example.org" }] },
      { to: [{ name: "", address: "b@example.org, c@example.org" }] },
      { to: [] },
      { subject: undefined },
      { text: "" },
    ]) {
      assert.equal(send.takes.safeParse({ ...good, ...wrong }).success, false, JSON.stringify(wrong));
    }
    assert.equal(send.takes.safeParse({ text: "b", answers: { id: "1" } }).success, true);
    assert.equal(draftReply.takes.safeParse({ text: "b" }).success, false);
  });
});
