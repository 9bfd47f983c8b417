import { type Disk, isMissing } from "./disk.js";

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/** Where the reading of a file that only grows has come to. */
export interface Followed {
  /** The beginning of the first line that was not whole yet. */
  offset: number;
  /** How many whole lines come before it. */
  lines: number;
}

/**
 * Reads the lines that were added since the last time, each byte once. What comes after the last line's end is left for
 * the next time: it may still be being written.
 *
 * @returns the bytes that are left: 0, or those of a line that was cut off.
 */
export function readOn(disk: Disk, path: string, place: Followed, take: (line: string, number: number) => void): number {
  let fd: number;
  try {
    fd = disk.openSync(path, "r");
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
  try {
    let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(4096, disk.fstatSync(fd).size - place.offset - rest.length)));
      const read = disk.readSync(fd, chunk, 0, chunk.length, place.offset + rest.length);
      if (read === 0) return rest.length;
      const bytes = rest.length === 0 ? chunk.subarray(0, read) : Buffer.concat([rest, chunk.subarray(0, read)]);
      let start = 0;
      // What is left over from before holds no end of a line.
      for (let end = bytes.indexOf(NEWLINE, rest.length); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        place.lines += 1;
        if (end > start) take(bytes.toString("utf8", start, end), place.lines);
        start = end + 1;
      }
      place.offset += start;
      rest = bytes.subarray(start);
    }
  } finally {
    disk.closeSync(fd);
  }
}
