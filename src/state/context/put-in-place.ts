import { type Disk, isMissing } from "../../store/index.js";

export interface NewText {
  /** The text that was looked at; `undefined` where there was no file. */
  readonly seen: string | undefined;
  readonly text: string;
  /** Told what somebody wrote into the old file after the last look at it. */
  readonly keep: (late: string) => void;
}

/**
 * Puts a new text in the place of the one that was seen there, in one step. Does nothing where another text lies there by
 * now: somebody has just saved it.
 *
 * What remains: an editor that puts a file of its own there between the last look and the step, within less than a tenth of
 * a millisecond, or that goes on writing into the old file later, writes for nobody.
 *
 * @returns whether the new text lies there.
 */
export function putInPlace(disk: Disk, path: string, { seen, text, keep }: NewText): boolean {
  const next = `${path}.next`;
  disk.place(next, text);
  const old = openIfThere(disk, path);
  try {
    if ((old === undefined ? undefined : textIn(disk, old)) !== seen) {
      disk.unlinkSync(next);
      return false;
    }
    disk.renameSync(next, path);
    const late = old === undefined ? undefined : textIn(disk, old);
    if (late !== undefined && late !== seen) keep(late);
    return true;
  } finally {
    if (old !== undefined) disk.closeSync(old);
  }
}

function openIfThere(disk: Disk, path: string): number | undefined {
  try {
    return disk.openSync(path, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function textIn(disk: Disk, fd: number): string {
  const bytes = Buffer.alloc(disk.fstatSync(fd).size);
  return bytes.toString("utf8", 0, disk.readSync(fd, bytes, 0, bytes.length, 0));
}
