import { join } from "node:path";
import { z } from "zod";
import { appendText, type Disk, realDisk } from "../store/index.js";

/** From the least to the worst. */
export const LEVELS = ["debug", "info", "warn", "error"] as const;
export const Level = z.enum(LEVELS);
export type Level = z.output<typeof Level>;

/** A line of the log: `at`, `level`, `from` and `says`, then what it is about. */
export interface LogLine {
  readonly at: string;
  readonly level: Level;
  readonly from: string;
  readonly says: string;
  readonly [field: string]: unknown;
}

export type Log = (level: Level, from: string, says: string, fields?: Readonly<Record<string, unknown>>) => void;

export interface LogOptions {
  /** Where `2026-12-02.jsonl` lies: one file a day, in UTC. */
  readonly folder: string;
  readonly now: () => Date;
  /** What is below it is left out. */
  readonly level: () => Level;
  readonly disk?: Disk;
  /** Handed each line as well, for whoever looks on. */
  readonly tell?: (line: LogLine) => void;
}

/** A log of JSON lines. A disk that takes none ends nothing: the line is told, and lost. */
export function openLog({ folder, now, level, disk = realDisk, tell = () => {} }: LogOptions): Log {
  return (of, from, says, fields = {}) => {
    if (LEVELS.indexOf(of) < LEVELS.indexOf(level())) return;
    const at = now().toISOString();
    const line: LogLine = { ...fields, at, level: of, from, says };
    const text = JSON.stringify({ at, level: of, from, says, ...fields });
    try {
      appendText(disk, join(folder, `${at.slice(0, 10)}.jsonl`), `${text}\n`, { durably: false });
    } catch {
      // What went wrong is said by whatever needs the disk itself.
    }
    tell(line);
  };
}

const Line = z.looseObject({ at: z.string(), level: Level, from: z.string(), says: z.string() });

/** A line of a log that was written before; `undefined` for what is none. */
export function logLineIn(text: string): LogLine | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
