import { type Disk, isMissing } from "./disk.js";

/** What a file is known by without reading it: it is another one once something was added, or another file is in its place. */
export function stampOf(disk: Disk, path: string): string | undefined {
  try {
    const { size, mtimeMs, ino } = disk.statSync(path);
    return `${size} ${mtimeMs} ${ino}`;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
