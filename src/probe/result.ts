import { z } from "zod";

const Rate = z.object({
  right: z.int().nonnegative(),
  of: z.int().nonnegative(),
  /** From 0 to 1; 0 of no trials. */
  rate: z.number(),
  /** The Wilson interval: 95 in 100 of such hold the true rate. */
  low: z.number(),
  high: z.number(),
});
export type Rate = z.output<typeof Rate>;

/** What a probe found of a model's tool calls: what is stored, and what routes read. */
export const ProbeResult = z.object({
  /** The provider and the model, as a route's model resolves to. */
  model: z.string(),
  /** In ISO 8601 and UTC. */
  at: z.string(),
  /** The model as its server names it, how its weights are stored (`Q4_K_M`), and what serves it, as far as the server tells. */
  served: z.object({
    name: z.string(),
    quantisation: z.string().optional(),
    software: z.string().optional(),
    version: z.string().optional(),
  }),
  seed: z.int(),
  min: z.number(),
  passed: z.boolean(),
  /** Over all trials that one call settles. */
  calls: Rate,
  kinds: z.array(Rate.extend({ kind: z.string() })),
  /** The chance that all of so many calls are right, from the rate and the ends of its interval. */
  over: z.array(z.object({ steps: z.int(), chance: z.number(), low: z.number(), high: z.number() })),
  /** Chains of `steps` calls that were followed to the end. */
  chains: Rate.extend({ steps: z.int() }),
  faults: z.array(z.object({ fault: z.string(), count: z.int(), example: z.string() })),
  leftOut: z.array(z.object({ tool: z.string(), why: z.string() })),
  tokens: z.object({ input: z.int(), output: z.int() }),
  usd: z.number().optional(),
});
export type ProbeResult = z.output<typeof ProbeResult>;
