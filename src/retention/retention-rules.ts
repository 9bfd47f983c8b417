import { z } from "zod";

const Rule = {
  /** How long an ended run is kept, in days of 24 hours. Left out: for ever. */
  days: z.number().positive().max(36_500, "a run is kept for at most 36500 days").optional(),
  /** So many of the last runs are kept, however old they are. */
  last: z.int().nonnegative().optional(),
};

/** What begins every minute, and says what the next one says again, is kept for days, without a word in the config. */
const EVERY_MINUTE: Readonly<Record<string, { readonly days?: number | undefined; readonly last?: number | undefined }>> = {
  "health-monitor": { days: 2 },
};

/** The config's `retention`: how long runs that have ended are kept. */
export const RetentionRules = z.strictObject({
  ...Rule,
  /** The same for the runs of one pipeline, by its name. */
  pipelines: z
    .record(z.string().min(1), z.strictObject(Rule))
    .default({})
    .transform((own) => ({ ...EVERY_MINUTE, ...own })),
});
export type RetentionRules = z.output<typeof RetentionRules>;

export interface RetentionRule {
  readonly days: number | undefined;
  readonly last: number;
}

const KEPT_LAST = 20;

/** The rule for the runs of a pipeline: what is said of it, else of all. */
export function retentionOf(rules: RetentionRules, pipeline: string): RetentionRule {
  const own = Object.hasOwn(rules.pipelines, pipeline) ? rules.pipelines[pipeline] : undefined;
  return { days: own?.days ?? rules.days, last: own?.last ?? rules.last ?? KEPT_LAST };
}
