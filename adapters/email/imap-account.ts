import type { Credential } from "../../src/credentials/index.js";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import { optionalPackage } from "../optional-package.js";
import { type MailAccount, type PasswordSources, passwordName, passwordOf } from "./mail-account.js";
import { mustChangeOver, untrusted } from "./untrusted.js";

const imapFlow = () =>
  optionalPackage({ install: "imapflow@2", purpose: "to read mail from a server", load: async () => (await import("imapflow")).ImapFlow });

export type ImapClient = InstanceType<Awaited<ReturnType<typeof imapFlow>>>;

export interface ImapSession {
  readonly client: ImapClient;
  /** From here on an abort no longer cuts the connection: what has begun must be brought to an end that is known. */
  hold(): void;
}

/** One connection for one call. Throws `email/login`, `email/certificate`, `email/unreachable`. */
export async function withImap<T>(
  account: MailAccount,
  { signal, ...sources }: PasswordSources & { readonly signal: AbortSignal },
  work: (session: ImapSession) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const Flow = await imapFlow();
  const { imap, user } = account;
  const password = passwordOf(account, sources);
  const secure = imap.secure ?? true;
  const client = new Flow({
    host: imap.host,
    port: imap.port,
    secure,
    doSTARTTLS: mustChangeOver(imap),
    ...(imap.ca !== undefined && { tls: { ca: imap.ca } }),
    auth: { user, pass: password.reveal() },
    logger: false,
  });
  // Without a listener a connection that breaks between two commands would end the process; the next command says so, too.
  client.on("error", () => undefined);
  const cut = () => client.close();
  signal.addEventListener("abort", cut);
  const hold = () => signal.removeEventListener("abort", cut);
  try {
    await client.connect();
    return await work({ client, hold });
  } catch (error) {
    if (isStagewrightError(error)) throw error;
    signal.throwIfAborted();
    throw failure(error, account, password);
  } finally {
    hold();
    await client.logout().catch(() => client.close());
  }
}

function failure(error: unknown, account: MailAccount, password: Credential): StagewrightError {
  const { name, imap, user } = account;
  if (error instanceof Error && "authenticationFailed" in error && error.authenticationFailed === true) {
    return new StagewrightError("email/login", `the server ${imap.host} does not let "${user}" in`, {
      hint: `check the password in ${passwordName(account)}; many providers want one made for this program`,
    });
  }
  const certificate = untrusted(imap, error);
  if (certificate !== undefined) return certificate;
  const because = password.hideIn(error instanceof Error ? error.message : String(error));
  return new StagewrightError("email/unreachable", `the mail of the account "${name}" cannot be reached at ${imap.host}: ${because}`, {
    hint: "check the address, the port and the connection",
  });
}
