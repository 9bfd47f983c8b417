import type { CompleteRequest, Completion, ToolSpec } from "../model/index.js";
import { type ChainEnd, followChain } from "./chain.js";
import { seeded } from "./chance.js";
import { type Judgement, judge } from "./judge.js";
import type { ProbeResult, Rate } from "./result.js";
import { trialsOf } from "./trial.js";
import { chanceOver, wilson } from "./wilson.js";

export interface ProbeOptions {
  readonly model: string;
  /** Asks the model; `model` in the request is the one above. */
  readonly complete: (request: CompleteRequest) => Promise<Completion>;
  /** Tools of one's own to try beside the built-in ones. */
  readonly tools?: readonly ToolSpec[];
  /** Trials of each kind. */
  readonly trials: number;
  readonly chains: number;
  readonly chainSteps: number;
  readonly seed: number;
  /** The least rate of right calls that passes, from 0 to 1. */
  readonly min: number;
  readonly at: Date;
  readonly served: Partial<ProbeResult["served"]>;
  /** Told after each trial and chain. */
  readonly onTrial?: (news: { readonly kind: string; readonly done: number; readonly of: number; readonly isRight: boolean }) => void;
}

const STEPS = [5, 10] as const;

/** Measures how far a model's tool calls can be relied on. What the server turns down is thrown: it says nothing of the model. */
export async function probe(options: ProbeOptions): Promise<ProbeResult> {
  const { model, tools = [], trials: perKind, chains: chainCount, chainSteps, seed, min, onTrial } = options;
  const { trials, leftOut } = trialsOf({ own: tools, perKind, seed });
  const of = trials.length + chainCount;
  const tokens = { input: 0, output: 0 };
  let usd: number | undefined;
  let name: string | undefined;
  const ask = async (request: Omit<CompleteRequest, "model">): Promise<Completion> => {
    const completion = await options.complete({ model, ...request });
    tokens.input += completion.usage.inputTokens;
    tokens.output += completion.usage.outputTokens;
    if (completion.cost) usd = (usd ?? 0) + completion.cost.usd;
    name ??= completion.model;
    return completion;
  };
  const judged: { kind: string; judgement: Judgement }[] = [];
  for (const { kind, prompt, ...trial } of trials) {
    const completion = await ask({ messages: [{ role: "user", content: prompt }], tools: [...trial.tools] });
    const judgement = judge(completion, trial);
    judged.push({ kind, judgement });
    onTrial?.({ kind, done: judged.length, of, isRight: judgement.isRight });
  }
  const ends: ChainEnd[] = [];
  const chance = seeded(seed + 1);
  for (let count = 0; count < chainCount; count += 1) {
    const end = await followChain(ask, chainSteps, chance);
    ends.push(end);
    onTrial?.({ kind: "chain", done: judged.length + ends.length, of, isRight: end.wrong === undefined });
  }
  const calls = rateOf(judged.map(({ judgement }) => judgement.isRight));
  return {
    model,
    at: options.at.toISOString(),
    served: { name: name ?? model, ...options.served },
    seed,
    min,
    passed: calls.of > 0 && calls.rate >= min,
    calls,
    kinds: [...new Set(judged.map(({ kind }) => kind))].map((kind) => ({
      kind,
      ...rateOf(judged.filter((one) => one.kind === kind).map(({ judgement }) => judgement.isRight)),
    })),
    over: STEPS.map((steps) => ({
      steps,
      chance: chanceOver(steps, calls.rate),
      low: chanceOver(steps, calls.low),
      high: chanceOver(steps, calls.high),
    })),
    chains: { steps: chainSteps, ...rateOf(ends.map(({ wrong }) => wrong === undefined)) },
    faults: faultsOf([...judged.map(({ judgement }) => judgement), ...ends.flatMap(({ wrong }) => wrong ?? [])]),
    leftOut: [...leftOut],
    tokens,
    ...(usd !== undefined && { usd }),
  };
}

function rateOf(outcomes: readonly boolean[]): Rate {
  const right = outcomes.filter(Boolean).length;
  return { right, of: outcomes.length, rate: outcomes.length === 0 ? 0 : right / outcomes.length, ...wilson(right, outcomes.length) };
}

/** The faults, the most frequent first, each with the first that was seen. */
function faultsOf(judgements: readonly Judgement[]): ProbeResult["faults"] {
  const faults = new Map<string, { count: number; example: string }>();
  for (const judgement of judgements) {
    if (judgement.isRight) continue;
    const seen = faults.get(judgement.fault);
    if (seen) seen.count += 1;
    else faults.set(judgement.fault, { count: 1, example: judgement.what });
  }
  return [...faults].map(([fault, seen]) => ({ fault, ...seen })).sort((a, b) => b.count - a.count);
}
