import { z } from "zod";

const Tokens = z.object({
  input: z.int().nonnegative(),
  output: z.int().nonnegative(),
  cacheRead: z.int().nonnegative().optional(),
  cacheWrite: z.int().nonnegative().optional(),
});
export type Tokens = z.output<typeof Tokens>;

/** `refused`: turned down before an answer began. `broken off`: begun, and never whole. */
const Outcome = z.enum(["answered", "refused", "broken off"]);
export type Outcome = z.output<typeof Outcome>;

const Call = {
  at: z.iso.datetime(),
  model: z.string(),
  run: z.string().optional(),
  pipeline: z.string().optional(),
  stage: z.string().optional(),
  version: z.int().optional(),
  attempt: z.int().optional(),
  agent: z.string().optional(),
};

const Usd = z.number().nonnegative();

/** A line of the ledger. Amounts are US dollars. */
const LedgerLine = z.discriminatedUnion("type", [
  /** A call that is about to be made, by the process `owner`, and may cost so much; without `usd`, nobody knows. `tokens` where a budget counts them. */
  z.object({
    type: z.literal("reserved"),
    id: z.string(),
    ...Call,
    usd: Usd.optional(),
    tokens: z.int().nonnegative().optional(),
    owner: z.string(),
  }),
  /** What came of it. `estimated` where the provider did not say how much it was. */
  z.object({
    type: z.literal("settled"),
    id: z.string(),
    at: z.iso.datetime(),
    usd: Usd.optional(),
    estimated: z.boolean(),
    outcome: Outcome,
    tokens: Tokens.optional(),
  }),
  /** A call that nothing had to be reserved for: it cost nothing, or nobody knows what. */
  z.object({ type: z.literal("called"), ...Call, usd: z.literal(0).optional(), outcome: Outcome, tokens: Tokens.optional() }),
]);
export type LedgerLine = z.output<typeof LedgerLine>;
export type Reserved = Extract<LedgerLine, { type: "reserved" }>;
export type Settled = Extract<LedgerLine, { type: "settled" }>;
export type Called = Extract<LedgerLine, { type: "called" }>;

/** `undefined` for what is no line of a ledger. */
export function readLine(text: string): LedgerLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return LedgerLine.safeParse(value).data;
}
