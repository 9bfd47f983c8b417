import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { ModelError } from "../model-error.js";
import { type Answer, lengthOf } from "./answer.js";
import { overflowIn, tooLong } from "./overflow.js";
import { IT_MAY_PASS, LATER } from "./refusal.js";
import { complaint, said } from "./said.js";
import type { Server } from "./server.js";

const TooMuch = z.object({ type: z.enum(["overloaded_error", "rate_limit_error"]) });

/** A failure that the server told of in the middle of its answer, as the value of `error`. */
export function failed(server: Server, error: unknown): StagewrightError {
  const words = said(complaint({ error }) ?? "", server.key);
  const why = words === "" ? "" : `: ${words}`;
  if (TooMuch.safeParse(error).success) {
    return new ModelError("model/busy", `the server at ${server.base} takes no more requests now${why}`, { hint: LATER });
  }
  const overflow = overflowIn(JSON.stringify({ error }));
  if (overflow !== undefined) return tooLong({ who: server.watch.who, overflow, reason: why === "" ? "" : `(${words})` });
  return new StagewrightError("model/server", `the server at ${server.base} failed while it answered${why}`, { hint: IT_MAY_PASS });
}

export function cutOff({ base }: Server, answer: Answer): StagewrightError {
  return new StagewrightError("model/cut-off", `the answer from ${base} broke off after ${lengthOf(answer)} characters`, {
    hint: "nothing of it is used; the server may have stopped or been restarted: look at its log, then try again",
  });
}

export function notAnAnswer({ base, key, protocol }: Server, data: string): StagewrightError {
  return new StagewrightError(
    "model/answer",
    `the server at ${base} answered with something else than ${protocol.anAnswer}: ${said(data, key) || "nothing"}`,
    { hint: `check that the address is that of ${protocol.aServer}` },
  );
}
