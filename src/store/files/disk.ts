import fs from "node:fs";
import { dirname } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { StagewrightError } from "../../dsl/index.js";

/** What the file store needs of a disk. Comes from outside, so that a test can hand in one that is full or read-only. */
export type Disk = Pick<
  typeof fs,
  | "closeSync"
  | "existsSync"
  | "fdatasyncSync"
  | "fstatSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "mkdirSync"
  | "openSync"
  | "readFileSync"
  | "readSync"
  | "readdirSync"
  | "renameSync"
  | "rmdirSync"
  | "statSync"
  | "unlinkSync"
  | "utimesSync"
  | "writeSync"
> & {
  /** Puts a derived file into place whole or not at all; not synced, for it can be made again. */
  replace(path: string, text: string): void;
  /** The same, at a quarter of the cost, for a file that is written once and that nobody reads meanwhile. */
  place(path: string, text: string): void;
};

/** What `replace` leaves behind in a folder when its process is killed. */
export const LITTER = /\.json\.\d+$/;

export const realDisk: Disk = {
  ...fs,
  replace: (path, text) => writeFileAtomic.sync(path, text, { fsync: false }),
  place: (path, text) => {
    // Always the same name beside it, so that what a kill leaves behind is written over when the file is made again.
    const next = `${path}.new`;
    try {
      fs.writeFileSync(next, text);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      fs.mkdirSync(dirname(path), { recursive: true });
      fs.writeFileSync(next, text);
    }
    fs.renameSync(next, path);
  },
};

/** Writes all of `bytes`: a write to a nearly full disk may take only a part. */
export function writeAll(disk: Disk, fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += disk.writeSync(fd, bytes, written, bytes.length - written);
}

/** Makes the entries of a folder durable; where the system cannot sync a folder, renames are as durable as it makes them. */
export function syncFolder(disk: Disk, path: string): void {
  if (process.platform === "win32") return;
  const fd = disk.openSync(path, "r");
  try {
    disk.fsyncSync(fd);
  } finally {
    disk.closeSync(fd);
  }
}

/** Whether a call failed because there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A disk's refusal in words. */
export function diskError(error: unknown, path: string): unknown {
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return new StagewrightError("store/full", `no space is left for "${path}"`, {
        hint: "free some space, then resume the run: all that was recorded is safe",
        cause: error,
      });
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new StagewrightError("store/read-only", `"${path}" cannot be written to`, {
        hint: "make the folder writable, or choose another with --store",
        cause: error,
      });
    default:
      return error;
  }
}
