import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StagewrightError } from "../dsl/index.js";
import { appendText, type Disk, isMissing, realDisk, type TicketLock, thisProcess, withTicketLock } from "../store/index.js";
import { type Compacted, compacted } from "./compact.js";
import { parseLessons } from "./fold-lines.js";
import { type Learning, type LearningOutcome, learned } from "./learn.js";
import type { NewLesson, Note } from "./lesson.js";

/** Git takes the lines of both branches. Their order counts for nothing, nor does a line that stands there twice. */
const MERGED = "*.jsonl merge=union text eol=lf\n";

/** What a lessons file needs of the machine. */
export type LessonFileWorld = Pick<TicketLock, "disk" | "me" | "pause">;

/** One lessons file, which many processes may write to. */
export interface LessonFile {
  readonly path: string;
  /** Its text; empty where there is no file yet. */
  read(): string;
  /** Adds lines, durably, in one write. */
  append(lines: readonly (NewLesson | Note)[]): Promise<void>;
  /** Adds what was learned: what is there already is noted as seen again. */
  learn(learning: Learning): Promise<LearningOutcome>;
  /** Puts the file in order; see {@link compacted}. */
  compact(now: Date): Promise<Compacted>;
}

/** Opens `<folder>/<name>.jsonl`. Nothing is made on the disk before there is something to write. */
export function lessonFile(folder: string, name: string, world: Partial<LessonFileWorld> = {}): LessonFile {
  const { disk = realDisk, me = thisProcess(), pause = (ms) => wait(ms) } = world;
  if (!/^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u.test(name)) {
    throw new StagewrightError("lessons/name", `"${name}" cannot be the name of a lessons file`, {
      hint: "use letters, digits, `.`, `_` and `-`",
    });
  }
  const path = join(folder, `${name}.jsonl`);
  const lock = { folder: `${path}.lock`, what: `the lessons of "${name}"`, code: "lessons/locked", leavesNothing: true, disk, me, pause };
  const alone = <T>(act: () => T) => withTicketLock(lock, act);
  const write = (lines: readonly (NewLesson | Note)[]) => {
    if (lines.length > 0) append(disk, path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  return {
    path,
    read: () => read(disk, path),
    append: (lines) => alone(() => write(lines)),
    learn: (learning) =>
      alone(() => {
        const outcome = learned(parseLessons(read(disk, path)).lessons, learning);
        write(outcome.lines);
        return outcome;
      }),
    compact: (now) =>
      alone(() => {
        const text = read(disk, path);
        const result = compacted(text, now);
        if (result.text !== text) put(disk, path, result.text);
        return result;
      }),
  };
}

function read(disk: Disk, path: string): string {
  try {
    return disk.readFileSync(path).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

function append(disk: Disk, path: string, text: string): void {
  const isNew = !disk.existsSync(path);
  appendText(disk, path, text, { durably: true });
  const attributes = join(dirname(path), ".gitattributes");
  if (isNew && !disk.existsSync(attributes)) disk.place(attributes, MERGED);
}

/** The new file takes the old one's place in one step, and only when it is whole on the disk. */
function put(disk: Disk, path: string, text: string): void {
  const next = `${path}.new`;
  const fd = disk.openSync(next, "w");
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) written += disk.writeSync(fd, bytes, written, bytes.length - written);
    disk.fsyncSync(fd);
  } finally {
    disk.closeSync(fd);
  }
  disk.renameSync(next, path);
}
