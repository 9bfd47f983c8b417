import type { Address } from "./email.js";

export interface Draft {
  readonly messageId: string;
  readonly date: Date;
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  readonly subject: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly text: string;
}

const LINE_END = "\r\n";
/** Of a header's line; a single word may be longer. */
const MOST_COLUMNS = 76;

/**
 * A mail of plain text as it goes over the wire: ASCII alone, whatever the text is, so that no server on its way has a
 * reason to change it. With `withBcc` it is a copy for its writer; what is sent must not say who got it in secret.
 */
export function compose(draft: Draft, { withBcc }: { readonly withBcc: boolean }): Buffer {
  const { from, to, cc, bcc, subject, inReplyTo, references, messageId, date, text } = draft;
  const headers = [
    addresses("From", [from]),
    ...(to.length > 0 ? [addresses("To", to)] : []),
    ...(cc.length > 0 ? [addresses("Cc", cc)] : []),
    ...(withBcc && bcc.length > 0 ? [addresses("Bcc", bcc)] : []),
    folded("Subject", words(subject)),
    `Date: ${dateHeader(date)}`,
    `Message-ID: <${messageId}>`,
    ...(inReplyTo === null ? [] : [`In-Reply-To: <${inReplyTo}>`]),
    ...(references.length > 0
      ? [
          folded(
            "References",
            references.map((id) => `<${id}>`),
          ),
        ]
      : []),
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
  ];
  const body = Buffer.from(text.replaceAll(/\r\n?|\n/g, LINE_END), "utf8").toString("base64");
  return Buffer.from([...headers, "", ...(body.match(/.{1,76}/g) ?? []), ""].join(LINE_END), "ascii");
}

function addresses(name: string, list: readonly Address[]): string {
  return folded(
    name,
    list.flatMap((one, index) => {
      const comma = index < list.length - 1 ? "," : "";
      return one.name === "" ? [`${one.address}${comma}`] : [...phrase(one.name), `<${one.address}>${comma}`];
    }),
  );
}

/** A name before an address: as it is where it is plain, in quotes where it has signs that mean something there. */
function phrase(name: string): readonly string[] {
  if (/^[A-Za-z0-9 '_-]+$/.test(name)) return name.trim().split(/ +/);
  if (/^[\x20-\x7e]+$/.test(name) && !name.includes("=?")) return [`"${name.replaceAll(/["\\]/g, "\\$&")}"`];
  return encodedWords(name);
}

function words(text: string): readonly string[] {
  // Spaces at an end or in a row would be lost in folding; "=?" would be read as the start of an encoded word.
  const isPlain = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text) && !text.includes("=?") && text.split(" ").every((word) => word.length < 900);
  return isPlain ? text.split(" ") : encodedWords(text);
}

/** RFC 2047, each word whole characters of at most 45 bytes, so that it is at most 72 columns wide. */
function encodedWords(text: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  for (const character of Buffer.from(text).toString()) {
    if (Buffer.byteLength(part + character) > 42) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part].map((one) => `=?utf-8?B?${Buffer.from(one).toString("base64")}?=`);
}

function folded(name: string, list: readonly string[]): string {
  const lines: string[] = [];
  let line = `${name}:`;
  for (const word of list) {
    if (line.length + 1 + word.length > MOST_COLUMNS && line !== `${name}:`) {
      lines.push(line);
      line = "";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join(LINE_END);
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dateHeader(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()} ${time} +0000`;
}
