import { StagewrightError } from "../../dsl/index.js";
import { withWindowsSigns } from "../windows-signs.js";

/**
 * Bytes as text: by their byte order mark, else as UTF-8, else by what an HTML or XML page says of itself.
 *
 * @throws StagewrightError `reading/encoding` for bytes that are none of these.
 */
export function decoded(bytes: Uint8Array, name: string, encoding?: string): string {
  const label = encoding ?? markOf(bytes) ?? "utf-8";
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    const text = decoder.decode(bytes);
    return decoder.encoding === "windows-1252" ? withWindowsSigns(text) : text;
  } catch (cause) {
    const said = encoding === undefined ? saidBy(bytes) : undefined;
    if (said !== undefined && said !== label) return decoded(bytes, name, said);
    throw new StagewrightError("reading/encoding", `"${name}" is not written in ${label}`, {
      hint: 'say its encoding, for example { encoding: "windows-1252" }',
      cause,
    });
  }
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function saidBy(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2_048));
  return /<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]?.toLowerCase();
}
