import type { Scorecard } from "./scorecard.js";

/** What a model's runs came to, on average. */
export interface ModelScore {
  readonly model: string;
  readonly runs: number;
  /** Runs that were not failed. */
  readonly good: number;
  readonly ms: number;
  readonly stages: readonly { readonly stage: string; readonly ms: number; readonly attempts: number }[];
  readonly tokensPerSecond: number | undefined;
  readonly attempts: number;
  readonly outputTokens: number;
  readonly findings: readonly { readonly kind: string; readonly before: number; readonly after: number }[];
  readonly before: number;
  readonly after: number;
  readonly ungrounded: number;
  readonly toolFailures: number;
  readonly usd: number | undefined;
  /** Why runs were not done, each reason once. */
  readonly messages: readonly string[];
}

/** One score a model, in the order in which the models were named. */
export function averaged(scorecards: readonly Scorecard[]): readonly ModelScore[] {
  return [...new Set(scorecards.map(({ model }) => model))].map((model) =>
    averageOf(
      model,
      scorecards.filter((card) => card.model === model),
    ),
  );
}

function averageOf(model: string, cards: readonly Scorecard[]): ModelScore {
  const mean = (of: (card: Scorecard) => number) => cards.reduce((sum, card) => sum + of(card), 0) / cards.length;
  const known = (of: (card: Scorecard) => number | undefined) => {
    const values = cards.flatMap((card) => of(card) ?? []);
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const kinds = [...new Set(cards.flatMap(({ findings }) => findings.map(({ kind }) => kind)))].sort();
  const stages = [...new Set(cards.flatMap((card) => card.stages.map(({ stage }) => stage)))];
  const findings = kinds.map((kind) => {
    const ofKind = ({ findings }: Scorecard) => findings.find((one) => one.kind === kind);
    return { kind, before: mean((card) => ofKind(card)?.before ?? 0), after: mean((card) => ofKind(card)?.after ?? 0) };
  });
  return {
    model,
    runs: cards.length,
    good: cards.filter(({ status }) => status !== "failed").length,
    ms: mean(({ ms }) => ms),
    stages: stages.map((stage) => {
      const ofStage = (card: Scorecard) => card.stages.find((one) => one.stage === stage);
      return { stage, ms: mean((card) => ofStage(card)?.ms ?? 0), attempts: mean((card) => ofStage(card)?.attempts ?? 0) };
    }),
    tokensPerSecond: known(({ tokensPerSecond }) => tokensPerSecond),
    attempts: mean(({ attempts }) => attempts),
    outputTokens: mean(({ outputTokens }) => outputTokens),
    findings,
    before: findings.reduce((sum, { before }) => sum + before, 0),
    after: findings.reduce((sum, { after }) => sum + after, 0),
    ungrounded: mean(({ ungrounded }) => ungrounded),
    toolFailures: mean(({ toolFailures }) => toolFailures),
    usd: known(({ usd }) => usd),
    messages: [...new Set(cards.flatMap(({ message }) => message ?? []))],
  };
}
