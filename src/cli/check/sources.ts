import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import fastGlob from "fast-glob";
import { isStagewrightError, StagewrightError } from "../../dsl/index.js";
import { shortPath } from "../load-pipeline.js";
import { nearest } from "../nearest.js";

/** A text to be checked. */
export interface Source {
  /** As it is printed: relative where it lies below the working folder. */
  readonly path: string;
  /** Nothing where it came from standard input. */
  readonly file: string | undefined;
  readonly text: string;
}

interface From {
  readonly cwd: string;
  readonly readInput: () => Promise<string>;
}

/** The name that standard input goes by. */
export const STANDARD_INPUT = "<stdin>";

/** Reads what was named, in that order and each once, and gives for what cannot be read its error. */
export async function* sourcesOf(named: readonly string[], from: From): AsyncGenerator<Source | StagewrightError> {
  const seen = new Set<string>();
  for (const name of named) {
    if (name === "-") {
      if (seen.has(name)) continue;
      seen.add(name);
      const text = await from.readInput();
      yield text.includes("\0") ? binary(STANDARD_INPUT) : { path: STANDARD_INPUT, file: undefined, text };
      continue;
    }
    for (const file of await filesOf(name, from.cwd)) {
      if (isStagewrightError(file)) yield file;
      else if (!seen.has(file)) {
        seen.add(file);
        yield await read(file, shortPath(file, from.cwd));
      }
    }
  }
}

async function filesOf(name: string, cwd: string): Promise<readonly (string | StagewrightError)[]> {
  const file = resolve(cwd, name);
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) {
    const inside = `${name.replace(/\/+$/, "")}/**/*.md`;
    return [new StagewrightError("check/folder", `"${name}" is a folder, expected a file`, { hint: `name the files in it: "${inside}"` })];
  }
  if (found !== undefined || !fastGlob.isDynamicPattern(name)) return [file];
  const matches = await fastGlob(name, { cwd, absolute: true, ignore: ["**/node_modules/**"] });
  if (matches.length > 0) return matches.sort();
  return [new StagewrightError("check/none", `"${name}" matches no file`, { hint: "a pattern is relative to the working folder" })];
}

async function read(file: string, path: string): Promise<Source | StagewrightError> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return await missing(file, path, cause);
    const why = cause instanceof Error ? cause.message.replace(/, .*/, "") : String(cause);
    return new StagewrightError("check/file", `"${path}" cannot be read: ${why}`, { cause });
  }
  if (bytes.includes(0)) return binary(path);
  try {
    // A byte order mark stays, so that offsets are those of the file and a fix writes it back.
    return { path, file, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    const hint = "save it as UTF-8, or convert it: `iconv -f ISO-8859-1 -t UTF-8`";
    return new StagewrightError("check/encoding", `"${path}" is not UTF-8`, { hint, cause });
  }
}

async function missing(file: string, path: string, cause: Error): Promise<StagewrightError> {
  const near = nearest(basename(file), await readdir(dirname(file)).catch(() => []));
  const hint = near === undefined ? {} : { hint: `did you mean "${join(dirname(path), near)}"?` };
  return new StagewrightError("check/file", `there is no file "${path}"`, { cause, ...hint });
}

function binary(path: string): StagewrightError {
  return new StagewrightError("check/binary", `"${path}" is binary, expected text in UTF-8`);
}
