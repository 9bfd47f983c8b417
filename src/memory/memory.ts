import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import {
  appendText,
  type Disk,
  isMissing,
  type Owner,
  putDurably,
  realDisk,
  type TicketLock,
  thisProcess,
  withTicketLock,
} from "../store/index.js";
import { entriesIn, type JournalEntry, journalText } from "./journal-entry.js";
import { JOURNAL_FILE, type LoadedMemory, loadMemory, STATE_FILE } from "./load-memory.js";
import type { MemoryRules } from "./memory-rules.js";
import { onOneLine } from "./plain-text.js";
import { type Section, withSection } from "./section.js";
import { zonedClock } from "./zoned-clock.js";

/** What `MEMORY.md` was before it was last changed here. */
const PREVIOUS_FILE = "MEMORY.previous.md";

/** What whoever adds to a file of the memory holds, whichever file it is. */
export function memoryLock(folder: string): Pick<TicketLock, "folder" | "what" | "code" | "leavesNothing"> {
  return { folder: join(folder, ".lock"), what: "the memory", code: "memory/locked", leavesNothing: true };
}

export interface MemoryOptions {
  /** Whose days count, by name: "Europe/Bucharest". */
  readonly zone: string;
  readonly now: () => Date;
  /** Where the files lie. Default: `memory` in the store. */
  readonly folder?: string;
  readonly disk?: Disk;
  readonly me?: Owner;
  readonly pause?: (ms: number) => Promise<void>;
}

/** What is remembered, as files that people can read. Any process may add to them; reading changes nothing. */
export interface Memory {
  readonly folder: string;
  /** Adds an event to the file of its day, on one line. @throws StagewrightError `memory/empty`. */
  note(text: string): Promise<void>;
  /** Leaves a note to the next instance. @throws StagewrightError `memory/empty`. */
  journal(text: string): Promise<void>;
  /** The notes to the next instance, the oldest first. */
  entries(): readonly JournalEntry[];
  /**
   * Changes one section of `MEMORY.md`, for a person who has decided so; nothing else ever does. What was there before is
   * kept in `MEMORY.previous.md`.
   *
   * @throws StagewrightError `memory/section`, `memory/empty`.
   */
  curate(section: Section): Promise<void>;
  /** What goes into a prompt by the rules. */
  load(rules: MemoryRules, how: { readonly countTokens: (text: string) => number }): LoadedMemory;
}

/**
 * Opens the memory of the store in the folder `root`. Nothing is made on the disk before there is something to write.
 *
 * @throws StagewrightError `memory/zone`; what writes: `memory/locked`, and `memory/not-written` where the disk refuses it.
 */
export function openMemory(root: string, options: MemoryOptions): Memory {
  const { zone, now, folder = join(root, "memory"), disk = realDisk, me = thisProcess(), pause = (ms) => wait(ms) } = options;
  const clock = zonedClock(zone);
  const pathOf = (file: string) => join(folder, file);
  const read = (file: string) => textAt(disk, pathOf(file));
  /** Calls of this process take turns here, so that they do not look at each other's tickets. */
  let turn: Promise<unknown> = Promise.resolve();

  const alone = (act: () => void): Promise<void> => {
    const lock = { ...memoryLock(folder), disk, me, pause };
    const mine = turn.then(() => withTicketLock(lock, act)).catch((error: unknown) => Promise.reject(notWritten(error, folder)));
    turn = mine.catch(() => {});
    return mine;
  };
  const append = (path: string, text: string) => appendText(disk, path, text, { durably: true });
  const replace = (file: string, text: string) => putDurably(disk, pathOf(file), text);

  return {
    folder,
    note: (text) =>
      alone(() => {
        const { day, time } = clock(now());
        append(pathOf(`${day}.md`), `- ${time} ${onOneLine(text, "an event")}\n`);
      }),
    journal: (text) => alone(() => append(pathOf(JOURNAL_FILE), journalText(text, clock(now())))),
    entries: () => entriesIn(read(JOURNAL_FILE) ?? ""),
    curate: (section) =>
      alone(() => {
        const before = read(STATE_FILE);
        const after = withSection(before ?? "", section);
        if (after === (before ?? "")) return;
        if (before !== undefined) replace(PREVIOUS_FILE, before);
        replace(STATE_FILE, after);
      }),
    load: (rules, { countTokens }) => loadMemory(rules, { read, now: now(), zone, countTokens }),
  };
}

function textAt(disk: Disk, path: string): string | undefined {
  try {
    return disk.readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function notWritten(error: unknown, place: string): unknown {
  if (isStagewrightError(error) || !(error instanceof Error)) return error;
  return new StagewrightError("memory/not-written", `the memory could not be written: ${error.message}`, {
    hint: "nothing of it was kept: free some space or make the folder writable, then do it again",
    place,
    cause: error,
  });
}
