import { addressesOf, type Owner, senderOf } from "./accounts.js";
import type { Draft } from "./compose.js";
import type { Address, Mail } from "./email.js";
import { replyHeaders } from "./reply.js";

/** What both `draftReply` and `send` ask for. */
export interface Wanted {
  readonly from?: string | undefined;
  readonly to?: readonly Address[];
  readonly cc?: readonly Address[];
  readonly bcc?: readonly Address[];
  readonly subject?: string | undefined;
  readonly text: string;
  readonly answers?: { readonly id: string; readonly all: boolean } | undefined;
  readonly account?: string | undefined;
}

export interface Occasion {
  readonly owner: Owner;
  /** The mail that is answered, where there is one. */
  readonly answered: Mail | undefined;
  readonly mark: string;
  readonly now: Date;
}

/** A mail ready to be written. Whom it names takes the place of whom the answered mail names, not of its thread. */
export function outgoing(wanted: Wanted, { owner, answered, mark, now }: Occasion): Draft {
  const from = senderOf(owner, { wanted: wanted.from, answered });
  const { to = [], cc = [], bcc = [] } = wanted;
  const namesSomebody = to.length + cc.length + bcc.length > 0;
  const reply = answered && replyHeaders(answered, { own: addressesOf(owner), all: wanted.answers?.all ?? false });
  return {
    messageId: `${mark}@${from.address.slice(from.address.lastIndexOf("@") + 1)}`,
    date: now,
    from,
    to: namesSomebody ? to : (reply?.to ?? []),
    cc: namesSomebody ? cc : (reply?.cc ?? []),
    bcc,
    subject: wanted.subject ?? reply?.subject ?? "",
    inReplyTo: reply?.inReplyTo ?? null,
    references: reply?.references ?? [],
    text: wanted.text,
  };
}
