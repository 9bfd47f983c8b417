import type { Severity } from "../../dsl/index.js";
import { isCnp, isIban, isLuhn } from "./checksums.js";
import type { Hit } from "./hit.js";

const LOCAL_PART = /[\p{L}\p{M}\p{N}._%+-]{1,64}$/u;
const DOMAIN = /(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}[\p{L}\p{M}]{2,24}/uy;
/** A desk, not a person. */
const DESK: ReadonlySet<string> = new Set(
  `abuse accounts admin anfrage beta billing booking bugs careers comenzi community compliance contact dev devops donotreply dpo editor enquiries events
  feedback gdpr hallo hello help hey hi hilfe hostmaster hr info inquiries invoices jobs join kontakt legal mail marketing membership news newsletter noreply
  no-reply office ops orders partners postmaster presa press presse privacy reception recruiting redactie redaktion reservations sales secretariat secure
  security service support suport team webmaster welcome`.split(/\s+/),
);
/** `logo@2x.png` is a file. */
const FILE_ENDING = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|js|mjs|cjs|ts|json|md|html?|css|zip|gz)$/i;
/** Nobody can have an address under the names that are kept for examples (RFC 2606). */
const RESERVED = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost)$/i;

export function emailAddresses(text: string): readonly Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const local = LOCAL_PART.exec(text.slice(Math.max(0, at - 64), at))?.[0].replace(/^[.%+-]+/, "");
    if (!local) continue;
    DOMAIN.lastIndex = at + 1;
    const domain = DOMAIN.exec(text)?.[0];
    if (domain === undefined || !isSomebody(local, domain)) continue;
    // `git@github.com:owner/name` is a place, not a person.
    if (local === "git" && text[at + 1 + domain.length] === ":") continue;
    const address = `${local}@${domain}`;
    hits.push(shown("safety/email", "warning", at - local.length, address, `the e-mail address "${address}"`));
  }
  return hits;
}

function isSomebody(local: string, domain: string): boolean {
  return !FILE_ENDING.test(domain) && !DESK.has(local.toLowerCase()) && !RESERVED.test(domain) && !/(?:^|\.)noreply\./i.test(domain);
}

// Not in a path or in code alone, where ten digits are the beginning of a hash.
const PHONES =
  /(?<![\w+./`-])(?:\+\d(?:[ ().-]{0,2}\d){7,14}|0[237]\d{2}[ .-]?\d{3}[ .-]?\d{3}|\(\d{3}\)[ -]?\d{3}[ -]\d{4}|\d{3}-\d{3}-\d{4})(?![\w-]|\.\d)/g;

export function phoneNumbers(text: string): readonly Hit[] {
  return [...text.matchAll(PHONES)].flatMap(({ index, 0: number }) => {
    const digits = number.replace(/\D/g, "");
    // Round sums of money and people, and the numbers that are kept for films.
    if (digits.endsWith("000000") || /55501\d\d$/.test(digits)) return [];
    return [shown("safety/phone", "warning", index, number, `the phone number "${number}"`)];
  });
}

/** How long an account number is in each country (SWIFT's registry of IBANs). */
const IBAN_LENGTHS: Readonly<Record<number, string>> = {
  15: "NO",
  16: "BE",
  18: "DK FI FO GL NL SD",
  19: "MK SI",
  20: "AT BA EE KZ LT LU MN XK",
  21: "CH HR LI LV",
  22: "BG BH CR DE GB GE IE ME RS VA",
  23: "AE GI IL IQ OM SO TL",
  24: "AD CZ DJ ES MD PK RO SA SE SK TN VG",
  25: "LY PT ST",
  26: "IS TR",
  27: "BI FR GR IT MC MR SM",
  28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
  29: "BR EG PS QA UA",
  30: "JO KW MU YE",
  31: "MT SC",
  32: "LC",
  33: "RU",
};
const LENGTH_OF: ReadonlyMap<string, number> = new Map(
  Object.entries(IBAN_LENGTHS).flatMap(([length, countries]) => countries.split(" ").map((country) => [country, Number(length)] as const)),
);
const IBAN_BEGINS = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[ -]?[A-Z0-9])/gu;
const IBAN_AT_MOST = 80;

export function ibans(text: string): readonly Hit[] {
  return [...text.matchAll(IBAN_BEGINS)].flatMap(({ index, 0: start }) => {
    const length = LENGTH_OF.get(start.slice(0, 2));
    if (length === undefined) return [];
    const near = text.slice(index, index + IBAN_AT_MOST);
    const [number] = new RegExp(`^(?:[A-Z0-9][ -]?){${length - 1}}[A-Z0-9](?![A-Z0-9])`).exec(near) ?? [];
    if (number === undefined || !isIban(number.replace(/[ -]/g, ""))) return [];
    return [hidden("safety/iban", index, number, `"${start}…", an IBAN of ${length} characters,`)];
  });
}

const DIGITS = /(?<![\p{L}\p{N}_/]|\d[.,])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}_]|[.,]\d)/gu;
/** Visa, Mastercard, American Express, Discover, JCB, Diners Club, UnionPay and Maestro. */
const ISSUERS = /^(?:4|5[0-8]|2[2-7]|3[4-8]|6)/;

export function cardNumbers(text: string): readonly Hit[] {
  return [...text.matchAll(DIGITS)].flatMap(({ index, 0: number }) => {
    const digits = number.replace(/\D/g, "");
    if (!ISSUERS.test(digits) || !isLuhn(digits) || /^(\d)\1+$/.test(digits)) return [];
    return [hidden("safety/card-number", index, number, `"${number.slice(0, 2)}…", a card number of ${digits.length} digits,`)];
  });
}

const THIRTEEN_DIGITS = /(?<![\p{L}\p{N}_]|\d[.,])[1-9]\d{12}(?![\p{L}\p{N}_]|[.,]\d)/gu;

export function cnps(text: string): readonly Hit[] {
  return [...text.matchAll(THIRTEEN_DIGITS)].flatMap(({ index, 0: digits }) =>
    isCnp(digits) ? [hidden("safety/cnp", index, digits, `"${digits.slice(0, 1)}…", a Romanian personal number (CNP),`)] : [],
  );
}

function shown(rule: string, severity: Severity, from: number, text: string, what: string): Hit {
  return { rule, severity, from, to: from + text.length, message: `${what} is personal data: take it out`, isHidden: false };
}

function hidden(rule: string, from: number, text: string, what: string): Hit {
  return { ...shown(rule, "error", from, text, what), isHidden: true };
}
