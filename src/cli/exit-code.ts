/** What the program ends with; other programs rely on it. */
export const EXIT = {
  done: 0,
  /** A run failed, a replay differs, or the disk or a journal is at fault. */
  failed: 1,
  /** Bad usage or configuration: nothing was begun. */
  usage: 2,
  /** A run waits for a person. */
  waits: 3,
  /** Ctrl-C: the run can be resumed. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
