import { type CompleteRequest, ModelError, requestTexts, type TokenCounter } from "../model/index.js";
import type { Candidate } from "./chain.js";
import type { Failure } from "./failure.js";

/** What the rule of thumb says at the most too much: prose has up to 4.8 bytes to a token, where it counts with 3.6. */
const SURELY = 0.75;

/** How many tokens a request takes of a model's window with its answer: about, and in any case. */
interface Need {
  readonly about: number;
  readonly atLeast: number;
}

/** Counted for one model, whose own counts correct the rule of thumb. */
export function needOf(request: CompleteRequest, { name, entry }: Candidate, counter: TokenCounter): Need {
  const { maxTokens = entry?.maxTokens ?? 0, reasoningTokens = 0 } = request;
  const read = counter.count(name, requestTexts(request));
  const answer = maxTokens + reasoningTokens;
  return { about: read + answer, atLeast: Math.ceil(read * (counter.isCloseFor(name) ? 1 : SURELY)) + answer };
}

/** The error for a request that clearly does not fit, so that it need not be sent. */
export function notSent(request: CompleteRequest, candidate: Candidate, counter: TokenCounter): ModelError | undefined {
  const { name, windowTokens } = candidate;
  if (windowTokens === undefined) return undefined;
  const { about, atLeast } = needOf(request, candidate, counter);
  if (atLeast <= windowTokens) return undefined;
  return new ModelError(
    "model/context",
    `the request takes about ${about} tokens with its answer, and the window of "${name}" is ${windowTokens}: it was not sent`,
    { hint: TO_FIT, windowTokens },
  );
}

const TO_FIT = "send less, ask for a shorter answer, or name a model with a larger window as a fallback";

/**
 * The first of the models whose window is known to be large enough: larger than the one that was too small, and as large as the
 * request needs. Of a model whose window is not known one cannot know that.
 */
export function largerWindow(
  others: readonly Candidate[],
  { windowTokens, neededTokens = 0 }: Failure,
  need: (candidate: Candidate) => Need,
): Candidate | undefined {
  return others.find((other) => {
    const window = other.windowTokens;
    return window !== undefined && window > (windowTokens ?? 0) && window >= neededTokens && window >= need(other).atLeast;
  });
}
