import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { StagewrightError } from "../../src/dsl/index.js";

/** A root as it is asked for, and where it really lies. */
export interface Root {
  readonly path: string;
  readonly real: string;
}

export async function openRoot(path: string): Promise<Root> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { path, real: await realpath(path) };
  throw new StagewrightError("files/no-root", `"${path}" is not a folder`, { hint: "name a folder that exists" });
}

/**
 * Where a path below a root really lies; undefined where there is nothing. Throws `files/outside-root`, also for what
 * is not there: what lies outside is nobody's to ask about.
 */
export async function insideRoot(root: Root, path: string): Promise<string | undefined> {
  const asked = resolve(root.path, path);
  if (!isInside(root.path, asked)) throw outsideRoot(root, path);
  const real = await realpath(asked).catch(missing);
  // Of what is missing the nearest folder that is there decides: it may lie behind a link that leads outside.
  const nearest = real ?? (await nearestReal(dirname(asked)));
  if (!isInside(root.real, nearest)) throw outsideRoot(root, path);
  return real;
}

async function nearestReal(path: string): Promise<string> {
  return (await realpath(path).catch(missing)) ?? (await nearestReal(dirname(path)));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export function outsideRoot(root: Root, path: string): StagewrightError {
  return new StagewrightError("files/outside-root", `"${path}" leads out of "${root.path}"`, {
    hint: "name a path inside the root, or choose a wider root",
  });
}

/** Nothing is there; ENOTDIR: a file stands where a folder would have to. */
export function missing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
  throw error;
}
