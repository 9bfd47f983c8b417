import type { Complete, CompleteRequest } from "../model/index.js";
import type { Permits } from "./permits.js";
import type { NamedPool } from "./pools.js";

export interface PermittedOptions {
  /** The pool that a model draws on; `undefined` for one that shares nothing. */
  readonly poolOf: (model: string) => NamedPool | undefined;
  readonly permits: Permits;
  /** Told, in a sentence, for whom a call waits. */
  readonly tell: (sentence: string, request: CompleteRequest) => void;
  /** How many tokens the model has to read for a request. */
  readonly tokensOf: (request: CompleteRequest) => number | Promise<number>;
}

/** Makes a call once a place in its model's pool is free, and gives the place back when the call has ended. */
export function permitted(complete: Complete, { poolOf, permits, tell, tokensOf }: PermittedOptions): Complete {
  return async (request, context) => {
    const found = poolOf(request.model);
    if (found === undefined) return complete(request, context);
    const limited = limitsOf(request, found);
    const permit = await permits.take({
      ...found,
      request: limited,
      inputTokens: await tokensOf(request),
      signal: context.signal,
      ...(context.at !== undefined && { at: context.at }),
      tell: (sentence) => tell(sentence, request),
    });
    try {
      return await complete(limited, context);
    } finally {
      permit.release();
    }
  };
}

/** The limits that the call will have: a server that makes room for each call by itself is told how much this one was given. */
function limitsOf(request: CompleteRequest, { pool, entry }: NamedPool): CompleteRequest {
  const { maxTokens = entry?.maxTokens } = request;
  const windows = [entry?.contextTokens, pool.contextTokens].filter((one) => one !== undefined);
  const contextTokens = request.contextTokens ?? (windows.length === 0 ? undefined : Math.min(...windows));
  return { ...request, ...(maxTokens !== undefined && { maxTokens }), ...(contextTokens !== undefined && { contextTokens }) };
}
