import { match, P } from "ts-pattern";
import {
  type Complete,
  type CompleteRequest,
  type Completion,
  type Key,
  type ModelCallContext,
  requestTexts,
  type TokenCounter,
  type Tried,
} from "../model/index.js";
import type { Candidate, Chain } from "./chain.js";
import { exhausted, type FailedTry } from "./exhausted.js";
import type { FailoverOptions } from "./failover.js";
import { type Failure, failureOf } from "./failure.js";
import { FAILURES } from "./failures.js";
import { type Keys, keysOf } from "./keys.js";
import type { FailoverSettings } from "./settings.js";
import { type NextStep, nextStep, waitBefore } from "./step.js";
import { largerWindow, needOf, notSent } from "./window.js";

/** One call, with all that it may go on to. */
export interface ChainCall {
  readonly ask: Complete;
  readonly request: CompleteRequest;
  readonly context: ModelCallContext;
  readonly chain: Chain;
  readonly options: Pick<FailoverOptions, "env" | "coolDowns" | "now" | "wait" | "random" | "tell">;
  readonly settings: FailoverSettings;
  readonly counter: TokenCounter;
}

/** Asks until there is an answer or nothing is left to do. The library p-retry does not fit: it keeps time by a clock of its own. */
export async function askChain(call: ChainCall): Promise<Completion> {
  const { context, options } = call;
  const tries: FailedTry[] = [];
  let candidate: Candidate = call.chain[0];
  let keys = keysOf(candidate, options);
  let triesHere = 1;
  for (;;) {
    const came = await askOnce(call, candidate, keys);
    if ("completion" in came) {
      return tries.length === 0 ? came.completion : { ...came.completion, tried: tries.map(({ tried }) => tried) };
    }
    const { failure, shown } = came;
    const step = await stepAfter(call, failure, { candidate, keys, triesHere });
    if (step.next !== "again" && shown !== undefined) await letRest(call, failure, { keys, shown });
    const tried = triedOf(candidate, failure, step);
    tries.push({ failure, tried });
    options.tell?.(tried, context.at);
    await match(step)
      .with({ next: "again" }, async ({ waitMs }) => {
        triesHere += 1;
        await options.wait(waitMs, context.signal);
      })
      .with({ next: "next key" }, () => {
        triesHere = 1;
        if (failure.variable !== undefined) keys.putAside(failure.variable);
      })
      .with({ next: P.union("next model", "larger window") }, ({ to }) => {
        triesHere = 1;
        candidate = to;
        keys = keysOf(to, options);
      })
      .with({ next: "give up" }, () => {
        throw exhausted(tries);
      })
      .exhaustive();
  }
}

type Came = { readonly completion: Completion } | { readonly failure: Failure; readonly shown: Key | undefined };

/** Asks one model with one key, if the request can fit at all. */
async function askOnce({ ask, request, context, options, counter }: ChainCall, candidate: Candidate, keys: Keys): Promise<Came> {
  const { fallbacks: _, ...rest } = request;
  const maxTokens = request.maxTokens ?? candidate.entry?.maxTokens;
  const reasoningTokens = request.reasoningTokens ?? candidate.entry?.reasoningTokens;
  const asked = {
    ...rest,
    model: candidate.name,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
  const failed = (error: unknown, shown?: Key, variable = shown?.variable): Came => {
    // A cancelled call ends with its reason, whatever else came of it.
    context.signal.throwIfAborted();
    const failure = failureOf(error, { now: options.now(), variable });
    if (failure === undefined) throw error;
    return { failure, shown };
  };
  const unsent = notSent(asked, candidate, counter);
  if (unsent !== undefined) return failed(unsent);
  const current = await keys.current();
  if ("fault" in current) return failed(current.fault, undefined, current.variable);
  const { key } = current;
  try {
    const completion = await ask(asked, key === undefined ? context : { ...context, apiKey: key });
    const { estimated, inputTokens } = completion.usage;
    if (!estimated) counter.learn(candidate.name, requestTexts(request), inputTokens);
    return { completion };
  } catch (error) {
    return failed(error, key);
  }
}

interface Standing {
  readonly candidate: Candidate;
  readonly keys: Keys;
  readonly triesHere: number;
}

async function stepAfter(call: ChainCall, failure: Failure, { candidate, keys, triesHere }: Standing): Promise<NextStep> {
  const { request, chain, options, settings, counter } = call;
  const others = chain.slice(chain.indexOf(candidate) + 1);
  return nextStep(failure, {
    waitMs: waitBefore(failure, { tries: triesHere, settings, now: options.now(), random: options.random }),
    hasOtherKey: failure.variable !== undefined && (await keys.hasOther(failure.variable)),
    nextModel: others[0],
    largerWindow: largerWindow(others, { ...failure, windowTokens: failure.windowTokens ?? candidate.windowTokens }, (other) =>
      needOf(request, other, counter),
    ),
  });
}

/** A key that was refused or has run out is not shown again for a while, by any process. */
async function letRest(
  { options, settings }: ChainCall,
  { kind, error, status, until }: Failure,
  { keys, shown }: { readonly keys: Keys; readonly shown: Key },
): Promise<void> {
  const { keyRests } = FAILURES[kind];
  const rest = keyRests === "yes" ? (until ?? new Date(options.now().getTime() + settings.keyRestMs)) : until;
  if (keyRests === "no" || rest === undefined || rest <= options.now()) return;
  await keys.rest(shown, { until: rest, why: status === undefined ? error.code : `${error.code}, status ${status}` });
}

function triedOf({ name }: Candidate, { error, variable }: Failure, step: NextStep): Tried {
  return {
    model: name,
    ...(variable !== undefined && { key: variable }),
    code: error.code,
    message: error.message,
    next: step.next,
    ...(step.next === "again" && { waitedMs: step.waitMs }),
  };
}
