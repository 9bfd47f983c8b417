import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileFacts } from "../evidence/index.js";

/** A longer file is not read for its words. */
const LONGEST_TEXT = 1_000_000;

/** What stands on the disk at a path below a folder; if asked for, with its text. Links are followed, and must not lead out of it. */
export async function factsOf(folder: string, path: string, { withText = false } = {}): Promise<FileFacts> {
  const root = await realpath(folder);
  const named = resolve(root, path);
  if (!isBelow(root, named)) return { is: "outside" };
  const real = await realOf(named);
  if (real === undefined) return isBelow(root, await nearestReal(dirname(named))) ? { is: "missing" } : { is: "outside" };
  if (!isBelow(root, real)) return { is: "outside" };
  const found = await stat(real);
  if (!found.isFile()) return { is: "no-file" };
  if (withText && found.size <= LONGEST_TEXT) {
    const content = await readFile(real);
    const text = textIn(content);
    const facts = { bytes: content.length, changedMs: found.mtimeMs, sha256: createHash("sha256").update(content).digest("hex") };
    return { is: "file", ...facts, ...(text !== undefined && { text }) };
  }
  const hash = createHash("sha256");
  await pipeline(createReadStream(real), hash);
  return { is: "file", bytes: found.size, changedMs: found.mtimeMs, sha256: hash.digest("hex") };
}

/** None where the bytes are no UTF-8. */
function textIn(content: Buffer): string | undefined {
  return isUtf8(content) ? content.toString("utf8") : undefined;
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === path;
}

async function realOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}

async function nearestReal(folder: string): Promise<string> {
  const parent = dirname(folder);
  return (await realOf(folder)) ?? (parent === folder ? folder : nearestReal(parent));
}
