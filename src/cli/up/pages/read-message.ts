import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { type Answer, kindOfBody, parsedBody, readBytes } from "../../../triggers/index.js";
import { asTyped } from "../../gates/web/read-form.js";
import { MOST_CHARACTERS } from "./page-document.js";

/** The longest text, each of its letters written as six characters in JSON or as twelve in a form. */
const MOST_BYTES = 200_000;

const Written = z.object({
  text: z.string().transform(asTyped).pipe(z.string().regex(/\S/).max(MOST_CHARACTERS)),
  /** Names the message, so that it is one however often it is sent. */
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
});

export interface WrittenOnPage extends z.output<typeof Written> {
  /** A form of a browser wants a page again; a program wants a word. */
  readonly kind: "json" | "form";
}

/** What was written on a page, or what is wrong with it. */
export async function readMessage(request: IncomingMessage): Promise<WrittenOnPage | Answer> {
  const kind = kindOfBody(request);
  if (kind === undefined) return { status: 415, text: "A page takes a form or JSON, not compressed." };
  const bytes = await readBytes(request, MOST_BYTES);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const parsed = parsedBody(bytes, kind);
  if ("fault" in parsed) return { status: 400, text: `It could not be read: ${parsed.fault}.` };
  const read = Written.safeParse(parsed.value);
  if (read.success) return { ...read.data, kind };
  return {
    status: 400,
    text: `A message is a field "text" of 1 to ${MOST_CHARACTERS} characters, and an "id" of letters where it has one.`,
  };
}

/** Whether a browser says that something was sent by another site. A program says nothing, and has the key. */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return true;
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
}
