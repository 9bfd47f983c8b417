import { link, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface WholeFile {
  readonly path: string;
  /** Where it is written first, on the same disk: beside its place if left out. What a crash leaves there is nothing's. */
  readonly draftIn?: string;
  readonly content: string | Uint8Array;
}

/** Two tries of one process, as of two, must not write into one draft. */
let drafts = 0;

/**
 * Writes a file that is not there yet, whole or not at all, so that it outlives a power cut. False where one of the name
 * is there already: it is left as it is.
 */
export async function writeWhole({ path, draftIn = dirname(path), content }: WholeFile): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  await mkdir(draftIn, { recursive: true });
  drafts += 1;
  const draft = join(draftIn, `.${process.pid}.${drafts}.tmp`);
  try {
    await writeSynced(draft, content);
    // A link, unlike a rename, never takes the place of a file that is there.
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

export async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new name in a folder outlive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** For a `catch`: what is not there is nothing; any other error stays one. */
export function noneThere(error: unknown): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  throw error;
}
