import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { CallFacts, FileWritten } from "../evidence/index.js";
import { factsOf } from "./working-folder.js";

/** Each file below a folder, with what changes when the file does. */
type Stamps = ReadonlyMap<string, string>;

/** A folder with more files is not looked through at every call. */
const MOST_FILES = 10_000;
/** So many changed files are read for their digest. */
const MOST_DIGESTS = 500;
/** What is there in large numbers, and is never the work itself. */
const LEFT_OUT = new Set([".git", "node_modules", ".stagewright"]);
/** A folder with this file is that of a run, which its own journal writes to. */
const OF_A_RUN = "journal.jsonl";

/** The files of a folder as they are now; none where there are too many. */
export async function stampsOf(folder: string): Promise<Stamps | undefined> {
  const stamps = new Map<string, string>();
  const isAll = await addStamps(folder, "", stamps);
  return isAll ? stamps : undefined;
}

async function addStamps(folder: string, below: string, stamps: Map<string, string>): Promise<boolean> {
  const entries = await entriesOf(join(folder, below));
  if (entries.some(({ name }) => name === OF_A_RUN)) return true;
  if (stamps.size + entries.length > MOST_FILES) return false;
  const files = entries.filter((entry) => !entry.isDirectory());
  await Promise.all(
    files.map(async ({ name }) => {
      const path = below === "" ? name : `${below}/${name}`;
      const stamp = await stampOf(join(folder, path));
      if (stamp !== undefined) stamps.set(path, stamp);
    }),
  );
  for (const entry of entries) {
    if (!entry.isDirectory() || LEFT_OUT.has(entry.name)) continue;
    if (!(await addStamps(folder, below === "" ? entry.name : `${below}/${entry.name}`, stamps))) return false;
  }
  return true;
}

/** What may not be looked into, or went away meanwhile, has no files. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ctimeMs, ino } = await lstat(path);
    return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  } catch {
    return undefined;
  }
}

/** What has changed in a folder since; where it cannot be looked through, what became of the file that the call names. */
export async function filesSince(
  folder: string,
  before: Stamps | undefined,
  named: string | undefined,
): Promise<Pick<CallFacts, "files" | "more" | "isFolderTooLarge">> {
  const after = before && (await stampsOf(folder));
  if (before === undefined || after === undefined) {
    const files = named === undefined ? [] : [await written(folder, named, "changed")];
    return { files, isFolderTooLarge: true };
  }
  const changed = [...after].flatMap(([path, stamp]) =>
    before.get(path) === stamp ? [] : [{ path, is: before.has(path) ? "changed" : "new" } as const],
  );
  const gone = [...before.keys()].flatMap((path) => (after.has(path) ? [] : [{ path, is: "gone" } as const]));
  const all = [...changed, ...gone].sort((one, other) => (one.path < other.path ? -1 : 1));
  const files: FileWritten[] = [];
  for (const { path, is } of all.slice(0, MOST_DIGESTS)) files.push(await written(folder, path, is));
  return { files, ...(all.length > MOST_DIGESTS && { more: all.length - MOST_DIGESTS }) };
}

async function written(folder: string, path: string, is: FileWritten["is"]): Promise<FileWritten> {
  const facts = is === "gone" ? undefined : await factsOf(folder, path);
  return facts?.is === "file" ? { path, is, bytes: facts.bytes, sha256: facts.sha256 } : { path, is };
}
