import { withWindowsSigns } from "../../src/reading/index.js";

export interface Decoded {
  readonly text: string;
  /** The encoding by its name in the WHATWG standard. */
  readonly charset: string;
}

/** Where a document may name its own encoding. */
const HEAD_BYTES = 1_024;

/**
 * Bytes as text: by their byte order mark, else by what the server says, else by what the document says of itself,
 * else as UTF-8, else, where they are not that, as windows-1252, which takes any byte.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): Decoded {
  const declared = markOf(bytes) ?? known(charsetOf(contentType)) ?? known(ownCharsetOf(bytes));
  if (declared !== undefined) return decodedBy(declared, bytes);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), charset: "utf-8" };
  } catch {
    return decodedBy("windows-1252", bytes);
  }
}

/** The type alone, in small letters: `text/html` of `Text/HTML; charset=utf-8`. */
export function mediaTypeOf(contentType: string | null): string | null {
  return contentType?.split(";")[0]?.trim().toLowerCase() || null;
}

function decodedBy(label: string, bytes: Uint8Array): Decoded {
  const decoder = new TextDecoder(label);
  const text = decoder.decode(bytes);
  const charset = decoder.encoding;
  return { text: charset === "windows-1252" ? withWindowsSigns(text) : text, charset };
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? "")?.[1];
}

function ownCharsetOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const label = (/^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(head) ??
    /<meta[^>]*charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head))?.[1];
  // A document whose declaration can be read byte by byte is not in UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? "utf-8" : label;
}

function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
