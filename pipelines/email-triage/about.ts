import { z } from "zod";
import type { Mail } from "../../adapters/index.js";
import { maskSecrets, safety } from "../../src/checks/index.js";
import { asksIn } from "./asks.js";
import { MailClass, ownText } from "./classify.js";
import { falseLinksIn } from "./links.js";
import { Meeting } from "./meeting.js";
import { Sender } from "./sender.js";

/** An earlier mail of the same address. */
export const Earlier = z.object({ date: z.string().nullable(), subject: z.string(), text: z.string() });
export type Earlier = z.output<typeof Earlier>;

/** All that an answer is written from. */
export const About = z.object({
  class: MailClass,
  sender: Sender,
  subject: z.string(),
  text: z.string(),
  history: z.array(Earlier),
  meeting: Meeting,
});
export type About = z.output<typeof About>;

const TEXT_CHARS = 4_000;
const EARLIER_CHARS = 400;
const LEFT_OUT = "[a line that gives orders to a model was left out]";

const orders = safety.checks().filter(({ rule }) => rule === "safety/order");

interface Ordered {
  readonly text: string;
  readonly orders: readonly string[];
}

/** A stranger's text as data: without what nobody may print whole, and without lines that give orders to a model, which are named. */
export function asData(text: string): Ordered {
  const found = orders.flatMap((check) => check.run({ markdown: text }, {}));
  const lines = maskSecrets(text).split("\n");
  for (const { at } of found) if (at !== undefined) lines[at.line - 1] = LEFT_OUT;
  return { text: lines.join("\n"), orders: found.map(({ message }) => message.split(": take it out")[0] ?? message) };
}

export function cut(text: string, most = TEXT_CHARS): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

export function earlierOf({ date, subject, text }: Mail): Earlier {
  return { date, subject: asData(subject).text, text: cut(asData(ownText(text)).text, EARLIER_CHARS) };
}

/** What a person should know before they approve, each in a sentence. */
export function warningsOf(mail: Mail, meeting: Meeting): string[] {
  const text = asData(`${mail.subject}\n${mail.text}`);
  const from = mail.from?.address.toLowerCase() ?? "";
  const elsewhere = mail.replyTo.filter(({ address }) => address.toLowerCase() !== from);
  return [
    ...text.orders.map((order) => `the mail gives orders to a model, which are data: ${order}`),
    ...ordersInNames(mail),
    ...falseLinksIn(mail.text).map(({ shows, leads }) => `a link shows "${shows}", and leads to "${leads}"`),
    ...asksIn(`${mail.subject}\n${ownText(mail.text)}`).map(({ for: what, says }) => `the mail asks for ${what}: "${says}"`),
    ...elsewhere.map(({ address }) => `the answer goes to "${address}", and the mail came from "${from}"`),
    ...(mail.isCut ? ["the mail is longer than what was read of it"] : []),
    ...(mail.attachments.length > 0
      ? [`attachments, none of them opened: ${mail.attachments.map(({ name, type }) => `"${name ?? type}"`).join(", ")}`]
      : []),
    ...(meeting === null || meeting.isFree
      ? []
      : [`the calendar has something at ${meeting.asked.start}: ${meeting.conflicts.join(", ")}`]),
    ...(meeting?.isSeries ? ["the meeting repeats, and only its first time was looked up"] : []),
  ];
}

/** Names are a stranger's text as well: no model reads them, and a person should know what stands there. */
function ordersInNames({ from, replyTo, attachments }: Pick<Mail, "from" | "replyTo" | "attachments">): string[] {
  const names = [
    ...[from, ...replyTo].map((one) => ({ of: "the sender's name", name: one?.name ?? "" })),
    ...attachments.map(({ name }) => ({ of: "the name of an attachment", name: name ?? "" })),
  ];
  const found = names.flatMap(({ of, name }) => {
    // A file's name has other signs where a text has spaces.
    const [order] = [name, name.replaceAll(/[_.+-]+/g, " ")].flatMap((text) => asData(text).orders);
    return order === undefined ? [] : [`${of} gives orders to a model, which are data: ${order}`];
  });
  return [...new Set(found)];
}
