import type { Commit, Facts } from "./facts.js";

/** A commit in a prompt: perhaps with less of its text and files than it had. */
type ShownCommit = Commit & { readonly filesLeftOut?: number };

/** Facts as a prompt shows them. The totals are always those of the whole day; `leftOut` counts what is not shown. */
export type ShownFacts = Omit<Facts, "commits"> & {
  readonly commits: readonly ShownCommit[];
  readonly leftOut?: { readonly commits: number; readonly files: number; readonly bodyCharacters: number; readonly logCharacters: number };
};

interface Limits {
  readonly commits: number;
  readonly files: number;
  readonly body: number;
  readonly log: number;
}

/** Tried in this order: what a post can best do without goes first. */
const LADDER: readonly Limits[] = [
  { commits: Infinity, files: 40, body: 2_000, log: 8_000 },
  { commits: Infinity, files: 12, body: 600, log: 6_000 },
  { commits: Infinity, files: 5, body: 200, log: 4_000 },
  { commits: 150, files: 3, body: 0, log: 4_000 },
  { commits: 80, files: 2, body: 0, log: 3_000 },
  { commits: 30, files: 1, body: 0, log: 2_000 },
  { commits: 10, files: 0, body: 0, log: 1_000 },
];
const MOST_SUBJECT = 300;

/** As much of the facts as fits into `maxBytes` of JSON, or the least that is worth showing. */
export function fitting(facts: Facts, maxBytes: number): ShownFacts {
  const tries = LADDER.values();
  let shown: ShownFacts = facts;
  for (const limits of tries) {
    shown = shownWithin(facts, limits);
    if (Buffer.byteLength(JSON.stringify(shown)) <= maxBytes) return shown;
  }
  return shown;
}

function shownWithin(facts: Facts, limits: Limits): ShownFacts {
  const kept = largest(facts.commits, limits.commits);
  const commits = kept.map((commit) => shownCommit(commit, limits));
  const log = { today: clip(facts.log.today, limits.log), yesterday: clip(facts.log.yesterday, limits.log) };
  const leftOut = {
    commits: facts.commits.length - commits.length,
    files: count(kept, ({ files }) => over(files, limits.files)),
    bodyCharacters: count(kept, ({ body }) => over(body, limits.body)),
    logCharacters: over(facts.log.today ?? "", limits.log) + over(facts.log.yesterday ?? "", limits.log),
  };
  const isWhole = Object.values(leftOut).every((left) => left === 0);
  return { ...facts, commits, log, ...(!isWhole && { leftOut }) };
}

/** The commits with the most changed lines, still in their order. */
function largest(commits: readonly Commit[], most: number): readonly Commit[] {
  if (commits.length <= most) return commits;
  const ranked = commits.toSorted((a, b) => b.added + b.removed - a.added - a.removed);
  const kept = new Set(ranked.slice(0, most));
  return commits.filter((commit) => kept.has(commit));
}

function shownCommit(commit: Commit, limits: Limits): ShownCommit {
  const left = over(commit.files, limits.files);
  return {
    ...commit,
    subject: clip(commit.subject, MOST_SUBJECT),
    body: clip(commit.body, limits.body),
    files: commit.files.slice(0, limits.files),
    ...(left > 0 && { filesLeftOut: left }),
  };
}

function over(items: { readonly length: number }, most: number): number {
  return Math.max(0, items.length - most);
}

function clip<T extends string | null>(text: T, most: number): T;
function clip(text: string | null, most: number): string | null {
  if (text === null || text.length <= most) return text;
  // A cut between the two halves of a character would leave one that is none.
  return most === 0 ? "" : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}

function count<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
