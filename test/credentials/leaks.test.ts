import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { inspect } from "node:util";
import { SMTPServer } from "smtp-server";
import { email, mailServer } from "../../adapters/email/index.js";
import { sendBySmtp } from "../../adapters/email/smtp.js";
import { credential } from "../../src/credentials/index.js";
import { ENV, fakeGitHub } from "../adapters/issues/fake-github.js";

const TOKEN = ENV.GITHUB_TOKEN;
const PASSWORD = "wolf/17+x";
const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly files: readonly string[];
  readonly cwd: string;
}

/** Runs the pipeline by the command line, in a process and a folder of its own. */
async function run(t: TestContext, from: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const cwd = mkdtempSync(join(tmpdir(), "leaks-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  const args = ["--import", import.meta.resolve("tsx"), MAIN, "run", join(import.meta.dirname, "leaky.ts"), "--from", from];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const code = await new Promise<number | null>((ended) => child.once("close", ended));
  const files = readdirSync(cwd, { recursive: true, encoding: "utf8" }).map((name) => join(cwd, name));
  return { code, printed, files: files.filter((path) => statSync(path).isFile()), cwd };
}

/** In no file that the run left and in nothing that it printed: as it is, or in Base64 alone or behind a user's name. */
function assertNowhere({ printed, files }: Ended, secret: string): void {
  const forms = [secret, ...["", "ana:", "\0ana\0"].map((before) => Buffer.from(`${before}${secret}`).toString("base64"))];
  assert.ok(
    files.some((path) => path.endsWith("journal.jsonl")),
    "the run has left a journal",
  );
  for (const form of forms) {
    assert.ok(!printed.includes(form), `${form} is printed: ${printed}`);
    for (const path of files) assert.ok(!readFileSync(path).includes(form), `${form} is in ${path}`);
  }
}

/** A server for mail that repeats what it hears. */
async function echo(t: TestContext, answer: (tag: string, line: string) => string) {
  let heard = "";
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    socket.setEncoding("utf8").on("data", (line: string) => {
      heard += line;
      const said = answer(line.split(" ")[0] ?? "*", line);
      if (said.startsWith("* BYE")) socket.end(said);
      else socket.write(said);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, heard: () => heard };
}

describe("a secret is in no journal, no file of a run, no error and nothing that is printed", () => {
  it("when GitHub repeats the token in an answer, and then in a refusal", async (t) => {
    const github = await fakeGitHub(t, [{ title: `Somebody pasted ${TOKEN}` }]);
    const encoded = Buffer.from(`ana:${TOKEN}`).toString("base64");
    github.intercept = ({ method, headers }, response) => {
      if (method !== "POST") return false;
      response.writeHead(422).end(JSON.stringify({ message: `I saw ${headers.authorization}, also ${encoded} and "${TOKEN}"` }));
      return true;
    };
    const ended = await run(t, "github", { ...ENV, GITHUB_URL: github.url });
    assert.equal(ended.code, 1, ended.printed);
    assert.match(ended.printed, /this is \[credential GITHUB_TOKEN\]/);
    assert.match(ended.printed, /with 422: I saw Bearer \[credential GITHUB_TOKEN\], also \w+\[credential GITHUB_TOKEN\]\S* and "\[cred/);
    const journal = ended.files
      .filter((path) => !path.endsWith(".lock"))
      .map((path) => readFileSync(path, "utf8"))
      .join("");
    assert.match(journal, /Somebody pasted \[credential GITHUB_TOKEN\]/);
    assertNowhere(ended, TOKEN);
  });

  it("when a mail server repeats the password as it refuses it", async (t) => {
    const github = await fakeGitHub(t, [{ title: "One" }]);
    const imap = await echo(t, (tag, line) => `${tag} NO [UNAVAILABLE] I saw ${line}`);
    const ended = await run(t, "mail", { ...ENV, GITHUB_URL: github.url, IMAP_PORT: String(imap.port), MAIL_PASSWORD: PASSWORD });
    assert.equal(ended.code, 1, ended.printed);
    assert.ok(imap.heard().includes(PASSWORD), "the server has seen the password");
    assert.match(ended.printed, /the server 127\.0\.0\.1 does not let "ana" in/);
    assertNowhere(ended, PASSWORD);
  });

  it("when a mail server repeats the password and breaks off", async (t) => {
    const imap = await echo(t, (tag, line) => (line.includes("LOGIN") ? `* BYE I saw ${line}` : `${tag} OK done\r\n`));
    const here = { host: "127.0.0.1", port: imap.port, secure: false };
    const account = { name: "home", address: "ana@example.org", user: "ana", passwordFrom: "MAIL_PASSWORD", imap: here, smtp: here };
    const { calls } = mailServer({ accounts: [account], env: { MAIL_PASSWORD: PASSWORD } });
    const listed = async () =>
      calls.listInbox?.perform(email.calls.listInbox.takes.parse({}), { key: "", signal: new AbortController().signal });
    await assert.rejects(listed, (error) => {
      assert.ok(imap.heard().includes(PASSWORD), "the server has seen the password");
      assert.match(inspect(error, { depth: null }), /cannot be reached at 127\.0\.0\.1/);
      assert.doesNotMatch(inspect(error, { depth: null }), /wolf/);
      return true;
    });
  });

  it("when a server that sends mail repeats it, while a password that was handed over shows its name", async (t) => {
    const smtp = new SMTPServer({
      authMethods: ["PLAIN"],
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      onAuth: ({ password }, _session, done) => done(new Error(`no ${password} ${Buffer.from(`\0ana\0${password}`).toString("base64")}`)),
    });
    smtp.on("error", () => undefined);
    await new Promise<void>((listening) => smtp.listen(0, "127.0.0.1", listening));
    t.after(() => new Promise<void>((closed) => smtp.close(closed)));
    const here = { host: "127.0.0.1", port: (smtp.server.address() as AddressInfo).port, secure: false };
    const password = credential("OFFICE_PASSWORD", { env: { OFFICE_PASSWORD: PASSWORD } });
    const account = { name: "home", address: "ana@example.org", user: "ana", passwordFrom: password, imap: here, smtp: here };
    const mail = { from: "ana@example.org", to: ["ben@example.org"], raw: Buffer.from("Subject: Hello\r\n\r\nHello\r\n") };
    await assert.rejects(sendBySmtp(account, mail, { env: {} }), ({ code, message, hint, cause }) => {
      assert.deepEqual([code, hint], ["email/refused", "check the password in OFFICE_PASSWORD"]);
      assert.match(message, /535 no \[credential OFFICE_PASSWORD\] AGFuYQ\w?\[credential OFFICE_PASSWORD\]/);
      assert.doesNotMatch(`${message} ${cause}`, /wolf/);
      return true;
    });
  });
});
