import { type RetentionRules, retentionOf } from "./retention-rules.js";

/** What there is to know of a run, to say whether it is kept. */
export interface KnownRun {
  readonly run: string;
  readonly pipeline: string;
  /** In ISO 8601; not there for one that has not ended, or that nobody can read. */
  readonly endedAt?: string | undefined;
  /** The run that has started it, or whose agent it is. */
  readonly parent?: string | undefined;
  /** Whether something waits for it, or for what came of it. */
  readonly isNeeded: boolean;
}

interface Tree {
  readonly root: KnownRun;
  /** Each behind all that it has started. */
  readonly runs: string[];
  /** When the last of them ended; infinity where one has not, or is needed. */
  endedAt: number;
}

const A_DAY_MS = 86_400_000;

/**
 * Which runs go, the oldest first: a run and all that it has started go together, by the rule of its pipeline, once all have ended long enough ago. In this
 * order, so that whatever cuts it off leaves the root, by which the rest is found. Linear in the number of runs, but for a sort.
 */
export function runsToPrune(
  runs: readonly KnownRun[],
  { rules, now }: { rules: RetentionRules; now: Date },
): readonly (readonly string[])[] {
  const byPipeline = new Map<string, Tree[]>();
  for (const tree of treesOf(runs)) {
    const { pipeline } = tree.root;
    if (byPipeline.get(pipeline)?.push(tree) === undefined) byPipeline.set(pipeline, [tree]);
  }
  const gone: (readonly string[])[] = [];
  for (const [pipeline, trees] of byPipeline) {
    const { days, last } = retentionOf(rules, pipeline);
    if (days === undefined) continue;
    const newestFirst = trees.toSorted((a, b) => (a.endedAt === b.endedAt ? 0 : b.endedAt - a.endedAt));
    const old = newestFirst.slice(last).filter(({ endedAt }) => now.getTime() - endedAt > days * A_DAY_MS);
    for (const { runs } of old.reverse()) gone.push(runs);
  }
  return gone;
}

function treesOf(runs: readonly KnownRun[]): readonly Tree[] {
  const known = new Map(runs.map((one) => [one.run, one]));
  const below = new Map<string, KnownRun[]>();
  const roots: KnownRun[] = [];
  for (const one of runs) {
    if (one.parent === undefined || !known.has(one.parent)) roots.push(one);
    else if (below.get(one.parent)?.push(one) === undefined) below.set(one.parent, [one]);
  }
  return roots.map((root) => {
    const found = [root];
    const tree: Tree = { root, runs: [], endedAt: Number.NEGATIVE_INFINITY };
    // It grows while it is gone through: each run stands behind the one that has started it.
    for (const one of found) {
      for (const child of below.get(one.run) ?? []) found.push(child);
      const endedAt = one.endedAt === undefined || one.isNeeded ? Number.POSITIVE_INFINITY : Date.parse(one.endedAt);
      tree.endedAt = Math.max(tree.endedAt, endedAt);
    }
    tree.runs.push(...found.map(({ run }) => run).reverse());
    return tree;
  });
}
