import { z } from "zod";
import type { Mail } from "../../adapters/index.js";
import { editDistance } from "../../src/dsl/index.js";

/** Who a mail is from, as code sees it. No model has a say in it, for a display name is whatever a stranger typed. */
export const Sender = z.object({
  kind: z.enum(["known", "stranger", "machine", "look-alike", "nobody"]),
  address: z.string(),
  why: z.string(),
});
export type Sender = z.output<typeof Sender>;

const MACHINE =
  /^(?:no-?reply|do-?not-?reply|noreply[-+.].*|mailer-daemon|postmaster|notifications?|bounces?|newsletter|nu-?raspunde)(?:[-+.].*)?$/i;

/** Signs that pass for others at a glance. */
const LOOKS_LIKE: readonly (readonly [RegExp, string])[] = [
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/[1|іıìí]/g, "l"],
  [/i/g, "l"],
  [/0|о|ο/g, "o"],
  [/а|ɑ/g, "a"],
  [/е/g, "e"],
  [/с/g, "c"],
  [/р/g, "p"],
  [/5/g, "s"],
];

/** `known` are the addresses that the reader knows; the domains of these are those that somebody would imitate. */
export function senderOf({ from, isAutomatic }: Pick<Mail, "from" | "isAutomatic">, known: readonly string[]): Sender {
  if (from === null || !from.address.includes("@")) return { kind: "nobody", address: from?.address ?? "", why: "it names no sender" };
  const address = from.address.toLowerCase();
  const contacts = known.map((one) => one.toLowerCase());
  if (contacts.includes(address)) return { kind: isAutomatic ? "machine" : "known", address, why: `"${address}" is a contact` };
  const domain = domainOf(address);
  const domains = [...new Set(contacts.map(domainOf))];
  const shown = /[^\s<>"']+@[^\s<>"']+\.[a-z]{2,}/i.exec(from.name)?.[0].toLowerCase();
  if (shown !== undefined && domainOf(shown) !== domain)
    return { kind: "look-alike", address, why: `it shows "${shown}" as its name, and was sent by "${address}"` };
  const imitated = domains.find((one) => one !== domain && isLikeness(domain, one));
  if (imitated !== undefined) return { kind: "look-alike", address, why: `"${domain}" looks like "${imitated}", and is another domain` };
  if (domain.split(".").some((label) => label.startsWith("xn--")) || /[^\x20-\x7e]/.test(domain))
    return { kind: "look-alike", address, why: `"${domain}" is written with letters of several scripts` };
  if (MACHINE.test(address.slice(0, address.lastIndexOf("@"))))
    return { kind: "machine", address, why: `nobody reads what is sent to "${address}"` };
  if (isAutomatic) return { kind: "machine", address, why: "the mail says that a program sent it" };
  return { kind: "stranger", address, why: `"${address}" is not among the contacts` };
}

/** Of all contacts the one, if any, that decides who a mail is from: so the run of one mail carries no whole address book. */
export function bearingOn(contacts: readonly string[]): (address: string) => string[] {
  const known = new Set(contacts.map((one) => one.toLowerCase()));
  const byDomain = new Map([...known].map((one) => [domainOf(one), one]));
  const imitated = new Map<string, string[]>();
  return (address) => {
    const lower = address.toLowerCase();
    if (known.has(lower)) return [lower];
    const domain = domainOf(lower);
    // Asked once for each domain that writes, since each answer looks at all that are known.
    const found = imitated.get(domain) ?? [...byDomain].filter(([one]) => one !== domain && isLikeness(domain, one)).map(([, one]) => one);
    imitated.set(domain, found);
    return found.slice(0, 1);
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

function isLikeness(domain: string, known: string): boolean {
  // A part of the same house is no imitation; a house that has another's name in front is one.
  if (domain.endsWith(`.${known}`) || known.endsWith(`.${domain}`)) return false;
  if (folded(domain) === folded(known)) return true;
  const [name = ""] = known.split(".");
  if (name.length >= 5 && domain !== known && domain.startsWith(`${known.replaceAll(".", "-")}`)) return true;
  if (domain.startsWith(`${known}.`) || domain.startsWith(`${known}-`)) return true;
  return known.length >= 8 && Math.abs(domain.length - known.length) <= 1 && editDistance(domain, known) === 1;
}

function folded(domain: string): string {
  return LOOKS_LIKE.reduce((text, [sign, plain]) => text.replace(sign, plain), domain.toLowerCase());
}
