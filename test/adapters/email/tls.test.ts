import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { email, type MailHead, mailServer, type Server } from "../../../adapters/email/index.js";
import type { Lookup } from "../../../src/dsl/index.js";
import { type Certificate, selfSigned, whyNoCertificate } from "../certificate.js";
import { type Dovecot, PASSWORD, startDovecot, whyNoDovecot } from "./dovecot.js";
import { TO_ALL } from "./mails.js";
import { startSmtp, type TestSmtp } from "./smtp-server.js";

const { signal } = new AbortController();
const REQUEST = email.calls.send.takes.parse({ to: [{ name: "", address: "ben@example.org" }], subject: "Hello", text: "Hello" });
const HINT = "the password was not sent; if the certificate is right, give the one that vouches for it as `ca`, in PEM";

describe("mail over TLS", { skip: whyNoDovecot() ?? whyNoCertificate() ?? false }, () => {
  let ours: Certificate;
  let others: Certificate;
  let dovecot: Dovecot;
  let clear: Dovecot;
  const smtps: TestSmtp[] = [];
  let users = 0;

  before(async () => {
    [ours, others] = [selfSigned("IP:127.0.0.1"), selfSigned("DNS:other.example.org")];
    [dovecot, clear] = await Promise.all([startDovecot({ tls: ours.files }), startDovecot()]);
  });
  after(async () => {
    await Promise.all([dovecot.stop(), clear.stop(), ...smtps.map((smtp) => smtp.stop())]);
    ours.remove();
    others.remove();
  });

  async function smtpWith(options: Parameters<typeof startSmtp>[1]): Promise<TestSmtp> {
    const smtp = await startSmtp(PASSWORD, options);
    smtps.push(smtp);
    return smtp;
  }

  /** An account of a user of its own, whose mail is read at `imap` and sent at `smtp`. */
  function opened({ imap, smtp, on = dovecot }: { imap: Partial<Server>; smtp?: Partial<Server>; on?: Dovecot }) {
    users += 1;
    const user = `user${users}`;
    on.addUser(user, [TO_ALL]);
    const at = { host: "127.0.0.1", port: 1 };
    const account = {
      name: "home",
      address: "me@example.org",
      user,
      passwordFrom: "MAIL_PASSWORD",
      imap: { ...at, ...imap },
      smtp: { ...at, ...smtp },
    };
    const { calls } = mailServer({ accounts: [account], env: { MAIL_PASSWORD: PASSWORD } });
    const key = "k1";
    return {
      user,
      list: async () =>
        (await calls.listInbox?.perform(email.calls.listInbox.takes.parse({}), { key: "", signal })) as { mails: MailHead[] },
      send: async () => calls.send?.perform(REQUEST, { key, signal }),
      lookup: async () => (await calls.send?.lookup?.(key, REQUEST, { key, signal })) as Lookup<unknown>,
    };
  }

  it("is read and sent encrypted from the first byte on, where the certificate goes back to `ca`", async () => {
    const { key, cert: ca } = ours;
    const smtp = await smtpWith({ key, cert: ca, secure: true });
    const { list, send } = opened({ imap: { port: dovecot.securePort, ca }, smtp: { port: smtp.port, ca } });
    assert.deepEqual(
      (await list()).mails.map(({ subject }) => subject),
      ["Lunch"],
    );
    await send();
    assert.deepEqual(
      smtp.arrived.map(({ isEncrypted }) => isEncrypted),
      [true],
    );
  });

  it("is read and sent over connections that change over before the password", async () => {
    const { key, cert: ca } = ours;
    const smtp = await smtpWith({ key, cert: ca });
    const { list, send } = opened({ imap: { port: dovecot.port, secure: false, ca }, smtp: { port: smtp.port, secure: false, ca } });
    assert.deepEqual(
      (await list()).mails.map(({ subject }) => subject),
      ["Lunch"],
    );
    await send();
    assert.deepEqual(
      smtp.arrived.map(({ isEncrypted }) => isEncrypted),
      [true],
    );
  });

  it("is not read where nobody vouches for the certificate, or where it is another server's", async () => {
    const message = "the server 127.0.0.1 shows a certificate that is not trusted: self-signed certificate";
    for (const ca of [{}, { ca: others.cert }]) {
      await assert.rejects(opened({ imap: { port: dovecot.securePort, ...ca } }).list(), {
        code: "email/certificate",
        message,
        hint: HINT,
      });
    }
    await assert.rejects(opened({ imap: { port: dovecot.port, secure: false, ca: others.cert } }).list(), {
      code: "email/certificate",
      message,
    });
    // The same certificate, by a name that is not in it.
    await assert.rejects(
      opened({ imap: { host: "localhost", port: dovecot.securePort, ca: ours.cert } }).list(),
      ({ code, message: said }) => {
        assert.equal(code, "email/certificate");
        assert.match(
          said,
          /^the server localhost shows a certificate that is not trusted: Hostname\/IP does not match certificate's altnames/,
        );
        return true;
      },
    );
  });

  it("is not sent where nobody vouches for the certificate: no password is given away, and nothing has happened", async () => {
    const imap = { port: dovecot.securePort, ca: ours.cert };
    for (const [secure, options] of [
      [true, { key: others.key, cert: others.cert, secure: true }],
      [false, { key: others.key, cert: others.cert }],
    ] as const) {
      const smtp = await smtpWith(options);
      const { send, lookup } = opened({ imap, smtp: { port: smtp.port, secure, ca: ours.cert } });
      await assert.rejects(send(), ({ code, message, hint }) => {
        assert.deepEqual([code, hint], ["email/certificate", HINT]);
        assert.match(message, /^the server 127\.0\.0\.1 shows a certificate that is not trusted: .*self-signed certificate/);
        return true;
      });
      assert.deepEqual([smtp.logins(), smtp.arrived.length, await lookup()], [0, 0, { happened: "no" }]);
    }
  });

  it("does not go on in the clear with a server that cannot change over", async () => {
    const smtp = await smtpWith({});
    const imap = { port: dovecot.securePort, ca: ours.cert };
    const { send, lookup } = opened({ imap, smtp: { port: smtp.port, secure: false, ca: ours.cert } });
    await assert.rejects(send(), { code: "email/refused" });
    assert.deepEqual([smtp.logins(), await lookup()], [0, { happened: "no" }]);
    await assert.rejects(opened({ imap: { port: clear.port, secure: false, ca: ours.cert }, on: clear }).list(), ({ code, message }) => {
      assert.equal(code, "email/unreachable");
      assert.match(message, /^the mail of the account "home" cannot be reached at 127\.0\.0\.1: .*STARTTLS/);
      return true;
    });
  });
});
