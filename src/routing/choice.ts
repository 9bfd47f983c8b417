import { z } from "zod";

const Counted = z.number().nonnegative();

/** What is known of a stage before its model is asked. */
export const RouteSignals = z.object({
  /** About how much the model is given to read. */
  inputTokens: Counted,
  /** How many sources the stage takes from. */
  sources: Counted,
  /** Whether a person outside reads what it writes. */
  userFacing: z.boolean().optional(),
  expectedToolCalls: Counted.optional(),
  /** How much it hurts to wait, from 0 to 1. */
  timeSensitivity: z.number().min(0).max(1).optional(),
});
export type RouteSignals = z.output<typeof RouteSignals>;

/** Which model is to write a stage? */
export const RouteQuestion = z.object({
  pipeline: z.string(),
  stage: z.string(),
  trigger: z.string().optional(),
  channel: z.string().optional(),
  session: z.string().optional(),
  demands: z.object({ tools: z.literal("reliable").optional() }).optional(),
  signals: RouteSignals,
});
export type RouteQuestion = z.output<typeof RouteQuestion>;

export const SIGNALS = ["inputTokens", "sources", "failureRate", "userFacing", "expectedToolCalls", "timeSensitivity"] as const;
export type Signal = (typeof SIGNALS)[number];

export const TIERS = ["low", "middle", "high"] as const;

const SignalShare = z.object({
  name: z.enum(SIGNALS),
  /** As it was measured; a yes is 1. */
  value: z.number(),
  /** The same on a scale from 0 to 1. */
  squashed: z.number(),
  /** Its part of the score, of 1. */
  weight: z.number(),
  /** What it brings to the score. */
  share: z.number(),
});

export const Complexity = z.object({
  /** From 0 to 1, to two decimals: what is shown is what is compared with the thresholds. */
  score: z.number().min(0).max(1),
  tier: z.enum(TIERS),
  signals: z.array(SignalShare),
});
export type Complexity = z.output<typeof Complexity>;

/** The model that a stage gets, and why: what the journal keeps of the choice. */
export const RouteChoice = z.object({
  /** The first is used; the others come in where it fails, in order. */
  models: z.array(z.string()).min(1),
  /** `rule 2: pipeline publisher`, or `complexity 0.42: middle`. */
  because: z.string(),
  /** The number of the rule that fits, from 1. */
  rule: z.int().positive().optional(),
  complexity: Complexity.optional(),
  /** The models of the chain that may not be used here. */
  excluded: z.array(z.object({ model: z.string(), why: z.string() })),
});
export type RouteChoice = z.output<typeof RouteChoice>;
