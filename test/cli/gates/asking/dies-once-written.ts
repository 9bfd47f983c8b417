/** Loaded before the command line: the process is killed as soon as a text that `DIES_ONCE_WRITTEN` names is on the disk. */
import fs from "node:fs";

const text = process.env.DIES_ONCE_WRITTEN ?? "";
const { writeSync, fsyncSync, fdatasyncSync } = fs;
/** The files into which it was written, and which are not synced yet. */
const deadly = new Set<number>();

function writes(fd: number, bytes: Uint8Array, ...more: readonly number[]): number {
  const [offset, length, position] = more;
  if (text !== "" && Buffer.from(bytes).includes(text)) deadly.add(fd);
  return writeSync(fd, bytes, offset, length, position);
}

function syncs(sync: (fd: number) => void): (fd: number) => void {
  return (fd) => {
    sync(fd);
    if (deadly.has(fd)) process.kill(process.pid, "SIGKILL");
  };
}

// Before any module of the command line has taken them from here.
Object.assign(fs, { writeSync: writes, fsyncSync: syncs(fsyncSync), fdatasyncSync: syncs(fdatasyncSync) });
