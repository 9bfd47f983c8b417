import type { MailHead } from "./email.js";
import type { StoredMail } from "./mail-folder.js";
import { parseHead } from "./parse-mail.js";

export interface PageWanted {
  readonly unreadOnly: boolean;
  readonly since?: string | undefined;
  readonly limit: number;
}

/** As many mails as a page takes. It is known that there is a next one only when a further mail was seen. */
export async function listPage(
  mails: AsyncIterable<StoredMail>,
  { unreadOnly, since, limit }: PageWanted,
): Promise<{ readonly mails: MailHead[]; readonly next: string | null }> {
  const from = since === undefined ? undefined : Date.parse(since);
  const found: MailHead[] = [];
  for await (const stored of mails) {
    if (unreadOnly && stored.isRead) continue;
    const head = await parseHead(stored.source, stored);
    if (from !== undefined && head.date !== null && Date.parse(head.date) < from) continue;
    if (found.length === limit) return { mails: found, next: stored.cursor };
    found.push(head);
  }
  return { mails: found, next: null };
}
