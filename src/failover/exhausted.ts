import { ModelError, type Tried } from "../model/index.js";
import type { Failure } from "./failure.js";
import { FAILURES } from "./failures.js";

/** A failure, and what was done about it. */
export interface FailedTry {
  readonly failure: Failure;
  readonly tried: Tried;
}

/**
 * The error for a call for which nothing is left to do. One try tells best itself what was wrong. A request that is too long stays
 * that in its code: no other try, now or later, would do better.
 */
export function exhausted(tries: readonly FailedTry[]): Error {
  const last = tries.at(-1);
  if (last === undefined) throw new TypeError("nothing was tried");
  const { error, kind, windowTokens, neededTokens } = last.failure;
  if (tries.length === 1) return error;
  const lines = tries.map(({ tried: { model, key, message } }) => `  "${model}"${key === undefined ? "" : ` with ${key}`}: ${message}`);
  const untils = tries.flatMap(({ failure }) => failure.until ?? []);
  const until = untils.length === 0 ? undefined : new Date(Math.min(...untils.map((date) => date.getTime())));
  const isTooLong = kind === "too long";
  return new ModelError(
    isTooLong ? "model/context" : "model/exhausted",
    `${isTooLong ? "the request fits into no model that may answer it" : "no model gave an answer"}, after ${tries.length} tries:\n${lines.join("\n")}`,
    {
      hint: hintOf(tries),
      retryAt: until?.toISOString(),
      windowTokens,
      neededTokens,
    },
  );
}

/** The hint of what a person can mend, of the last such failure: that is the one that stopped all else. */
function hintOf(tries: readonly FailedTry[]): string {
  const told = tries.filter(({ failure }) => failure.error.hint !== undefined);
  const best = told.findLast(({ failure }) => FAILURES[failure.kind].canBeMended) ?? told.at(-1);
  return best?.failure.error.hint ?? "try again later";
}
