import { join } from "node:path";
import { type Disk, realDisk, stampOf } from "../store/index.js";
import { type Lessons, parseLessons } from "./fold-lines.js";
import { type Overlay, type OverlayOptions, overlayOf } from "./overlay.js";

/** The lessons of some folders, each file read again only when it has changed. */
export interface LessonStore {
  /** The lessons of `<name>.jsonl` in the first folder that has it; `undefined` where none has. */
  lessons(name: string): Lessons | undefined;
  /** The section of a prompt: the `max` heaviest lessons that fit into `budgetTokens`. Empty where there is no file. */
  buildOverlay(name: string, options?: Omit<OverlayOptions, "now"> & { readonly now?: Date }): Overlay;
}

interface Read {
  readonly stamp: string;
  readonly lessons: Lessons;
}

export function lessonStore(
  folders: readonly string[],
  { now, disk = realDisk }: { readonly now: () => Date; readonly disk?: Disk },
): LessonStore {
  const files = new Map<string, Read>();
  const lessons = (name: string): Lessons | undefined => {
    for (const folder of folders) {
      const path = join(folder, `${name}.jsonl`);
      const stamp = stampOf(disk, path);
      if (stamp === undefined) continue;
      const before = files.get(path);
      if (before?.stamp === stamp) return before.lessons;
      const read = parseLessons(disk.readFileSync(path).toString("utf8"), { place: `lessons/${name}.jsonl` });
      files.set(path, { stamp, lessons: read });
      return read;
    }
    return undefined;
  };
  return {
    lessons,
    buildOverlay: (name, options = {}) => overlayOf(lessons(name)?.lessons ?? [], { now: now(), ...options }),
  };
}
