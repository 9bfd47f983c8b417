import { feedbackOf } from "../core/index.js";
import type { Env } from "../dsl/index.js";
import type { AttemptContext } from "./attempt-context.js";

/** Time, names, chance and feedback for a stage's function; what it is given is journaled. */
export function stageEnv({ calls, settings, signal, stageState }: AttemptContext): Env {
  const { environment } = settings;
  return {
    signal,
    feedback: feedbackOf(stageState),
    now: () => new Date(calls.callNow("now", () => environment.now().toISOString())),
    id: () => calls.callNow("id", () => environment.id()),
    random: () => calls.callNow("random", () => environment.random()),
  };
}
