import { join } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import { Credential } from "./credential.js";
import { isCredentialName } from "./credential-name.js";
import { readCredentialsFile } from "./credentials-file.js";

export interface CredentialSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * A file of mode 600. Default: `stagewright/credentials` in `XDG_CONFIG_HOME`, else in `.config` of `HOME`, both of
   * `env`; without these no file is looked at.
   */
  readonly file?: string | undefined;
}

/**
 * A secret by its name: from the environment, else from the credentials file. An empty value is none.
 *
 * Throws `credentials/none`, `credentials/name`, `credentials/open-to-others`, `credentials/file`, `credentials/line`.
 *
 * @example
 * const token = credential("GITHUB_TOKEN", { env: process.env });
 * const headers = { authorization: `Bearer ${token.reveal()}` };
 */
export function credential(name: string, sources: CredentialSources): Credential {
  const found = credentialIfAny([name], sources);
  if (found !== undefined) return found;
  const path = pathOf(sources);
  const where = path === undefined ? "is not in the environment" : `is neither in the environment nor in the file "${path}"`;
  throw new StagewrightError("credentials/none", `the credential "${name}" ${where}`, {
    hint: path === undefined ? `set ${name}` : `set ${name}, or add the line ${name}=… to that file, with mode 600`,
  });
}

/** The first of several names that is in the environment, else the first that is in the file. */
export function credentialIfAny(names: readonly string[], sources: CredentialSources): Credential | undefined {
  // Who took the name for the value has written a secret there, so it is not repeated.
  if (!names.every(isCredentialName)) {
    throw new StagewrightError("credentials/name", "what was given as the name of a credential is none", {
      hint: "give the name of an environment variable, in capitals as MAIL_PASSWORD, and not the secret",
    });
  }
  return first(names, (name) => sources.env[name]) ?? inFile(names, pathOf(sources));
}

function inFile(names: readonly string[], path: string | undefined): Credential | undefined {
  const held = path === undefined ? undefined : readCredentialsFile(path);
  return held && first(names, (name) => held.get(name));
}

function first(names: readonly string[], valueFor: (name: string) => string | undefined): Credential | undefined {
  for (const name of names) {
    const value = valueFor(name);
    if (value !== undefined && value !== "") return new Credential(name, value);
  }
  return undefined;
}

function pathOf({ env, file }: CredentialSources): string | undefined {
  if (file !== undefined) return file;
  const { XDG_CONFIG_HOME: config = "", HOME: home = "" } = env;
  // A relative one is invalid, as the rules for XDG_CONFIG_HOME say.
  if (config.startsWith("/")) return join(config, "stagewright", "credentials");
  return home === "" ? undefined : join(home, ".config", "stagewright", "credentials");
}
