import { type Disk, isMissing } from "./disk.js";

export interface FileIdentity {
  /** Of the file, whatever it is called: another one as soon as another file stands there. */
  readonly id: string;
  readonly size: number;
}

/** Which file stands there: a number may be given again once its file is gone, but not with the same birth. */
export function fileIdentity(disk: Disk, path: string): FileIdentity | undefined {
  try {
    const { ino, birthtimeMs, size } = disk.statSync(path);
    return { id: `${ino}:${birthtimeMs}`, size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
