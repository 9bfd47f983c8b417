import { z } from "zod";
import { type Key, withoutKey } from "./key.js";

const MOST = 300;

/** The places where servers put what they have to say, the most telling first. */
const Complaint = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/**
 * What an error body says, as one line and without the key: of JSON its message, of a web page its title, of anything else
 * its beginning. Empty for none.
 */
export function said(body: string, key: Key | undefined): string {
  const text = body.trim();
  const words = text.startsWith("<") ? pageTitle(text) : (complaintIn(text) ?? text);
  // JSON may spell a key in its own way and a clipped one is still half a key, so it is taken out between the two.
  return clipped(withoutKey(words, key));
}

function complaintIn(text: string): string | undefined {
  if (!/^[{["]/.test(text)) return undefined;
  try {
    return complaint(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The message in an error that came as a value. */
export function complaint(value: unknown): string | undefined {
  const known = Complaint.safeParse(Array.isArray(value) ? value[0] : value);
  return known.success ? known.data : undefined;
}

function pageTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? "";
  return title === "" ? "a web page" : `a web page titled "${title}"`;
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().replace(/\.$/, "");
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
}
