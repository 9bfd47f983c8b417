import { withWindowsSigns } from "../../src/reading/index.js";
import { optionalPackage } from "../optional-package.js";
import type { Correspondent, Mail, MailHead } from "./email.js";
import { textOfHtml } from "./html-text.js";

export interface MailFlags {
  readonly id: string;
  readonly isRead: boolean;
  readonly isAnswered: boolean;
}

const postalMime = () =>
  optionalPackage({ install: "postal-mime@4", purpose: "to read mail", load: async () => (await import("postal-mime")).default });

type Parsed = Awaited<ReturnType<Awaited<ReturnType<typeof postalMime>>["parse"]>>;

/** What the headers say; `source` may be a whole mail or its headers alone. */
export async function parseHead(source: Uint8Array, flags: MailFlags): Promise<MailHead> {
  const parser = await postalMime();
  return headOf(await parser.parse(headersOf(source)), flags);
}

/** The headers of a mail that was written here, also whom it went to in secret. */
export async function parseCopy(
  source: Uint8Array,
): Promise<Pick<MailHead, "messageId" | "from" | "to" | "cc" | "subject"> & { readonly bcc: Correspondent[] }> {
  const parser = await postalMime();
  const parsed = await parser.parse(headersOf(source));
  return { ...headOf(parsed, { id: "", isRead: true, isAnswered: false }), bcc: correspondents(parsed.bcc) };
}

export async function parseMail(source: Uint8Array, { isCut, ...flags }: MailFlags & { readonly isCut: boolean }): Promise<Mail> {
  const parser = await postalMime();
  const parsed = await parser.parse(source);
  const { text, textFrom } = await textOf(parsed);
  const invitations = invitationsIn(parsed);
  return {
    ...headOf(parsed, flags),
    inReplyTo: idsIn(parsed.inReplyTo)[0] ?? null,
    references: referencesOf(parsed),
    text,
    textFrom,
    attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      name: filename === null || filename === undefined ? null : wellFormed(filename),
      type: mimeType,
      bytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
    })),
    ...(invitations.length > 0 && { invitations }),
    isCut,
  };
}

const MOST_INVITATIONS = 4;
const INVITATION_BYTES = 256 * 1024;

/** A calendar in a mail is text that mail programs read to their users; each once, for many mails hold it twice. */
function invitationsIn({ attachments }: Parsed): string[] {
  const texts = attachments
    .filter(({ mimeType, filename }) => /^(?:text\/calendar|application\/ics)\b/i.test(mimeType) || /\.ics$/i.test(filename ?? ""))
    .map(({ content }) => (typeof content === "string" ? content : Buffer.from(new Uint8Array(content)).toString()))
    .filter((text) => text.length <= INVITATION_BYTES && text.includes("BEGIN:VCALENDAR"));
  return [...new Set(texts.map(wellFormed))].slice(0, MOST_INVITATIONS);
}

function headOf(parsed: Parsed, { id, isRead, isAnswered }: MailFlags): MailHead {
  const messageId = idsIn(parsed.messageId)[0] ?? null;
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value.trim();
  return {
    id,
    messageId,
    thread: referencesOf(parsed)[0] ?? messageId ?? id,
    from: correspondents(parsed.from === undefined ? [] : [parsed.from])[0] ?? null,
    replyTo: correspondents(parsed.replyTo),
    to: correspondents(parsed.to),
    cc: correspondents(parsed.cc),
    subject: wellFormed(parsed.subject ?? ""),
    date: isoDate(header("date")),
    isRead,
    isAnswered,
    isAutomatic: isAutomatic(header),
    listId: listIdOf(header("list-id")),
  };
}

/** The thread up to this mail. Some programs say only what they answer, and some not even in brackets. */
function referencesOf(parsed: Parsed): string[] {
  const references = idsIn(parsed.references);
  const inReplyTo = idsIn(parsed.inReplyTo).slice(0, 1);
  return [...new Set([...references, ...(references.length === 0 ? inReplyTo : [])])];
}

function idsIn(header: string | undefined): string[] {
  if (header === undefined) return [];
  const inBrackets = [...header.matchAll(/<([^<>]+)>/g)].map(([, id = ""]) => id.replaceAll(/\s+/g, ""));
  const found = inBrackets.length > 0 ? inBrackets : header.split(/[\s,<>]+/).filter((word) => word.includes("@"));
  // What is repeated in the headers of an answer must be no more than one word of ASCII.
  return found.filter((id) => /^[\x21-\x7e]+$/.test(id));
}

type ParsedAddress = NonNullable<Parsed["from"]>;

/** A group stands for its members. */
function correspondents(list: readonly ParsedAddress[] | undefined): Correspondent[] {
  return (list ?? [])
    .flatMap((one) => ("group" in one && one.group !== undefined ? one.group : [one]))
    .map(({ name, address }) => ({ name: wellFormed(name ?? ""), address: wellFormed(address ?? "") }))
    .filter(({ address }) => address !== "");
}

/** RFC 3834 and what came before it: whoever answers such a mail answers a program. */
function isAutomatic(header: (name: string) => string | undefined): boolean {
  const submitted = header("auto-submitted")?.toLowerCase() ?? "no";
  const precedence = header("precedence")?.toLowerCase() ?? "";
  return !submitted.startsWith("no") || /^(bulk|list|junk)\b/.test(precedence) || header("list-unsubscribe") !== undefined;
}

function listIdOf(header: string | undefined): string | null {
  if (header === undefined || header === "") return null;
  return wellFormed(/<([^<>]+)>/.exec(header)?.[1] ?? header);
}

function isoDate(header: string | undefined): string | null {
  if (header === undefined) return null;
  // The comment that many programs put behind the offset, "(CET)", and the zone's name are no part of the time.
  const time = Date.parse(header.replaceAll(/\([^()]*\)/g, "").trim());
  if (Number.isNaN(time)) return null;
  const date = new Date(time);
  return date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999 ? null : date.toISOString();
}

async function textOf({ text, html }: Parsed): Promise<Pick<Mail, "text" | "textFrom">> {
  if (text !== undefined && text.trim() !== "") return { text: wellFormed(text).replaceAll("\r\n", "\n").trim(), textFrom: "text" };
  if (html === undefined || html.trim() === "") return { text: "", textFrom: "nothing" };
  return { text: wellFormed(await textOfHtml(html)), textFrom: "html" };
}

/** Half a character, which a broken encoding can leave, has no form in UTF-8; and what reads as a control was a sign of windows-1252. */
function wellFormed(text: string): string {
  return withWindowsSigns(Buffer.from(text).toString());
}

/** Up to the blank line; what follows would be read as the text. */
function headersOf(source: Uint8Array): Uint8Array {
  for (let at = 0; at < source.length; at++) {
    if (source[at] !== 10) continue;
    const next = source[at + 1];
    if (next === 10 || (next === 13 && source[at + 2] === 10)) return source.subarray(0, at + 1);
  }
  return source;
}
