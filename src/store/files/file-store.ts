import { dirname, join } from "node:path";
import { StagewrightError } from "../../dsl/index.js";
import { canBeTorn, sha256 } from "../journal-line.js";
import type { JournalText, Lease, Store } from "../store.js";
import { DerivedFiles } from "./derived-files.js";
import { codeOf, type Disk, diskError, isMissing, LITTER, realDisk, syncFolder, writeAll } from "./disk.js";
import { type Lock, lockOwner, takeLock } from "./lock.js";
import { type Repair, repairJournal } from "./repair.js";
import { stampOf } from "./stamp-of.js";

export const JOURNAL = "journal.jsonl";
/** What a folder of a run is named while it is taken away; no run has such a name. */
const REMOVED = ".removed-";

export interface FileStore extends Store {
  /** Cuts a damaged journal before its first damaged line, and keeps a copy of the whole. */
  repair(run: string): Promise<Repair>;
}

/** Keeps each run in a folder below `root`: journal, blobs, lock, and the derived files. */
export function fileStore(root: string, disk: Disk = realDisk): FileStore {
  const folderOf = (run: string) => join(root, run);
  const known = (run: string): string => {
    const folder = folderOf(run);
    if (disk.existsSync(folder)) return folder;
    throw new StagewrightError("store/no-run", `there is no run "${run}" in "${root}"`, { hint: "`stagewright runs` lists them" });
  };
  return {
    title: root,
    runs: async () => {
      if (!disk.existsSync(root)) return [];
      const entries = disk.readdirSync(root, { withFileTypes: true });
      return entries
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith(REMOVED))
        .map((entry) => entry.name)
        .sort();
    },
    read: async (run) => readJournal(disk, known(run)),
    stamp: async (run) => stampOf(disk, join(known(run), JOURNAL)) ?? "",
    getBlob: async (run, hash) => readBlob(disk, known(run), run, hash),
    owner: async (run) => lockOwner(disk, folderOf(run)),
    remove: async (run) => {
      const folder = known(run);
      try {
        const lock = await takeLock(disk, folder, run);
        const away = join(root, `${REMOVED}${run}`);
        try {
          // What a process that was killed has left; first, since a folder cannot take the place of a full one.
          removeLeft(disk, root);
          disk.renameSync(folder, away);
          syncFolder(disk, root);
        } finally {
          lock.release();
        }
        removeTree(disk, away);
      } catch (error) {
        throw diskError(error, folder);
      }
    },
    lease: async (run, { mustExist = false } = {}) => {
      const folder = mustExist ? known(run) : folderOf(run);
      try {
        disk.mkdirSync(folder, { recursive: true });
        const lock = await takeLock(disk, folder, run);
        return openLease(disk, folder, lock);
      } catch (error) {
        throw diskError(error, folder);
      }
    },
    repair: async (run) => {
      const folder = known(run);
      const lock = await takeLock(disk, folder, run);
      try {
        return await repairJournal(disk, join(folder, JOURNAL), run);
      } catch (error) {
        throw diskError(error, folder);
      } finally {
        lock.release();
      }
    },
  };
}

function removeLeft(disk: Disk, root: string): void {
  for (const name of disk.readdirSync(root)) if (name.startsWith(REMOVED)) removeTree(disk, join(root, name));
}

