import { join } from "node:path";
import { z } from "zod";
import { type SharedLog, type SharedLogOptions, sharedLog } from "../../src/store/index.js";

const Claimed = z.object({
  type: z.literal("claimed"),
  at: z.iso.datetime(),
  /** That of the effect's key, by which it is found again. */
  mark: z.string(),
  topic: z.string(),
  fresh: z.array(z.string()),
  /** What stands under the topic after it. */
  keys: z.array(z.string()),
});
/** A claim whose topic has moved on since. */
const Kept = z.object({ type: z.literal("kept"), mark: z.string(), fresh: z.array(z.string()) });
const Learned = z.object({
  type: z.literal("learned"),
  at: z.iso.datetime(),
  mark: z.string(),
  id: z.string(),
  isNew: z.boolean(),
  path: z.string(),
});
const Line = z.discriminatedUnion("type", [Claimed, Kept, Learned]);
type Line = z.output<typeof Line>;
export type LearnedLine = z.output<typeof Learned>;

interface State {
  readonly topics: Map<string, z.output<typeof Claimed>>;
  readonly claims: Map<string, readonly string[]>;
  readonly learned: Map<string, LearnedLine>;
}

export interface Claims {
  claimed(topic: string): readonly string[];
  /** What a claim under this mark gave; `undefined` where there was none. */
  freshOf(mark: string): readonly string[] | undefined;
  claim(wanted: {
    readonly mark: string;
    readonly topic: string;
    readonly keys: readonly string[];
    readonly forgetOthers: boolean;
    readonly at: string;
  }): Promise<readonly string[]>;
  learnedUnder(mark: string): LearnedLine | undefined;
  noteLearned(line: LearnedLine): Promise<void>;
}

const COMPACT_ABOVE = 5_000;
/** A run that was cut off is gone on with before so many others have claimed anything. */
const KEEP_MARKS = 500;

export interface ClaimsOptions extends Pick<SharedLogOptions<Line, State>, "disk" | "me" | "pause"> {
  /** So many lines are put in order. Default: 5,000. */
  readonly compactAbove?: number;
}

/** Opens `<root>/state/day.jsonl`: what was claimed, so that each thing is said once. Reading changes nothing on the disk. */
export function openClaims(root: string, { compactAbove = COMPACT_ABOVE, ...world }: ClaimsOptions = {}): Claims {
  const log: SharedLog<Line, State> = sharedLog<Line, State>({
    path: join(root, "state", "day.jsonl"),
    what: "the log of what the day's pipelines said",
    lockedCode: "day/locked",
    line: Line,
    empty: () => ({ topics: new Map(), claims: new Map(), learned: new Map() }),
    fold: (state, line) => {
      if (line.type === "learned") state.learned.set(line.mark, line);
      else {
        if (line.type === "claimed") state.topics.set(line.topic, line);
        state.claims.set(line.mark, line.fresh);
      }
      return state;
    },
    ...world,
  });
  const compact = () =>
    log.compact(compactAbove, ({ topics, claims, learned }) => [
      ...[...learned.values()].slice(-KEEP_MARKS),
      ...[...claims].slice(-KEEP_MARKS).map(([mark, fresh]) => ({ type: "kept" as const, mark, fresh: [...fresh] })),
      ...topics.values(),
    ]);
  return {
    claimed: (topic) => log.read().topics.get(topic)?.keys ?? [],
    freshOf: (mark) => log.read().claims.get(mark),
    claim: async ({ mark, topic, keys, forgetOthers, at }) => {
      const fresh = await log.change((state) => {
        const before = state.claims.get(mark);
        if (before !== undefined) return { add: [], gives: before };
        const known = state.topics.get(topic)?.keys ?? [];
        const fresh = [...new Set(keys)].filter((key) => !known.includes(key));
        const after = [...(forgetOthers ? known.filter((key) => keys.includes(key)) : known), ...fresh];
        return { add: [{ type: "claimed", at, mark, topic, fresh, keys: after }], gives: fresh };
      });
      await compact();
      return fresh;
    },
    learnedUnder: (mark) => log.read().learned.get(mark),
    noteLearned: async (line) => {
      await log.change(({ learned }) => ({ add: learned.has(line.mark) ? [] : [line], gives: undefined }));
    },
  };
}
