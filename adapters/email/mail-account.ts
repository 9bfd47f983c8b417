import { StagewrightError } from "../../src/dsl/index.js";
import type { Owner } from "./accounts.js";

export interface Server {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte on; else the connection changes over before the password is sent. On by default. */
  readonly secure?: boolean;
}

export interface MailAccount extends Owner {
  readonly name: string;
  readonly imap: Server;
  readonly smtp: Server;
  readonly user: string;
  /** The environment variable that holds the password, which stands nowhere else. */
  readonly passwordFrom: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws `email/password`. */
export function passwordOf({ name, passwordFrom }: MailAccount, env: Environment): string {
  const password = env[passwordFrom];
  if (password !== undefined && password !== "") return password;
  throw new StagewrightError("email/password", `the password of the account "${name}" is not in the environment`, {
    hint: `set ${passwordFrom}`,
  });
}

/** Nothing is sent in the clear but to this machine. */
export function isHere({ host }: Server): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}
