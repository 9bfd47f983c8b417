import type { IncomingMessage } from "node:http";
import type { Reply } from "./reply.js";
import { saying } from "./reply.js";

/** A draft of some hundred pages, each of its letters written as six characters. */
const MOST_BYTES = 4_000_000;

/** The fields of a form that was sent, or what is wrong with it. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | Reply> {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return saying(415, "Not a form of this page", "Go back, and send its form.");
  if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) return tooLarge(request);
  const parts: Buffer[] = [];
  let bytes = 0;
  // Not by `for await`, which would cut the connection off on the way out, before anything could be answered.
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    request.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > MOST_BYTES) resolve(false);
      else parts.push(part);
    });
    request.on("end", () => resolve(true));
    request.on("error", reject);
  });
  if (!isWhole) return tooLarge(request);
  return new URLSearchParams(Buffer.concat(parts).toString("utf8"));
}

function tooLarge(request: IncomingMessage): Reply {
  request.resume();
  const reply = saying(
    413,
    "That is too much",
    `A form of this page holds at most ${MOST_BYTES.toLocaleString("en")} bytes. Nothing has been decided.`,
  );
  return { ...reply, headers: { connection: "close" } };
}

/** A text as a form sends it: a browser ends lines with CRLF, and sends no NUL and no half of a character. */
export function asTyped(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/\0|\p{Surrogate}/gu, "\u{fffd}");
}
