import type { CallPlace } from "../dsl/index.js";
import { type Catalog, type Complete, type TokenCounter, type Tried, tokenCounter } from "../model/index.js";
import { askChain } from "./ask-chain.js";
import { chainOf } from "./chain.js";
import type { CoolDowns } from "./cool-downs.js";
import { FailoverSettings } from "./settings.js";

export interface FailoverOptions {
  readonly catalog: Catalog;
  /** Where the keys are: `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly coolDowns: CoolDowns;
  readonly now: () => Date;
  /** Rejects with the signal's reason where that is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Hears of each call that brought no answer, before anything is waited for. */
  readonly tell?: (tried: Tried, at: CallPlace | undefined) => void;
  readonly settings?: Partial<FailoverSettings>;
  /** Counts what a request will take of a window; one for all calls, since it learns. */
  readonly counter?: TokenCounter;
}

/**
 * Asks the model of a request, and does what the kind of failure asks for: asks again, takes the next key, goes to the next of the
 * request's `fallbacks`, or gives up. What was tried stands in the answer.
 *
 * @throws StagewrightError the only failure as it came, `model/exhausted` for several, `model/context` for a request that is
 * too long for all; `budget/exceeded`, a cancel's reason and errors that are not a model's at once, as they came.
 */
export function failover(ask: Complete, options: FailoverOptions): Complete {
  const settings = FailoverSettings.parse(options.settings ?? {});
  const { counter = tokenCounter() } = options;
  return async (request, context) => {
    const chain = chainOf(request, options.catalog);
    return askChain({ ask, request, context, chain, options, settings, counter });
  };
}
