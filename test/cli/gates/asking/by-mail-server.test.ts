import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { ImapFlow } from "imapflow";
import { type Certificate, selfSigned, whyNoCertificate } from "../../../adapters/certificate.js";
import { type Dovecot, PASSWORD, startDovecot, whyNoDovecot } from "../../../adapters/email/dovecot.js";
import { startSmtp, type TestSmtp } from "../../../adapters/email/smtp-server.js";
import { type Called, fixture, type Shell, shell } from "../../shell.js";

const RUN = "post-20260319-aaaaaa";
const BEA = "bea@example.org";

interface Office {
  readonly here: Shell;
  readonly smtp: TestSmtp;
  /** One look at the mailbox. */
  look(): Promise<Called>;
  /** Lays an answer to a mail into the mailbox, as a mail server does that has received it. */
  answer(mail: string, text: string, as?: { readonly subject?: (subject: string) => string; readonly from?: string }): Promise<void>;
  /** What the run has sent into the world. */
  sent(): string;
}

/** Headers and text of a mail, as a mail program shows them. */
function read(mail: string): { readonly subject: string; readonly text: string } {
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const subject = /^Subject: ([^\r\n]*(?:\r\n[ \t][^\r\n]*)*)/im.exec(head)?.[1]?.replaceAll(/\r\n[ \t]/g, " ") ?? "";
  return { subject, text: /^content-transfer-encoding: base64/im.test(head) ? Buffer.from(body, "base64").toString() : body };
}

