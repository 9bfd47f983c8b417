import { match, P } from "ts-pattern";
import { z } from "zod";
import { isStagewrightError, type StagewrightError } from "../dsl/index.js";
import type { FailureKind } from "./failures.js";

/** The facts that an error may have. Two copies of the library can meet in one process, so they are read by their names. */
const Facts = z.object({
  status: z.number().optional().catch(undefined),
  retryAfterMs: z.number().nonnegative().optional().catch(undefined),
  retryAt: z.iso.datetime().optional().catch(undefined),
  windowTokens: z.number().optional().catch(undefined),
  neededTokens: z.number().optional().catch(undefined),
});

/** A call that brought no answer, and after which something else may. */
export interface Failure {
  readonly kind: FailureKind;
  readonly error: StagewrightError;
  /** The environment variable of the key that it is about. */
  readonly variable: string | undefined;
  readonly status: number | undefined;
  /** Until when the server, or a key, is to be left alone. */
  readonly until: Date | undefined;
  /** For a request that is too long: the window, and how much the request would take of it. */
  readonly windowTokens: number | undefined;
  readonly neededTokens: number | undefined;
}

/** What an error is; `undefined` for one that is thrown on as it came. */
export function failureOf(
  error: unknown,
  { now, variable }: { readonly now: Date; readonly variable: string | undefined },
): Failure | undefined {
  const kind = kindOf(error);
  if (!isStagewrightError(error) || kind === "budget" || kind === "other") return undefined;
  const { retryAfterMs, retryAt, ...facts } = Facts.parse(error);
  const at = retryAfterMs === undefined ? retryAt : now.getTime() + retryAfterMs;
  return {
    kind,
    error,
    variable,
    status: facts.status,
    until: at === undefined ? undefined : new Date(at),
    windowTokens: facts.windowTokens,
    neededTokens: facts.neededTokens,
  };
}

/** The kind of an error that a call ended with. */
export function kindOf(error: unknown): FailureKind {
  if (!isStagewrightError(error)) return "other";
  const { status } = Facts.parse(error);
  return match({ code: error.code, status })
    .returnType<FailureKind>()
    .with({ code: "model/busy" }, () => "busy")
    .with({ code: "model/server" }, { code: "model/refused", status: P.union(408, 409, 425) }, () => "server")
    .with({ code: "model/unreachable" }, () => "unreachable")
    .with({ code: "model/cut-off" }, () => "cut off")
    .with({ code: "model/silent" }, () => "silent")
    .with({ code: "model/key" }, () => "key")
    .with({ code: "model/quota" }, () => "quota")
    .with({ code: "model/keys-rest" }, () => "resting")
    .with({ code: P.union("model/context", "permit/too-large") }, () => "too long")
    .with({ code: P.union("model/not-served", "model/address") }, () => "not served")
    .with({ code: "model/refused" }, () => "refused")
    .with({ code: "model/answer" }, () => "no answer")
    .with({ code: "budget/exceeded" }, () => "budget")
    .otherwise(() => "other");
}
