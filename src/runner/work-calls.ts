import { Completion, model } from "../model/index.js";
import type { WorkOptions } from "../tools/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { callContext, callOf, checkedAnswer, checkedRequest } from "./bound-adapters.js";

/** Asks the run's model. What was paid for is on the disk before anything is made of it. */
export function completeFor(context: AttemptContext): WorkOptions["complete"] {
  return async (request, { signal }) => {
    const checked = checkedRequest(model, "complete", request);
    try {
      const answer = await context.calls.call(model.adapter, "complete", checked, async () => {
        signal.throwIfAborted();
        try {
          const given = await callOf(context, model, "complete").perform(checked, callContext(context, "", signal));
          return checkedAnswer(model, "complete", given);
        } catch (error) {
          // The journal shall say what cut the call off, and not with which words the provider's client ended.
          signal.throwIfAborted();
          throw error;
        }
      });
      return Completion.parse(answer);
    } finally {
      await context.world.journal.commit();
    }
  };
}
