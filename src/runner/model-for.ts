import { type RoutingHints, StagewrightError } from "../dsl/index.js";
import { estimateTokens, type Message } from "../model/index.js";
import { RouteChoice, type RouteQuestion } from "../routing/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { originOf } from "./origin.js";
import { BY_ROUTE } from "./runner-options.js";

/** The model that a stage asks: its own, the run's, or the one that the routes choose; the choice is a call of the journal. */
export async function modelFor(
  { stage, state, calls, settings: { router } }: AttemptContext,
  messages: readonly Message[],
): Promise<{ readonly model: string; readonly fallbacks?: string[] }> {
  const name = typeof stage.settings.model === "string" ? stage.settings.model : state.model;
  if (name !== BY_ROUTE) return { model: name };
  const question = questionOf({ stage, state }, messages);
  const answer = await calls.call("routing", "choose", question, async () => {
    if (router !== undefined) return router.choose(question);
    throw new StagewrightError("route/none", `stage "${stage.name}" is to have its model by route, and there are no routes`, {
      hint: "write `routes` into stagewright.config.ts, or name a model with --model",
    });
  });
  const [model = "", ...fallbacks] = RouteChoice.parse(answer).models;
  return fallbacks.length === 0 ? { model } : { model, fallbacks };
}

function questionOf({ stage, state }: Pick<AttemptContext, "stage" | "state">, messages: readonly Message[]): RouteQuestion {
  // The stage's factory has checked it; here only its name is known.
  const { tools, ...hints } = (stage.settings.routing ?? {}) as RoutingHints;
  // The budgets go by the agent; routes do not.
  const { agent: _agent, ...origin } = originOf(state);
  return {
    pipeline: state.pipeline,
    stage: stage.name,
    ...origin,
    ...(tools && { demands: { tools } }),
    signals: { inputTokens: estimateTokens(messages.map(({ content }) => content)), sources: Object.keys(stage.needs).length, ...hints },
  };
}
