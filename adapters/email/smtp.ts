import { Readable } from "node:stream";
import type { Credential } from "../../src/credentials/index.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { optionalPackage } from "../optional-package.js";
import { type MailAccount, type PasswordSources, passwordName, passwordOf } from "./mail-account.js";
import { mustChangeOver, untrusted } from "./untrusted.js";

const nodemailer = () =>
  optionalPackage({ install: "nodemailer@10", purpose: "to send mail", load: async () => await import("nodemailer") });

const QUIET_MS = 60_000;

export interface SmtpMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/**
 * Hands a mail to the account's server. Throws `email/refused` or `email/certificate` where the server did not take it, and `email/unclear`
 * where nobody knows.
 */
export async function sendBySmtp(account: MailAccount, { from, to, raw }: SmtpMail, sources: PasswordSources): Promise<void> {
  const { createTransport } = await nodemailer();
  const { smtp, user } = account;
  const password = passwordOf(account, sources);
  const secure = smtp.secure ?? true;
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure,
    ...(!secure && (mustChangeOver(smtp) ? { requireTLS: true } : { ignoreTLS: true })),
    ...(smtp.ca !== undefined && { tls: { ca: smtp.ca } }),
    auth: { user, pass: password.reveal() },
    connectionTimeout: QUIET_MS,
    greetingTimeout: QUIET_MS,
    socketTimeout: QUIET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The package tells a connection that broke before the mail from one that broke behind it by no sign of its own.
  let hasBegun = false;
  const source = new Readable({
    read() {
      hasBegun = true;
      this.push(raw);
      this.push(null);
    },
  });
  try {
    const { rejected } = await transport.sendMail({ envelope: { from, to: [...to] }, raw: source });
    if (rejected.length > 0) throw partly(account, rejected.map(String));
  } catch (error) {
    if (error instanceof StagewrightError) throw error;
    throw failure(error, { account, hasBegun, password });
  } finally {
    transport.close();
  }
}

interface Attempt {
  readonly account: MailAccount;
  readonly hasBegun: boolean;
  readonly password: Credential;
}

/** What the server has answered to, or never saw, is not on its way. */
function failure(error: unknown, { account, hasBegun, password }: Attempt): StagewrightError {
  const { smtp } = account;
  const field = (name: string): unknown =>
    typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;
  const certificate = hasBegun ? undefined : untrusted(smtp, error);
  if (certificate !== undefined) return certificate;
  const because = password.hideIn(error instanceof Error ? error.message : String(error));
  if (typeof field("responseCode") === "number" || !hasBegun) {
    return new StagewrightError("email/refused", `the server ${smtp.host} did not take the mail: ${because}`, {
      hint: field("code") === "EAUTH" ? `check the password in ${passwordName(account)}` : "correct the mail or the account",
    });
  }
  return new StagewrightError("email/unclear", `the connection to ${smtp.host} broke while the mail was handed over: ${because}`, {
    hint: "look whether it has arrived before it is sent again",
  });
}

/** Some have got it, so that it is sent: whoever reads this sees who has not. */
function partly({ smtp }: MailAccount, rejected: readonly string[]): StagewrightError {
  return new StagewrightError("email/partly", `the server ${smtp.host} took the mail, but not for ${rejected.join(", ")}`, {
    hint: "correct these addresses, and send it to them alone",
  });
}
