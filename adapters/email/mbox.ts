import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { StagewrightError } from "../../src/dsl/index.js";
import type { MailFolder, StoredMail } from "./mail-folder.js";

const CHUNK_BYTES = 256 * 1024;
/** Longer headers are read as far as this. */
const HEAD_BYTES = 256 * 1024;
const FIRST_HEAD_BYTES = 8 * 1024;
/** No line between two mails is longer. */
const SEPARATOR_BYTES = 1024;

/**
 * "From ", who, and a time as C writes it. A text that begins a paragraph with "From " is not taken for it, also where
 * the program that wrote the file did not mark such lines.
 */
const SEPARATOR = /^From (.*\s)?(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2}\s+\d{1,2}\s+\d{1,2}:\d{2}(:\d{2})?(\s+\S+)*\s+\d{4}/;

/** What mail programs change when a mail is read or moved: no part of what it is known by. */
const CHANGING = /^(x-)?(status|keywords|uid|content-length|mozilla[\w-]*|imap(base)?):/i;

/**
 * An mbox file. A mail is known by its place and by its headers: where the file was rewritten in between, it is looked
 * for from the start.
 */
export function mbox(path: string): MailFolder {
  return {
    async *heads(from, signal) {
      const file = await open(path, "r");
      try {
        const start = from === undefined ? 0 : Number(from);
        if (from !== undefined && !(await isSeparator(file, start))) throw changed(path);
        for await (const offset of separators(file, start)) {
          signal.throwIfAborted();
          const mail = stored(await readHead(file, offset), offset);
          if (!isFolderData(mail)) yield mail;
        }
      } finally {
        await file.close();
      }
    },
    async read(id, maxBytes) {
      const [place, fingerprint] = id.split("-");
      if (place === undefined || fingerprint === undefined || !/^\d+$/.test(place)) return undefined;
      const file = await open(path, "r");
      try {
        const offset = await whereIs(file, Number(place), fingerprint);
        return offset === undefined ? undefined : await whole(file, offset, maxBytes);
      } finally {
        await file.close();
      }
    },
  };
}

/** Where mails begin, from a place on. */
async function* separators(file: FileHandle, from: number): AsyncGenerator<number> {
  // The line before a separator is blank, so that its end is looked at, too.
  let base = Math.max(0, from - 3);
  let buffer: Buffer = Buffer.alloc(0);
  let searched = from - base;
  for (;;) {
    const chunk = await readAt(file, base + buffer.length, CHUNK_BYTES);
    const isEnd = chunk.length === 0;
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const at = buffer.indexOf("From ", searched, "latin1");
      if (at === -1) {
        searched = Math.max(searched, buffer.length - 4);
        break;
      }
      const isWhole = isEnd || buffer.length - at >= SEPARATOR_BYTES || buffer.indexOf(10, at) !== -1;
      if (!isWhole) {
        searched = at;
        break;
      }
      if (standsAfterBlank(buffer, at, base) && SEPARATOR.test(lineAt(buffer, at))) yield base + at;
      searched = at + 5;
    }
    if (isEnd) return;
    const kept = Math.max(0, searched - 3);
    buffer = buffer.subarray(kept);
    base += kept;
    searched -= kept;
  }
}

function standsAfterBlank(buffer: Buffer, at: number, base: number): boolean {
  if (base + at === 0) return true;
  if (buffer[at - 1] !== 10) return false;
  return buffer[at - 2] === 10 || (buffer[at - 2] === 13 && buffer[at - 3] === 10);
}

function lineAt(buffer: Buffer, at: number): string {
  const end = buffer.indexOf(10, at);
  return buffer.toString("latin1", at, Math.min(end === -1 ? buffer.length : end, at + SEPARATOR_BYTES));
}

