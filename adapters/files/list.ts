import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { addAbortSignal, Readable } from "node:stream";
import fastGlob from "fast-glob";
import { missing, openRoot, outsideRoot } from "./root.js";

export async function list(path: string, patterns: readonly string[], signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const root = await openRoot(path);
  for (const pattern of patterns) {
    const positive = pattern.replace(/^!/, "");
    if (/^([/\\]|[A-Za-z]:)/.test(positive) || climbs(positive)) throw outsideRoot(root, pattern);
  }
  const found: string[] = [];
  const stream = fastGlob.stream([...patterns], { cwd: root.real, followSymbolicLinks: false, onlyFiles: true });
  // Its type promises less than it is; an abort is to end the walk, not only the waiting for it.
  if (stream instanceof Readable) addAbortSignal(signal, stream);
  for await (const entry of stream) {
    const name = String(entry);
    // Braces can put the two dots together: `{.,}./*`.
    if (climbs(name)) throw outsideRoot(root, name);
    found.push(name);
  }
  const folders = new Map<string, boolean>();
  for (const folder of new Set(found.map(folderOf))) {
    // A pattern that spells a folder's name is led through it though it is a link.
    folders.set(folder, (await realpath(join(root.real, folder)).catch(missing)) === join(root.real, folder));
  }
  signal.throwIfAborted();
  return found.filter((name) => folders.get(folderOf(name))).sort();
}

/** Whether a path, or one of the ways that a pattern's braces and brackets offer, has a step up. */
function climbs(path: string): boolean {
  return /(^|[/\\{(,|])\.\.($|[/\\}),|])/.test(path);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
