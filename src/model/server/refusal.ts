import { match, P } from "ts-pattern";
import { ModelError } from "../model-error.js";
import { whereKeysGo, withoutKey } from "./key.js";
import { overflowIn, tooLong } from "./overflow.js";
import { isOutOfQuota } from "./quota.js";
import { retryAfter } from "./retry-after.js";
import { said } from "./said.js";
import type { Server } from "./server.js";

/** Said by itself or in the middle of an answer, this passes. */
export const IT_MAY_PASS = "its own log says why; it may pass with another try";
export const LATER = "try again later, or with less at once";

/** The error for an answer whose status says no, with what the server said about it. */
export async function refusal(server: Server, response: Response): Promise<ModelError> {
  const body = await response.text().catch(() => "");
  server.watch.signal.throwIfAborted();
  const words = said(body, server.key);
  const { status } = response;
  const reason = words === "" ? `(${status})` : `(${status}): ${words}`;
  const at = `the server at ${server.base}`;
  const { words: wait, ...again } = retryAfter(response.headers);
  if (isOutOfQuota(status, body)) return outOfQuota(server, { status, reason, again });
  const overflow = canBeOverflow(status) ? overflowIn(body) : undefined;
  if (overflow !== undefined) return tooLong({ who: server.watch.who, overflow, status, reason });
  return match(status)
    .returnType<ModelError>()
    .with(401, 403, () => badKey(server, status, reason))
    .with(
      404,
      () =>
        new ModelError("model/address", `${at} knows no such path ${reason}`, {
          hint: `check the address: it is what comes before ${server.protocol.askPath}`,
          status,
        }),
    )
    .with(
      // 529 is Anthropic's own for a service with too much to do.
      429,
      529,
      () => new ModelError("model/busy", `${at} takes no more requests now ${reason}`, { hint: wait || LATER, status, ...again }),
    )
    .with(P.number.between(300, 399), () => moved(server, response))
    .with(P.number.gte(500), () => new ModelError("model/server", `${at} failed ${reason}`, { hint: IT_MAY_PASS, status, ...again }))
    .otherwise(
      () =>
        new ModelError("model/refused", `${at} refused the request ${reason}`, {
          hint: "the request is as the run's folder shows it; the server may not know a field of it, such as `tools` or `schema`",
          status,
          ...again,
        }),
    );
}

/** A 4xx for the request itself; some servers fail on what they cannot hold. */
function canBeOverflow(status: number): boolean {
  return status === 400 || status === 413 || status === 422 || status === 500;
}

interface Refused {
  readonly status: number;
  readonly reason: string;
  readonly again: { readonly retryAfterMs?: number; readonly retryAt?: string };
}

function outOfQuota({ base, key, protocol }: Server, { status, reason, again }: Refused): ModelError {
  const whose = key === undefined ? "the account" : `the account behind the key in ${key.variable}`;
  return new ModelError("model/quota", `the server at ${base} takes no more from ${whose} ${reason}`, {
    hint:
      key === undefined ? `add credit there, or put a key into ${whereKeysGo(protocol.provider)}` : "add credit there, or take another key",
    status,
    ...again,
  });
}

function badKey({ base, key, protocol }: Server, status: number, reason: string): ModelError {
  return key === undefined
    ? new ModelError("model/key", `the server at ${base} wants a key and was given none ${reason}`, {
        hint: `put the key into ${whereKeysGo(protocol.provider)}`,
        status,
      })
    : new ModelError("model/key", `the server at ${base} does not take the key in ${key.variable} ${reason}`, {
        hint: `put a valid key into the environment variable ${key.variable}`,
        status,
      });
}

function moved({ base, key }: Server, response: Response): ModelError {
  const location = withoutKey(response.headers.get("location") ?? "another address", key);
  return new ModelError("model/address", `the server at ${base} points to ${location}`, {
    hint: "name the address that it points to",
    status: response.status,
  });
}
