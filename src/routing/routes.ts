import { z } from "zod";

/** A name, in which `*` stands for any letters, or several of which one must fit. */
const Names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** What a question must be like for a rule to hold. All that is given must fit; nothing given fits everything. */
const When = z.strictObject({
  pipeline: Names.optional(),
  stage: Names.optional(),
  /** What started the run: a person, cron, a hook, another run. */
  trigger: Names.optional(),
  /** Where the matter came from: mail, chat. */
  channel: Names.optional(),
  /** What kind of session it belongs to. */
  session: Names.optional(),
});
export type When = z.output<typeof When>;

/** The model to use, and those to go on with where it fails, in order. */
const Chain = z.array(z.string().min(1)).min(1);

const Rule = z.strictObject({ when: When, use: Chain });

/** A model chain for each third of the scale. */
const Tiers = z.strictObject({ low: Chain, middle: Chain, high: Chain });

const Weight = z.number().nonnegative();

/** How much each signal counts. Only the ratios matter: the weights are divided by their sum. */
const Weights = z
  .strictObject({
    inputTokens: Weight.default(0.25),
    sources: Weight.default(0.2),
    failureRate: Weight.default(0.2),
    userFacing: Weight.default(0.15),
    expectedToolCalls: Weight.default(0.1),
    timeSensitivity: Weight.default(0.1),
  })
  .refine((weights) => Object.values(weights).some((weight) => weight > 0), "the weights are all 0: give at least one signal a say");

const Half = z.number().positive();

/** The value at which a signal that has no upper end counts half. */
const Curves = z.strictObject({
  inputTokens: Half.default(8_000),
  sources: Half.default(5),
  failureRate: Half.default(0.25),
  expectedToolCalls: Half.default(5),
});
export type Curves = z.output<typeof Curves>;

const Share = z.number().min(0).max(1);

/** How hard a stage is, in 0..1, and where the tiers begin. */
export const ComplexitySettings = z.strictObject({
  weights: Weights.prefault({}),
  /** Where the middle tier begins, and where the high one does. */
  thresholds: z
    .tuple([Share, Share])
    .refine(([middle, high]) => middle <= high, "the thresholds descend: write the middle tier's first, as in [0.3, 0.6]")
    .default([0.3, 0.6]),
  curves: Curves.prefault({}),
});
export type ComplexitySettings = z.output<typeof ComplexitySettings>;

/** Which model a stage gets: by the first rule that fits, else by how hard the stage is. */
export const Routes = z
  .strictObject({
    rules: z.array(Rule).default([]),
    tiers: Tiers.optional(),
    complexity: ComplexitySettings.prefault({}),
  })
  .superRefine(({ rules, tiers }, context) => {
    const all = rules.findIndex(({ when }) => Object.keys(when).length === 0);
    if (all < 0 && tiers === undefined) {
      const message = "a stage that no rule fits has no model: add `tiers`, or a last rule with an empty `when`";
      context.addIssue({ code: "custom", message });
    }
    if (all >= 0 && all < rules.length - 1) {
      const message = `rule ${all + 2} is never reached: rule ${all + 1} fits everything`;
      context.addIssue({ code: "custom", path: ["rules", all + 1], message });
    }
  });
export type Routes = z.output<typeof Routes>;
