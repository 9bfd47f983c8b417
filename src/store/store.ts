/** What a journal reads like: whole lines, and what a write that was cut off left behind them. */
export interface JournalText {
  readonly lines: readonly string[];
  readonly torn: string | undefined;
}

/** Who writes to a run. */
export interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Tells a process from a later one that was given the same pid. */
  readonly startedAt: string;
}

/** A file that is derived from the journal, for people and tools; it can be deleted at no loss. */
export interface DerivedFile {
  /** Below the run's folder, with `/`. */
  readonly path: string;
  /** Whether it is written again and again, as the checkpoint is, and may be read at any time. Default false. */
  readonly isRewritten?: boolean;
  /** Called when the file is written: of several versions that come in quick succession only the last is made. */
  readonly text: () => string;
}

/**
 * The right to write to one run, which only one process has at a time.
 */
export interface Lease {
  /** Durable when it resolves: all of the lines, in one step. */
  append(lines: readonly string[]): Promise<void>;
  /** Durable when it resolves. Gives the SHA-256 of the text, as hex. */
  putBlob(text: string): Promise<string>;
  /** A convenience for people: may come late, may be left out, is never waited for but by `release`. In order. */
  derive(file: DerivedFile): void;
  /** A derived file as it stands, or `undefined` where it is not (or no more) there. */
  readDerived(path: string): Promise<string | undefined>;
  release(): Promise<void>;
}

/**
 * Where runs are kept. The runner knows this and nothing of files.
 *
 * Errors: `store/no-run`, `store/leased`, `store/full`, `store/read-only`, `blob/missing`, `blob/damaged`.
 */
export interface Store {
  /** For people: the folder, `memory`. */
  readonly title: string;
  /** The names of all runs, sorted. */
  runs(): Promise<readonly string[]>;
  read(run: string): Promise<JournalText>;
  /** Another one once lines were added, so that whoever looks again and again need not read what has not changed. */
  stamp(run: string): Promise<string>;
  getBlob(run: string, sha256: string): Promise<string>;
  /** Makes the run where it is not there yet, unless it `mustExist`. A lease whose owner is dead is taken over at once. */
  lease(run: string, options?: { readonly mustExist?: boolean }): Promise<Lease>;
  /** Takes a run away with all that it holds, whole or not at all. Errors: `store/no-run`, `store/leased`. */
  remove(run: string): Promise<void>;
  /** Who holds the lease, if a live process does. */
  owner(run: string): Promise<Owner | undefined>;
}
