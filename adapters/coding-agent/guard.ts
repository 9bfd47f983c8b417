import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { sha256 } from "../../src/store/index.js";
import { codeOf, noneThere } from "../whole-file.js";
import type { Repository } from "./agent-git.js";

/** What a program in a worktree has no business with, as names and what they stand at. */
export type Guarded = ReadonlyMap<string, string>;

/**
 * The settings and hooks of the repository, its other branches and tags, and the checkout of whoever started the run. The branches
 * of other runs and what a fetch brings are left out: they change by themselves.
 */
export async function guardedIn(repository: Repository): Promise<Guarded> {
  // Files first: as long as they are as they were, git may be asked.
  const files = await guardedFiles(repository);
  return new Map([...files, ...(await refsIn(repository)), ...(await checkoutOf(repository))]);
}

/** What git obeys, read without git. */
export async function guardedFiles({ common }: Repository): Promise<Guarded> {
  const found = new Map<string, string>();
  for (const name of ["config", "config.worktree", "info", "hooks"]) {
    for (const path of await filesBelow(join(common, name))) {
      const content = await readFile(path, "latin1").catch(noneThere);
      found.set(`.git/${relative(common, path)}`, sha256(content ?? ""));
    }
  }
  return found;
}

/** What is new, gone or otherwise, by name. */
export function changedBetween(before: Guarded, after: Guarded): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

async function filesBelow(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    if (codeOf(error) === "ENOTDIR") return [path];
    throw error;
  }
}

async function refsIn({ git }: Repository): Promise<Guarded> {
  const lines = (await git.ask(["for-each-ref", "--format=%(refname) %(objectname)"])).split("\n");
  const refs = lines.flatMap((line) => {
    const [name = "", object = ""] = line.split(" ");
    return name === "" || /^refs\/(remotes|stagewright|heads\/stagewright)\//.test(name) ? [] : [[name, object] as const];
  });
  return new Map(refs);
}

async function checkoutOf(repository: Repository): Promise<Guarded> {
  const head = await repository.git.run(["rev-parse", "--symbolic-full-name", "HEAD", "HEAD^{commit}"]);
  const dirty = (await notCommitted(repository)).map((path) => [`${path} in the checkout`, "not committed"] as const);
  return new Map([["HEAD of the checkout", head.stdout], ...dirty]);
}

/** The paths of the checkout that are not as in its commit, without what runs themselves write. */
export async function notCommitted({ git }: Repository): Promise<readonly string[]> {
  const status = await git.ask(["status", "--porcelain", "--no-renames", "-z"]);
  return status
    .split("\0")
    .map((entry) => entry.slice(3))
    .filter((path) => path !== "" && !/(^|\/)\.stagewright(\/|$)/.test(path));
}
