import { StagewrightError } from "../../src/dsl/index.js";
import type { Sent } from "./email.js";
import type { ImapClient } from "./imap-account.js";
import type { StoredMail } from "./mail-folder.js";
import { sentOf } from "./sent.js";

/** So many headers are asked for at once. */
const BATCH = 50;

interface Opened {
  /** Changes where the server has numbered its mails anew, which makes all ids another mail's. */
  readonly validity: string;
}

async function inFolder<T>(client: ImapClient, path: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const lock = await client.getMailboxLock(path);
  try {
    const { mailbox } = client;
    return await work({ validity: mailbox === false ? "" : String(mailbox.uidValidity) });
  } finally {
    lock.release();
  }
}

/** The headers of the mails of a folder, from a place on. Throws `email/changed`. */
export async function* imapHeads(
  client: ImapClient,
  path: string,
  { from, unreadOnly }: { readonly from: string | undefined; readonly unreadOnly: boolean },
): AsyncGenerator<StoredMail> {
  const [firstUid = "1", firstValidity] = from?.split(".") ?? [];
  const list = await inFolder(client, path, async ({ validity }) => {
    if (firstValidity !== undefined && firstValidity !== validity) throw changed(path);
    const found = await client.search({ uid: `${firstUid}:*`, ...(unreadOnly && { seen: false }) }, { uid: true });
    // "5:*" names the last mail also where that has a smaller number.
    return { validity, uids: (found || []).filter((uid) => uid >= Number(firstUid)).sort((one, other) => one - other) };
  });
  for (let at = 0; at < list.uids.length; at += BATCH) {
    const batch = list.uids.slice(at, at + BATCH).join(",");
    const mails = await inFolder(client, path, () => client.fetchAll(batch, { uid: true, flags: true, headers: true }, { uid: true }));
    for (const { uid, flags, headers } of mails.sort((one, other) => one.uid - other.uid)) {
      const id = `${uid}.${list.validity}`;
      yield { id, cursor: id, source: headers ?? Buffer.alloc(0), ...flagsOf(flags) };
    }
  }
}

/** A whole mail, up to a length; undefined where it is gone. */
export async function readImapMail(
  client: ImapClient,
  path: string,
  { id, maxBytes }: { readonly id: string; readonly maxBytes: number },
): Promise<(StoredMail & { readonly isCut: boolean }) | undefined> {
  const [uid = "", wanted] = id.split(".");
  if (!/^\d+$/.test(uid)) return undefined;
  return inFolder(client, path, async ({ validity }) => {
    if (wanted !== validity) return undefined;
    const found = await client.fetchOne(uid, { uid: true, flags: true, size: true, source: { maxLength: maxBytes } }, { uid: true });
    if (found === false || found === undefined || found.source === undefined) return undefined;
    return { id, cursor: id, source: found.source, isCut: (found.size ?? 0) > maxBytes, ...flagsOf(found.flags) };
  });
}

export interface Copy {
  readonly uid: string;
  readonly sent: Sent;
  /** It is only about to be sent, or is a draft. */
  readonly isDraft: boolean;
}

/** The mail that was put into a folder under a mark: the server looks for the Message-ID. */
export async function findCopy(client: ImapClient, path: string, mark: string): Promise<Copy | undefined> {
  return inFolder(client, path, async ({ validity }) => {
    const found = await client.search({ header: { "message-id": mark } }, { uid: true });
    const uid = String((found || []).at(-1) ?? "");
    const mail = uid === "" ? false : await client.fetchOne(uid, { uid: true, flags: true, headers: true }, { uid: true });
    if (mail === false || mail === undefined || mail.headers === undefined) return undefined;
    const sent = await sentOf(mail.headers, { id: `${uid}.${validity}`, folder: path });
    return { uid, sent, isDraft: mail.flags?.has("\\Draft") ?? false };
  });
}

/** The copy of what is sent stands as a draft until the server has taken the mail. */
export async function markSent(client: ImapClient, path: string, { uid }: Copy): Promise<void> {
  await inFolder(client, path, () => client.messageFlagsRemove(uid, ["\\Draft"], { uid: true }));
}

export async function removeCopy(client: ImapClient, path: string, { uid }: Copy): Promise<void> {
  await inFolder(client, path, () => client.messageDelete(uid, { uid: true }));
}

/** The folder that the server has for a use, by whatever name; one of the usual name is made where there is none. */
export async function folderFor(client: ImapClient, use: "Drafts" | "Sent"): Promise<string> {
  const folders = await client.list();
  const found = folders.find(({ specialUse }) => specialUse === `\\${use}`) ?? folders.find(({ name }) => name === use);
  if (found !== undefined) return found.path;
  return (await client.mailboxCreate(use)).path;
}

function flagsOf(flags: ReadonlySet<string> | undefined): Pick<StoredMail, "isRead" | "isAnswered"> {
  return { isRead: flags?.has("\\Seen") ?? false, isAnswered: flags?.has("\\Answered") ?? false };
}

function changed(path: string): StagewrightError {
  return new StagewrightError("email/changed", `the server has numbered the mails in "${path}" anew since the page before was listed`, {
    hint: "begin at its first page again",
  });
}
