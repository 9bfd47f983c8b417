import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import fastGlob from "fast-glob";
import type { CodeTree } from "../../checks/index.js";
import { StagewrightError } from "../../dsl/index.js";

/** Folders that hold no source of the project itself. */
const NOT_SOURCE = ["node_modules", ".git", ".hg", ".svn", ".venv", "venv", "__pycache__", ".tox", ".cache", ".next", "coverage"];
/** A larger file is generated, or data. */
const MOST_BYTES = 1_000_000;
const MOST_FILES = 100_000;

/**
 * The source tree below a folder. Its paths are listed at once, in their order; a file is read when it is first asked for, and then kept.
 * A binary file or one of more than 1 MB is in the tree, and has no text. Throws `usage/code` where there is no such folder, or where it
 * holds more than 100,000 files.
 */
export async function codeTreeIn(name: string, cwd: string): Promise<CodeTree> {
  const folder = resolve(cwd, name);
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory()) {
    const fault = found === undefined ? `there is no folder "${name}"` : `"${name}" is a file, expected a folder`;
    throw new StagewrightError("usage/code", fault, { hint: "name the folder of the code that the text speaks of: --code ." });
  }
  const paths: string[] = [];
  const ignore = NOT_SOURCE.map((one) => `**/${one}/**`);
  for await (const path of fastGlob.stream("**/*", { cwd: folder, dot: true, ignore, followSymbolicLinks: false, suppressErrors: true })) {
    paths.push(String(path));
    if (paths.length > MOST_FILES) {
      throw new StagewrightError("usage/code", `"${name}" holds more than 100,000 files`, { hint: "name the folder of the sources alone" });
    }
  }
  paths.sort();
  const known = new Set(paths);
  const texts = new Map<string, string | undefined>();
  return {
    paths,
    read(path) {
      if (!known.has(path)) return undefined;
      if (!texts.has(path)) texts.set(path, textOf(join(folder, path)));
      return texts.get(path);
    },
  };
}

/** `undefined` for what is binary, too large, or cannot be read. */
function textOf(file: string): string | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    const { size } = fstatSync(handle);
    if (size > MOST_BYTES) return undefined;
    const bytes = Buffer.alloc(size);
    const length = readSync(handle, bytes, 0, size, 0);
    const read = bytes.subarray(0, length);
    return read.includes(0) ? undefined : read.toString("utf8");
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
