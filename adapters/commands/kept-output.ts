import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { CommandOutcome } from "./commands.js";

interface Limits {
  readonly maxChars: number;
  /** Where what is too long goes in full. */
  readonly spillFolder: string;
  /** From where its path is told. */
  readonly root: string;
}

/** What a program wrote, as the answer holds it. What is too long stands in a file that is named by its content, so that the same output is the same file. */
export async function keptOutput(text: string, { maxChars, spillFolder, root }: Limits): Promise<CommandOutcome["stdout"]> {
  const bytes = Buffer.from(text, "utf8");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (text.length <= maxChars) return { text, bytes: bytes.length, sha256, isCut: false, file: null };
  const path = join(spillFolder, `${sha256}.txt`);
  await mkdir(spillFolder, { recursive: true, mode: 0o700 });
  await writeFileAtomic(path, bytes, { mode: 0o600, fsync: false });
  return { text: shortened(text, maxChars), bytes: bytes.length, sha256, isCut: true, file: relative(root, path).replaceAll("\\", "/") };
}

/** Its beginning and its end, cut at ends of lines where there are any, in no more than `maxChars`. */
export function shortened(text: string, maxChars: number): string {
  const each = Math.floor((maxChars - 80) / 2);
  const head = text.slice(0, each);
  const tail = text.slice(-each);
  const start = head.includes("\n") ? head.slice(0, head.lastIndexOf("\n") + 1) : `${whole(head)}\n`;
  const end = tail.includes("\n") ? tail.slice(tail.indexOf("\n") + 1) : whole(tail);
  return `${start}[… ${text.length - start.length - end.length} characters left out …]\n${end}`;
}

/** Without halves of characters at its ends. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}