describe("a gate that is asked by mail, on real mail servers", { skip: whyNoDovecot() ?? whyNoCertificate() ?? false }, () => {
  let certificate: Certificate;
  let dovecot: Dovecot;
  let users = 0;

  before(async () => {
    certificate = selfSigned("IP:127.0.0.1");
    dovecot = await startDovecot({ tls: certificate.files });
  });
  after(async () => {
    await dovecot.stop();
    certificate.remove();
  });

  /** `secure`: encrypted from the first byte on; else by STARTTLS. */
  async function office(t: TestContext, { secure }: { readonly secure: boolean }): Promise<Office> {
    const { key, cert: ca } = certificate;
    const smtp = await startSmtp(PASSWORD, { key, cert: ca, secure });
    t.after(() => smtp.stop());
    users += 1;
    const user = `desk${users}`;
    dovecot.addUser(user, []);
    const imapPort = secure ? dovecot.securePort : dovecot.port;
    const at = (port: number) => ({ host: "127.0.0.1", port, secure, ca });
    const account = { address: "desk@example.org", user, passwordFrom: "DESK_PASSWORD" };
    const server = { ...account, imap: at(imapPort), smtp: at(smtp.port) };
    const here = shell(t);
    const config = {
      channels: { mail: { kind: "email", people: [BEA], server } },
      gates: { places: [{ chat: `mail:${BEA}`, people: { [BEA]: "bea" } }] },
    };
    writeFileSync(join(here.cwd, "stagewright.config.json"), JSON.stringify(config));
    let answers = 0;
    return {
      here,
      smtp,
      look: () => here.call(["gates", "--ask", "--once"], { env: { DESK_PASSWORD: PASSWORD } }),
      answer: async (mail, text, { subject = (same: string) => same, from = BEA } = {}) => {
        answers += 1;
        const asked = /^Message-ID: (\S+)/im.exec(mail)?.[1] ?? "";
        const head = [`From: Bea <${from}>`, "To: desk@example.org", `Subject: Re: ${subject(read(mail).subject)}`];
        const ids = [`Message-ID: <answer-${answers}@example.org>`, `In-Reply-To: ${asked}`, "Date: Thu, 19 Mar 2026 18:00:00 +0000"];
        const written = [...head, ...ids, "Content-Type: text/plain; charset=utf-8", "", text, ""].join("\r\n");
        const auth = { user, pass: PASSWORD };
        const mailbox = new ImapFlow({ host: "127.0.0.1", port: imapPort, secure, tls: { ca }, auth, logger: false });
        await mailbox.connect();
        await mailbox.append("INBOX", written);
        await mailbox.logout();
      },
      sent: () => {
        try {
          return readFileSync(join(here.cwd, "outbox.txt"), "utf8");
        } catch {
          return "";
        }
      },
    };
  }

  for (const secure of [true, false]) {
    it(`goes on to its end by the answer that lies in the mailbox (${secure ? "TLS from the first byte on" : "STARTTLS"})`, async (t) => {
      const { here, smtp, look, answer, sent } = await office(t, { secure });
      assert.equal((await here.call(["run", fixture("post")])).code, 3);
      const asked = await look();
      assert.match(asked.out, /asked at mail:bea@example\.org: post, "approve"/, asked.err);
      const [question] = smtp.arrived;
      assert.deepEqual([smtp.arrived.length, question?.to, question?.isEncrypted], [1, [BEA], true]);
      assert.match(read(question?.text ?? "").text, /Day 2026-03-19/);
      // Nobody has answered yet: nobody is asked again, and nothing happens.
      await look();
      assert.deepEqual([smtp.arrived.length, sent()], [1, ""]);

      await answer(question?.text ?? "", "Approve\r\n\r\nOn Thu, 19 Mar 2026, desk wrote:\r\n> reject with the reason");
      const decided = await look();
      assert.equal(decided.code, 0, decided.err);
      assert.match(decided.out, /decided at mail:bea@example\.org by bea: post, "approve"/, decided.err);
      assert.match(
        (await here.call(["show", RUN])).out,
        /run post-20260319-aaaaaa {2}done\n[\s\S]*approve {2}by bea {2}mail:bea@example\.org/,
      );
      assert.match(sent(), /Day 2026-03-19\.\n$/);
      assert.equal(sent().split("\n").length, 2);
      // She is told, once, and the mail that was taken is not taken again.
      assert.match(read(smtp.arrived[1]?.text ?? "").text, /Approved: post/);
      await look();
      assert.deepEqual([smtp.arrived.length, sent().split("\n").length], [2, 2]);
    });
  }

  it("waits on where the token is forged, or the writer is nobody who was asked, and answers neither", async (t) => {
    const { here, smtp, look, answer, sent } = await office(t, { secure: true });
    await here.call(["run", fixture("post")]);
    await look();
    const mail = smtp.arrived[0]?.text ?? "";
    const [whole = "", code = ""] = /\[([0-9a-f]{10})\.[\w-]{32}\]/.exec(read(mail).subject) ?? [];
    assert.notEqual(whole, "");
    await answer(mail, "approve", { subject: (subject) => subject.replace(whole, `[${code}.${"A".repeat(32)}]`) });
    await answer(mail, "approve", { subject: (subject) => subject.replace(whole, "") });
    await answer(mail, "approve", { from: "eve@example.org" });
    const { out, code: exit } = await look();
    assert.doesNotMatch(out, /decided/);
    assert.deepEqual([exit, smtp.arrived.length, sent()], [0, 1, ""]);
    assert.match((await here.call(["show", RUN])).out, /blocked/);
    // The right one still counts.
    await answer(mail, "approve");
    assert.match((await look()).out, /decided at mail:bea@example\.org by bea/);
    assert.match(sent(), /Day 2026-03-19/);
  });

  it("takes a rejection with its reason, and asks about the next version by a token of its own", async (t) => {
    const { here, smtp, look, answer, sent } = await office(t, { secure: true });
    await here.call(["run", fixture("post")]);
    await look();
    const first = smtp.arrived[0]?.text ?? "";
    await answer(first, "reject: say how thin the ice is");
    assert.match((await look()).out, /decided at mail:bea@example\.org by bea/);
    const questions = smtp.arrived.map(({ text }) => read(text)).filter(({ text }) => text.includes('waits at "approve"'));
    assert.equal(questions.length, 2);
    assert.match(questions[1]?.text ?? "", /say how thin the ice is/);
    // The first mail's token is that of what was rejected: it approves nothing that it did not show.
    await answer(first, "approve");
    assert.doesNotMatch((await look()).out, /decided/);
    assert.equal(sent(), "");
  });
});
