import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import glob from "fast-glob";
import { StagewrightError } from "../dsl/index.js";

const MOST_BYTES = 16 * 1_048_576;
/** What is there in large numbers, and is never meant. */
const LEFT_OUT = ["**/node_modules/**", "**/.git/**", "**/.stagewright/**"];

/** The files below a folder that match, in the order of their names. The name of a folder stands for all files in it. */
export async function findFiles(folder: string, patterns: readonly string[]): Promise<readonly string[]> {
  for (const pattern of patterns) {
    if (isAbsolute(pattern) || pattern.split(/[/\\]/).includes("..")) throw outside(folder, pattern);
  }
  const inFolders = patterns.map((pattern) => `${pattern.replace(/\/+$/, "")}/**`);
  const found = await glob([...patterns, ...inFolders], { cwd: folder, onlyFiles: true, followSymbolicLinks: false, ignore: LEFT_OUT });
  return found.sort((one, other) => (one < other ? -1 : 1));
}

/** A file's text; undefined where there is none. @throws StagewrightError `project/outside`, `project/too-large`. */
export async function readText(folder: string, path: string): Promise<string | undefined> {
  const file = await insideFolder(folder, path);
  const found = file === undefined ? undefined : await stat(file);
  if (file === undefined || !found?.isFile()) return undefined;
  if (found.size > MOST_BYTES) {
    throw new StagewrightError("project/too-large", `"${path}" has ${found.size} bytes, and ${MOST_BYTES} are read at most`, {
      hint: "split the file",
    });
  }
  return readFile(file, "utf8");
}

/** Where a path below a folder is; undefined where there is nothing. A link may not lead out of the folder. */
export async function insideFolder(folder: string, path: string): Promise<string | undefined> {
  const asked = resolve(folder, path);
  if (!isInside(folder, asked)) throw outside(folder, path);
  const real = await realpath(asked).catch(() => undefined);
  const nearest = real ?? (await nearestReal(dirname(asked)));
  if (!isInside(await realpath(folder), nearest)) throw outside(folder, path);
  return real;
}

async function nearestReal(path: string): Promise<string> {
  return (await realpath(path).catch(() => undefined)) ?? (await nearestReal(dirname(path)));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(folder: string, path: string): StagewrightError {
  return new StagewrightError("project/outside", `"${path}" leads out of "${folder}"`, {
    hint: "name a path inside the project's folder, or start the project in a folder above",
  });
}