/** Another process may do the same at the same time. */
function removeTree(disk: Disk, path: string): void {
  try {
    for (const entry of disk.readdirSync(path, { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) removeTree(disk, inside);
      else unlessMissing(() => disk.unlinkSync(inside));
    }
    disk.rmdirSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function unlessMissing(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function readJournal(disk: Disk, folder: string): JournalText {
  const path = join(folder, JOURNAL);
  if (!disk.existsSync(path)) return { lines: [], torn: undefined };
  const lines = disk.readFileSync(path, "utf8").split("\n");
  const rest = lines.pop() ?? "";
  if (rest !== "" && !canBeTorn(rest)) lines.push(rest);
  return { lines, torn: rest !== "" && canBeTorn(rest) ? rest : undefined };
}

function readBlob(disk: Disk, folder: string, run: string, hash: string): string {
  let text: string;
  try {
    text = disk.readFileSync(join(folder, "blobs", hash)).toString("utf8");
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    throw new StagewrightError("blob/missing", `run "${run}" has no file "blobs/${hash}", which its journal names`, {
      hint: "put the file back from a copy, or go back with `--from` to the stage that made it",
      cause: error,
    });
  }
  if (sha256(text) === hash) return text;
  throw new StagewrightError("blob/damaged", `the file "blobs/${hash}" of run "${run}" does not match its name, which is its hash`, {
    hint: "put the file back from a copy, or go back with `--from` to the stage that made it",
  });
}

function openLease(disk: Disk, folder: string, lock: Lock): Lease {
  const path = join(folder, JOURNAL);
  let fd: number;
  let length: number;
  try {
    fd = disk.openSync(path, "a+");
    length = lengthOfWholeLines(disk, fd);
    // Also where the file is there already: a process that was killed may have made it, and not have come to this.
    if (length === 0) for (const made of [folder, dirname(folder)]) syncFolder(disk, made);
  } catch (error) {
    lock.release();
    throw error;
  }
  for (const name of disk.readdirSync(folder)) if (LITTER.test(name)) disk.unlinkSync(join(folder, name));
  const derived = new DerivedFiles(disk, folder);
  let mayBeTorn = true;
  let broken: unknown;
  return {
    append: async (lines) => {
      if (broken !== undefined) throw broken;
      const bytes = Buffer.from(`${lines.join("\n")}\n`);
      try {
        if (mayBeTorn) disk.ftruncateSync(fd, length);
        mayBeTorn = false;
        writeAll(disk, fd, bytes);
        disk.fdatasyncSync(fd);
        length += bytes.length;
      } catch (error) {
        // After a failed sync nobody knows what is on the disk: this process writes no more, the next one reads anew.
        broken = diskError(error, path);
        try {
          disk.ftruncateSync(fd, length);
        } catch {
          // What stays is a torn line, which the next reader drops.
        }
        throw broken;
      }
    },
    putBlob: async (text) => {
      try {
        return writeBlob(disk, folder, text);
      } catch (error) {
        throw diskError(error, join(folder, "blobs"));
      }
    },
    derive: (file) => derived.put(file),
    readDerived: async (path) => {
      try {
        return disk.readFileSync(join(folder, path)).toString("utf8");
      } catch {
        return undefined;
      }
    },
    release: async () => {
      derived.write();
      disk.closeSync(fd);
      lock.release();
    },
  };
}

const TAIL_BYTES = 65_536;

/** Where the last whole line ends; what stands behind is a line that was cut off. */
function lengthOfWholeLines(disk: Disk, fd: number): number {
  const { size } = disk.fstatSync(fd);
  const block = Buffer.alloc(TAIL_BYTES);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - TAIL_BYTES);
    disk.readSync(fd, block, 0, end - start, start);
    const newline = block.subarray(0, end - start).lastIndexOf("\n");
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}

function writeBlob(disk: Disk, folder: string, text: string): string {
  const hash = sha256(text);
  const blobs = join(folder, "blobs");
  const path = join(blobs, hash);
  // One that was damaged is written again: that is how going back to the stage that made it heals it.
  if (disk.existsSync(path) && sha256(disk.readFileSync(path).toString("utf8")) === hash) return hash;
  disk.mkdirSync(blobs, { recursive: true });
  const fd = disk.openSync(`${path}.new`, "w");
  try {
    writeAll(disk, fd, Buffer.from(text));
    disk.fdatasyncSync(fd);
  } finally {
    disk.closeSync(fd);
  }
  disk.renameSync(`${path}.new`, path);
  syncFolder(disk, blobs);
  return hash;
}
