import { StagewrightError } from "../../src/dsl/index.js";
import { isSameAddress } from "./accounts.js";
import { Address, type Correspondent, type Mail } from "./email.js";

export interface ReplyHeaders {
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly subject: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

/** What is said before a subject that is answered, in the languages that mail programs say it in. */
const ANSWERED = /^\s*(re|aw|sv|vs|odp|antw|rif|res|ref|ynt|atb|回复|答复|回覆)(\[\d+\])?\s*[:：]/i;

/** A thread's first mail, and so many of its last ones; a longer list is cut by servers at a place that they choose. */
const KEPT_REFERENCES = 20;

/**
 * To whom an answer goes, and how it takes its place in the thread. Nobody gets it twice, and whoever answers is not
 * among those who get it, except when answering a mail of their own: that goes to whom the mail went.
 *
 * Throws `email/nobody`.
 */
export function replyHeaders(mail: Mail, { own, all }: { readonly own: readonly string[]; readonly all: boolean }): ReplyHeaders {
  const isOwn = ({ address }: Correspondent) => own.some((mine) => isSameAddress(mine, address));
  const wanted = mail.replyTo.length > 0 ? mail.replyTo : mail.from === null ? [] : [mail.from];
  const others = wanted.filter((one) => !isOwn(one));
  const to = once(others.length > 0 ? others : mail.to.filter((one) => !isOwn(one)));
  const copied = once([...mail.to, ...mail.cc].filter((one) => !isOwn(one) && !to.some((two) => isSameAddress(one.address, two.address))));
  if (to.length === 0 && !(all && copied.length > 0)) {
    throw new StagewrightError("email/nobody", `the mail "${mail.subject}" names nobody whom an answer could go to`, {
      hint: "send a new mail, and say to whom",
    });
  }
  const { messageId } = mail;
  const references = [...mail.references.filter((id) => id !== messageId), ...(messageId === null ? [] : [messageId])];
  return {
    to,
    cc: all ? copied : [],
    subject: ANSWERED.test(mail.subject) ? mail.subject.trim() : `Re: ${mail.subject.trim()}`.trim(),
    inReplyTo: messageId,
    references: references.length <= KEPT_REFERENCES ? references : [...references.slice(0, 1), ...references.slice(1 - KEPT_REFERENCES)],
  };
}

/** Whom a mail can be sent to, each once, in the order given. */
function once(correspondents: readonly Correspondent[]): Address[] {
  const found = new Map<string, Address>();
  for (const one of correspondents) {
    const parsed = Address.safeParse({ name: one.name.replaceAll(/[\r\n\0]+/g, " "), address: one.address });
    const key = one.address.toLowerCase();
    if (parsed.success && !found.has(key)) found.set(key, parsed.data);
  }
  return [...found.values()];
}
