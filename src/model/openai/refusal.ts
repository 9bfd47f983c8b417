import { match, P } from "ts-pattern";
import { StagewrightError } from "../../dsl/index.js";
import { WHERE_KEYS_GO, withoutKey } from "./key.js";
import { said } from "./said.js";
import type { Server } from "./server.js";

/** The error for an answer whose status says no, with what the server said about it. */
export async function refusal(server: Server, response: Response): Promise<StagewrightError> {
  const body = await response.text().catch(() => "");
  server.signal.throwIfAborted();
  const words = said(withoutKey(body, server.key));
  const { status } = response;
  const reason = words === "" ? `(${status})` : `(${status}): ${words}`;
  const at = `the server at ${server.base}`;
  return match(status)
    .returnType<StagewrightError>()
    .with(401, 403, () => badKey(server, reason))
    .with(
      404,
      () =>
        new StagewrightError("model/address", `${at} knows no such path ${reason}`, {
          hint: "check the address: it is what comes before /chat/completions",
        }),
    )
    .with(429, () => new StagewrightError("model/busy", `${at} takes no more requests now ${reason}`, { hint: whenAgain(response) }))
    .with(P.number.between(300, 399), () => moved(server, response))
    .with(
      P.number.gte(500),
      () => new StagewrightError("model/server", `${at} failed ${reason}`, { hint: "its own log says why; it may pass with another try" }),
    )
    .otherwise(
      () =>
        new StagewrightError("model/refused", `${at} refused the request ${reason}`, {
          hint: "the request is as the run's folder shows it; a prompt too long for the model is the usual cause",
        }),
    );
}

function badKey({ base, key }: Server, reason: string): StagewrightError {
  return key === undefined
    ? new StagewrightError("model/key", `the server at ${base} wants a key and was given none ${reason}`, {
        hint: `put the key into ${WHERE_KEYS_GO}`,
      })
    : new StagewrightError("model/key", `the server at ${base} does not take the key in ${key.variable} ${reason}`, {
        hint: `put a valid key into the environment variable ${key.variable}`,
      });
}

/** `Retry-After` is a number of seconds or a date. */
function whenAgain(response: Response): string {
  const after = response.headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(after)) return `it asks to wait ${after} s before the next try`;
  return after === "" ? "try again later, or with less at once" : `it asks to wait until ${after}`;
}

function moved({ base }: Server, response: Response): StagewrightError {
  const location = response.headers.get("location") ?? "another address";
  return new StagewrightError("model/address", `the server at ${base} points to ${location}`, {
    hint: "name the address that it points to",
  });
}
