import { dirname } from "node:path";
import { type Disk, isMissing, writeAll } from "./disk.js";

const NEWLINE = 0x0a;

/**
 * Adds whole lines to a file that others add to as well, in one write. Behind a line that a dying process cut off it
 * begins with the end of that line: two lines that run into each other would both be lost. What could not be written whole
 * is taken back. For a file that only one process writes to at a time; see `withTicketLock`.
 */
export function appendText(disk: Disk, path: string, text: string, { durably }: { readonly durably: boolean }): void {
  const fd = openToAppend(disk, path);
  try {
    const { size } = disk.fstatSync(fd);
    const last = Buffer.alloc(1);
    const isCutOff = size > 0 && disk.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
    try {
      writeAll(disk, fd, Buffer.from(isCutOff ? `\n${text}` : text));
      if (durably) disk.fdatasyncSync(fd);
    } catch (error) {
      disk.ftruncateSync(fd, size);
      throw error;
    }
  } finally {
    disk.closeSync(fd);
  }
}

function openToAppend(disk: Disk, path: string): number {
  try {
    return disk.openSync(path, "a+");
  } catch (error) {
    if (!isMissing(error)) throw error;
    disk.mkdirSync(dirname(path), { recursive: true });
    return disk.openSync(path, "a+");
  }
}
