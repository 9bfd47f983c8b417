import { Credential, credential } from "../../src/credentials/index.js";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import type { Owner } from "./accounts.js";

export interface Server {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte on; else the connection changes over before the password is sent. On by default. */
  readonly secure?: boolean;
  /** The certificate of the authority that vouches for a server of one's own, in PEM. Default: those that Node trusts. */
  readonly ca?: string;
}

export interface MailAccount extends Owner {
  readonly name: string;
  readonly imap: Server;
  readonly smtp: Server;
  readonly user: string;
  /** The name that the password has in the environment, or in the credentials file; or the password, which shows its name alone. */
  readonly passwordFrom: string | Credential;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where passwords are. */
export interface PasswordSources {
  readonly env: Environment;
  readonly credentialsFile?: string | undefined;
}

/** Throws `email/password`, and what `credential` throws of a file that is not as it should be. */
export function passwordOf({ name, passwordFrom }: MailAccount, { env, credentialsFile }: PasswordSources): Credential {
  if (passwordFrom instanceof Credential) return passwordFrom;
  try {
    return credential(passwordFrom, { env, file: credentialsFile });
  } catch (error) {
    if (!isStagewrightError(error) || error.code !== "credentials/none") throw error;
    throw new StagewrightError("email/password", `the account "${name}" has no password: ${error.message}`, {
      ...(error.hint !== undefined && { hint: error.hint }),
    });
  }
}

/** How a person is told where the password comes from. */
export function passwordName({ passwordFrom }: MailAccount): string {
  return passwordFrom instanceof Credential ? passwordFrom.name : passwordFrom;
}
