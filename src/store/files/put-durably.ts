import { dirname } from "node:path";
import { type Disk, syncFolder, writeAll } from "./disk.js";

/** Puts a text in the place of whatever lies there, whole or not at all, and on the disk before it comes back. */
export function putDurably(disk: Disk, path: string, text: string): void {
  disk.mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.new`;
  const fd = disk.openSync(next, "w");
  try {
    writeAll(disk, fd, Buffer.from(text));
    disk.fsyncSync(fd);
  } finally {
    disk.closeSync(fd);
  }
  disk.renameSync(next, path);
  syncFolder(disk, dirname(path));
}
