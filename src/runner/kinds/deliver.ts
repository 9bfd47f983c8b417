import { type AdapterRef, StagewrightError } from "../../dsl/index.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import { type BoundAdapter, boundQueries } from "../bound-adapters.js";
import { heldToContract } from "../definition-of-done.js";
import { effectKey, performEffect } from "../effects.js";
import { type Executed, isFatal, rejected } from "../executed.js";
import { Asked, Rejected } from "../policy-gate.js";

/** The outside is changed, each effect once. The calls of a delivery go one after another, so that its journal has one order. */
export async function deliver(context: AttemptContext): Promise<Executed> {
  const { stage } = context;
  const reference = stage.uses.to;
  if (reference === undefined) throw new StagewrightError("stage/adapter", `stage "${stage.name}" delivers to nothing`);
  const call = functionOf<(adapter: object, given: object, key: string) => unknown>(context, "call");
  const given = await outputsOf(context, stage.needs);
  const trouble: Trouble = { isAsked: false, rejected: undefined, fatal: undefined };
  const { calls, settled } = inTurn(effectsAndQueries(context, reference, trouble));
  const [came] = await Promise.allSettled([(async () => call?.(calls, given, effectKey(context, 1)))()]);
  // The delivery's own code may not have waited for an effect, or may have caught what it threw.
  await settled();
  if (trouble.fatal !== undefined) throw trouble.fatal;
  if (trouble.isAsked) return { is: "waiting" };
  if (trouble.rejected !== undefined) return rejected(stage.name, trouble.rejected.reason);
  if (came.status === "rejected") throw came.reason;
  return heldToContract(context, came.value);
}

/** What the effects of a delivery ran into that is not for the delivery's own code to decide. */
interface Trouble {
  isAsked: boolean;
  rejected: Rejected | undefined;
  fatal: unknown;
}

function effectsAndQueries(context: AttemptContext, reference: AdapterRef, trouble: Trouble): BoundAdapter {
  let count = 0;
  const effects = Object.entries(reference.calls).filter(([, call]) => call.effect);
  const perform = (name: string) => async (request: unknown) => {
    count += 1;
    try {
      return await performEffect(context, reference, { name, number: count, request });
    } catch (error) {
      trouble.isAsked ||= error instanceof Asked;
      if (error instanceof Rejected) trouble.rejected ??= error;
      if (isFatal(error)) trouble.fatal ??= error;
      throw error;
    }
  };
  return { ...boundQueries(context, reference), ...Object.fromEntries(effects.map(([name]) => [name, perform(name)])) };
}

function inTurn(calls: BoundAdapter): { readonly calls: BoundAdapter; readonly settled: () => Promise<unknown> } {
  let last: Promise<unknown> = Promise.resolve();
  const queued = (call: BoundAdapter[string]) => (request: unknown) => {
    // After a failed call nothing further is sent: the delivery as a whole is what is tried again.
    const made = last.then(() => call(request));
    last = made;
    made.catch(() => {});
    return made;
  };
  const settled = () => last.catch(() => {});
  return { calls: Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, queued(call)])), settled };
}
