import type { IncomingMessage } from "node:http";

/** What an answer says to a sender: a status, and a sentence. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of a body; an answer where there are more than `most`. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer | Answer> {
  if (Number(request.headers["content-length"] ?? 0) > most) return tooLarge(request, most);
  const parts: Buffer[] = [];
  let bytes = 0;
  // Not by `for await`, which would cut the connection off before anything could be answered.
  const isWhole = await new Promise<boolean>((resolve, reject) => {
    request.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > most) resolve(false);
      else parts.push(part);
    });
    request.on("end", () => resolve(true));
    request.on("error", reject);
    request.on("close", () => reject(new Error("the sender has gone")));
  });
  return isWhole ? Buffer.concat(parts) : tooLarge(request, most);
}

/** The kind of a body by its header; `undefined` for one that no hook reads. */
export function kindOfBody(request: IncomingMessage): "json" | "form" | undefined {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  if (encoding !== "identity") return undefined;
  const [media = ""] = type.toLowerCase().split(";");
  if (media.trim() === "application/x-www-form-urlencoded") return "form";
  return /^application\/([\w.-]+\+)?json$/.test(media.trim()) ? "json" : undefined;
}

/** The value of a body, or what is wrong with it. */
export function parsedBody(bytes: Buffer, kind: "json" | "form"): { readonly value: unknown } | { readonly fault: string } {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { fault: "the body is not UTF-8" };
  }
  if (kind === "form") return { value: formOf(new URLSearchParams(text)) };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: `the body is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A field that comes more than once is a list. */
export function formOf(fields: URLSearchParams): Readonly<Record<string, string | readonly string[]>> {
  const names = [...new Set(fields.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const all = fields.getAll(name);
      return [name, all.length === 1 ? (all[0] ?? "") : all];
    }),
  );
}

function tooLarge(request: IncomingMessage, most: number): Answer {
  request.resume();
  return { status: 413, text: `The body holds more than ${most} bytes.`, headers: { connection: "close" } };
}
