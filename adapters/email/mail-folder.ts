import { stat } from "node:fs/promises";
import { join } from "node:path";
import { StagewrightError } from "../../src/dsl/index.js";
import { noneThere } from "../whole-file.js";
import { maildir } from "./maildir.js";
import { mbox } from "./mbox.js";
import type { MailFlags } from "./parse-mail.js";

/** A mail as it lies there; for a list its headers are enough. */
export interface StoredMail extends MailFlags {
  readonly source: Uint8Array;
  /** From where a list that stops before this mail goes on. */
  readonly cursor: string;
}

/** Mails one after the other, in the order in which they came in, none held in memory longer than it is looked at. */
export interface MailFolder {
  heads(from: string | undefined, signal: AbortSignal): AsyncGenerator<StoredMail>;
  read(id: string, maxBytes: number): Promise<(StoredMail & { readonly isCut: boolean }) | undefined>;
}

/** A file is an mbox, a folder a Maildir. Throws `email/no-mailbox`. */
export async function openMailFolder(path: string): Promise<MailFolder> {
  const found = await stat(path).catch(noneThere);
  if (found?.isFile()) return mbox(path);
  if (found?.isDirectory() && (await isMaildir(path))) return maildir(path);
  const what = found === undefined ? "is not there" : "is neither an mbox file nor a Maildir, which has the folders cur and new";
  throw new StagewrightError("email/no-mailbox", `the mailbox "${path}" ${what}`, {
    hint: "name an mbox file or a Maildir that exists",
  });
}

async function isMaildir(path: string): Promise<boolean> {
  const [cur, fresh] = await Promise.all(["cur", "new"].map((name) => stat(join(path, name)).catch(noneThere)));
  return (cur?.isDirectory() ?? false) && (fresh?.isDirectory() ?? false);
}
