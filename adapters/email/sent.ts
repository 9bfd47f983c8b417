import type { Address, Correspondent, Sent } from "./email.js";
import { parseCopy } from "./parse-mail.js";

/** What is answered to whoever wrote a mail: read from the mail itself, so that a later try is told the same. */
export async function sentOf(source: Uint8Array, { id, folder }: Pick<Sent, "id" | "folder">): Promise<Sent> {
  const { messageId, from, to, cc, bcc, subject } = await parseCopy(source);
  return {
    id,
    messageId: messageId ?? "",
    folder,
    from: from ?? NOBODY,
    to: addresses(to),
    cc: addresses(cc),
    bcc: addresses(bcc),
    subject,
  };
}

const NOBODY: Address = { name: "", address: "nobody@localhost" };

function addresses(list: readonly Correspondent[]): Address[] {
  return list.map(({ name, address }) => ({ name, address }));
}
