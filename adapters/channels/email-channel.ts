import { z } from "zod";
import type { Channel, Incoming, Outgoing } from "../../src/dispatch/index.js";
import type { AnyImplementation } from "../../src/dsl/index.js";
import { email, type Mail, Sent } from "../email/index.js";
import { callOf, lookupOf } from "./calls.js";

export interface EmailChannelOptions {
  /** Which of the adapter's accounts; its first one if left out. */
  readonly account?: string;
  /** Whose mails are taken for messages to this system; no other is read. Addresses, in any case. */
  readonly people: readonly string[];
  /** For a message that has no subject of its own. */
  readonly subject?: string;
}

const PAGE = 50;

/** Where a page begins, and what of it was read before. */
const Cursor = z.object({ page: z.string().nullable(), read: z.array(z.string()) });
const START: z.output<typeof Cursor> = { page: null, read: [] };

/** The dispatcher's way by e-mail. A chat is an address. */
export function emailChannel(implementation: AnyImplementation, { account, people, subject = "A note" }: EmailChannelOptions): Channel {
  const own = account === undefined ? {} : { account };
  const known = new Set(people.map((address) => address.toLowerCase()));
  const requestOf = (message: Outgoing) =>
    email.calls.send.takes.parse({
      ...own,
      to: [{ name: "", address: message.chat }],
      subject: (message.subject ?? subject).replaceAll(/[\r\n\0]+/g, " "),
      text: message.text,
    });
  const call = async <T>(name: "listInbox" | "readEmail", request: unknown, gives: z.ZodType<T>, signal: AbortSignal): Promise<T> =>
    gives.parse(await callOf(implementation, name).perform(email.calls[name].takes.parse(request), { key: "", signal }));

  return {
    send: async (message, key, signal) =>
      idsOf(Sent.parse(await callOf(implementation, "send").perform(requestOf(message), { key, signal }))),
    lookup: async (key, message, signal) => {
      const found = await lookupOf(implementation, "send", { key, request: requestOf(message), signal });
      return found.happened === "yes" ? { happened: "yes", answer: idsOf(Sent.parse(found.answer)) } : found;
    },
    listen: async (after, signal) => {
      const messages: Incoming[] = [];
      let { page, read } = after === undefined ? START : Cursor.parse(JSON.parse(after));
      for (;;) {
        const request = { ...own, limit: PAGE, ...(page !== null && { after: page }) };
        const { mails, next } = await call("listInbox", request, email.calls.listInbox.gives, signal);
        for (const { id, from, isAutomatic } of mails) {
          if (read.includes(id) || isAutomatic || !known.has(from?.address.toLowerCase() ?? "")) continue;
          const mail = await call("readEmail", { ...own, id }, email.calls.readEmail.gives, signal);
          if (mail !== null) messages.push(incomingOf(mail));
        }
        // The last page is looked at again next time, for it may have grown.
        read = mails.map(({ id }) => id);
        if (next === null) return { messages, cursor: JSON.stringify({ page, read }) };
        page = next;
      }
    },
  };
}

function idsOf({ messageId }: Sent): readonly string[] {
  return [messageId];
}

function incomingOf({ id, messageId, from, subject, text, inReplyTo, thread, date }: Mail): Incoming {
  const address = from?.address.toLowerCase() ?? "";
  return {
    id: messageId ?? id,
    chat: address,
    // An address in a header proves nothing: whoever writes a mail may write any.
    from: { id: null, name: from?.name ?? address },
    subject,
    text: text.trim(),
    ...(inReplyTo !== null && { answers: inReplyTo }),
    thread,
    at: date ?? new Date(0).toISOString(),
  };
}
