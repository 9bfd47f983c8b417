import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import { boundAdapters } from "../bound-adapters.js";
import { heldToContract } from "../definition-of-done.js";
import type { Executed } from "../executed.js";
import { stageEnv } from "../stage-env.js";

/** Code collects facts. */
export async function gather(context: AttemptContext): Promise<Executed> {
  const run = functionOf<(given: object, env: object) => unknown>(context, "run");
  const given = await outputsOf(context, context.stage.needs);
  return heldToContract(context, await run?.(given, { ...boundAdapters(context), ...stageEnv(context) }));
}