async function isSeparator(file: FileHandle, offset: number): Promise<boolean> {
  const base = Math.max(0, offset - 3);
  const buffer = await readAt(file, base, SEPARATOR_BYTES);
  const at = offset - base;
  // After the last mail, where the next one will come.
  if (buffer.length <= at) return offset === (await file.stat()).size;
  return standsAfterBlank(buffer, at, base) && SEPARATOR.test(lineAt(buffer, at));
}

async function whereIs(file: FileHandle, place: number, fingerprint: string): Promise<number | undefined> {
  const isIt = async (offset: number) => fingerprintOf(await readHead(file, offset)) === fingerprint;
  if ((await isSeparator(file, place)) && (await isIt(place))) return place;
  for await (const offset of separators(file, 0)) if (await isIt(offset)) return offset;
  return undefined;
}

async function whole(file: FileHandle, offset: number, maxBytes: number): Promise<StoredMail & { readonly isCut: boolean }> {
  let end = (await file.stat()).size;
  for await (const next of separators(file, offset)) {
    if (next === offset) continue;
    end = next;
    break;
  }
  const source = await readAt(file, offset, Math.min(end - offset, maxBytes));
  return { ...stored(source, offset), isCut: end - offset > maxBytes };
}

async function readHead(file: FileHandle, offset: number): Promise<Buffer> {
  for (let bytes = FIRST_HEAD_BYTES; ; bytes *= 2) {
    const read = await readAt(file, offset, bytes);
    const end = endOfHead(read);
    if (end !== -1) return read.subarray(0, end);
    if (read.length < bytes || bytes >= HEAD_BYTES) return read;
  }
}

function endOfHead(buffer: Buffer): number {
  const plain = buffer.indexOf("\n\n");
  const windows = buffer.indexOf("\n\r\n");
  return plain === -1 || (windows !== -1 && windows < plain) ? windows : plain;
}

/** Without the line that parts it from the mail before; lines that were marked so as not to look like one are put right. */
function stored(source: Buffer, offset: number): StoredMail {
  const text = source.subarray(source.indexOf(10) + 1).toString("latin1");
  const headers = headersOf(text);
  const status = headers.filter((line) => /^(x-)?status:/i.test(line)).map((line) => line.slice(line.indexOf(":") + 1));
  // Thunderbird keeps its flags as a number: 1 is read, 2 is answered.
  const mozilla = Number.parseInt(/^x-mozilla-status:\s*([0-9a-f]+)/im.exec(headers.join("\n"))?.[1] ?? "0", 16);
  const id = `${offset}-${fingerprintOf(source)}`;
  return {
    id,
    cursor: String(offset),
    isRead: status.some((flags) => flags.includes("R")) || (mozilla & 1) === 1,
    isAnswered: status.some((flags) => flags.includes("A")) || (mozilla & 2) === 2,
    source: Buffer.from(text.replaceAll(/^>(>*From )/gm, "$1"), "latin1"),
  };
}

function fingerprintOf(source: Buffer): string {
  const text = source.subarray(source.indexOf(10) + 1).toString("latin1");
  const lasting = headersOf(text).filter((line) => !CHANGING.test(line));
  return createHash("sha256").update(lasting.join("\n"), "latin1").digest("hex").slice(0, 16);
}

function headersOf(text: string): string[] {
  const end = text.search(/\r?\n\r?\n/);
  return (end === -1 ? text : text.slice(0, end)).replaceAll("\r\n", "\n").split(/\n(?![ \t])/);
}

/** The first entry of a file that some IMAP servers keep: their own data, made to look like a mail. */
function isFolderData({ source }: StoredMail): boolean {
  const head = Buffer.from(source).toString("latin1", 0, 2_000);
  return /^x-imap(base)?:/im.test(head) && /^subject: don't delete this message/im.test(head);
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}

function changed(path: string): StagewrightError {
  return new StagewrightError("email/changed", `the mailbox "${path}" was rewritten since the page before was listed`, {
    hint: "begin at its first page again",
  });
}
