/** Active time after which an entry is due in a quiet moment, and after which it waits for none. */
const DUE_AFTER_MS = 60 * 60_000;
const DUE_AT_THE_LATEST_MS = 90 * 60_000;
const LONGEST_GAP_MS = 5 * 60_000;

export interface ActiveFacts {
  /** When the last entry was made; nothing where there is none yet. What was before it counts for nothing. */
  readonly lastEntryAt: Date | undefined;
  /** When something happened, in any order. */
  readonly moments: Iterable<Date>;
  /** A longer time in which nothing happened does not count. Default: 5 minutes. */
  readonly longestGapMs?: number;
}

export interface JournalFacts extends ActiveFacts {
  /** Whether nothing is being done right now. */
  readonly isQuiet: boolean;
}

/** How much of the time since the last entry was active, in milliseconds. */
export function activeMs({ lastEntryAt, moments, longestGapMs = LONGEST_GAP_MS }: ActiveFacts): number {
  const from = lastEntryAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const times = [...moments].map((moment) => moment.getTime()).filter((time) => time >= from);
  let before = lastEntryAt === undefined ? undefined : from;
  let sum = 0;
  for (const time of times.sort((one, other) => one - other)) {
    const gap = time - (before ?? time);
    if (gap <= longestGapMs) sum += gap;
    before = time;
  }
  return sum;
}

/** Whether an entry of the journal is due: after 60 minutes of active time in a quiet moment, after 90 in any. */
export function journalDue({ isQuiet, ...facts }: JournalFacts): boolean {
  return activeMs(facts) >= (isQuiet ? DUE_AFTER_MS : DUE_AT_THE_LATEST_MS);
}
