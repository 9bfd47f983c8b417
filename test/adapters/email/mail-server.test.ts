import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { SMTPServer } from "smtp-server";
import { email, type MailAccount, mailServer, type Sent } from "../../../adapters/email/index.js";
import type { Lookup } from "../../../src/dsl/index.js";
import { mailConforms } from "./conformance.js";
import { type Dovecot, PASSWORD, startDovecot, whyNoDovecot } from "./dovecot.js";
import { TO_ALL } from "./mails.js";

const { signal } = new AbortController();
const skip = whyNoDovecot() ?? false;
const env = { MAIL_PASSWORD: PASSWORD };
const REQUEST = {
  to: [{ name: "", address: "ben@example.org" }],
  bcc: [{ name: "", address: "secret@example.org" }],
  subject: "Hello",
  text: "Hello",
};

describe("mail over IMAP and SMTP", { skip }, () => {
  let dovecot: Dovecot;
  let smtp: SMTPServer;
  let smtpPort: number;
  const arrived: { readonly to: readonly string[]; readonly text: string }[] = [];
  /** What the server does with the next mail, when it has read all of it. */
  let onMail: "take" | "refuse" | "hang up" = "take";
  let users = 0;

  before(async () => {
    dovecot = await startDovecot();
    smtp = new SMTPServer({
      authMethods: ["PLAIN"],
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      onAuth: (auth, _session, done) =>
        auth.password === PASSWORD ? done(null, { user: auth.username }) : done(new Error(`no ${auth.password}`)),
      onRcptTo: (address, _session, done) => done(address.address.startsWith("gone@") ? new Error("no such user") : null),
      onData(stream, session, done) {
        let text = "";
        stream.on("data", (piece) => {
          text += piece;
        });
        stream.on("end", () => {
          if (onMail === "refuse") return done(Object.assign(new Error("spam"), { responseCode: 554 }));
          arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
          // The mail is taken, and nobody is told.
          if (onMail === "hang up") for (const connection of smtp.connections) connection.close();
          else done();
        });
      },
    });
    // A connection that breaks is what a test makes; it is no error of the server's.
    smtp.on("error", () => undefined);
    await new Promise<void>((listening) => smtp.listen(0, "127.0.0.1", listening));
    smtpPort = (smtp.server.address() as AddressInfo).port;
  });
  after(async () => {
    await new Promise<void>((closed) => smtp.close(closed));
    await dovecot.stop();
  });

  function account(name: string, mails: readonly string[]): { readonly account: MailAccount; readonly ids: readonly string[] } {
    users += 1;
    const user = `user${users}`;
    const ids = dovecot.addUser(user, mails);
    const imap = { host: "127.0.0.1", port: dovecot.port, secure: false };
    const address = name === "work" ? "me@work.org" : "me@example.org";
    return {
      ids,
      account: { name, address, user, passwordFrom: "MAIL_PASSWORD", imap, smtp: { host: "127.0.0.1", port: smtpPort, secure: false } },
    };
  }

  function opened(accounts: readonly MailAccount[], environment: Readonly<Record<string, string>> = env) {
    const { calls } = mailServer({ accounts, env: environment });
    const request = (more: object) => email.calls.send.takes.parse({ ...REQUEST, ...more });
    return {
      list: async () => calls.listInbox?.perform(email.calls.listInbox.takes.parse({}), { key: "", signal }),
      send: async (key: string, more: object = {}) => (await calls.send?.perform(request(more), { key, signal })) as Sent,
      lookup: async (key: string, more: object = {}) => (await calls.send?.lookup?.(key, request(more), { key, signal })) as Lookup<Sent>,
    };
  }

  mailConforms({
    name: "email, IMAP and SMTP",
    open(_t, mails) {
      const { account: home, ids } = account("home", mails);
      return { implementation: mailServer({ accounts: [home], env }), ids };
    },
  });

  it("a mail goes out once to everybody whom it names, and does not say who got it in secret", async () => {
    const { send } = opened([account("home", []).account]);
    arrived.length = 0;
    const answer = await send("k1");
    assert.deepEqual(await send("k1"), answer);
    assert.deepEqual(
      arrived.map(({ to }) => to),
      [["ben@example.org", "secret@example.org"]],
    );
    assert.doesNotMatch(arrived[0]?.text ?? "", /secret@/);
    assert.deepEqual([answer.folder, answer.bcc.length], ["Sent", 1]);
  });

  it("a mail that the server took before the connection broke is unclear, and is not said not to have happened", async () => {
    const { send, lookup } = opened([account("home", []).account]);
    arrived.length = 0;
    onMail = "hang up";
    await assert.rejects(send("k1"), { code: "email/unclear" });
    onMail = "take";
    assert.deepEqual(await lookup("k1"), { happened: "unknown" });
    assert.equal(arrived.length, 1);
  });

  it("a mail that the server refuses has not happened, and leaves no copy", async () => {
    const { send, lookup } = opened([account("home", []).account]);
    onMail = "refuse";
    await assert.rejects(send("k1"), ({ code, message }) => {
      assert.equal(code, "email/refused");
      assert.match(message, /^the server 127\.0\.0\.1 did not take the mail: .*554 spam/);
      return true;
    });
    onMail = "take";
    assert.deepEqual(await lookup("k1"), { happened: "no" });
    assert.equal((await send("k1")).subject, "Hello");
  });

  it("a mail that was taken for some alone is one that was sent", async () => {
    const { send, lookup } = opened([account("home", []).account]);
    const more = { bcc: [{ name: "", address: "gone@example.org" }] };
    await assert.rejects(send("k1", more), {
      code: "email/partly",
      message: "the server 127.0.0.1 took the mail, but not for gone@example.org",
    });
    assert.equal((await lookup("k1", more)).happened, "yes");
  });

  it("each account has its own mail and its own address", async () => {
    const [home, work] = [account("home", [TO_ALL]), account("work", [])];
    const { send } = opened([home.account, work.account]);
    assert.deepEqual(
      [(await send("k1")).from.address, (await send("k2", { account: "work" })).from.address],
      ["me@example.org", "me@work.org"],
    );
  });

  it("a password that is wrong or not there is said without showing one", async () => {
    const { account: home } = account("home", []);
    await assert.rejects(opened([home], { MAIL_PASSWORD: "wrong-secret" }).list(), ({ code, message, hint, cause }) => {
      assert.deepEqual([code, message], ["email/login", `the server 127.0.0.1 does not let "${home.user}" in`]);
      assert.doesNotMatch(`${message} ${hint} ${cause}`, /wrong-secret/);
      return true;
    });
    await assert.rejects(opened([home], {}).list(), {
      code: "email/password",
      message: 'the account "home" has no password: the credential "MAIL_PASSWORD" is not in the environment',
      hint: "set MAIL_PASSWORD",
    });
  });

  it("a server that is not there is named", async () => {
    const { account: home } = account("home", []);
    await assert.rejects(opened([{ ...home, imap: { host: "127.0.0.1", port: 1, secure: false } }]).list(), ({ code, message }) => {
      assert.equal(code, "email/unreachable");
      assert.match(message, /^the mail of the account "home" cannot be reached at 127\.0\.0\.1: /);
      return true;
    });
    await assert.rejects(opened([{ ...home, smtp: { host: "127.0.0.1", port: 1, secure: false } }]).send("k1"), { code: "email/refused" });
  });
});
