import { type AdapterRef, StagewrightError } from "../../dsl/index.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import { type BoundAdapter, boundQueries } from "../bound-adapters.js";
import { heldToContract } from "../definition-of-done.js";
import { effectKey, performEffect, Unclear } from "../effects.js";
import type { Executed } from "../executed.js";

/** The outside is changed, each effect once. The calls of a delivery go one after another, so that its journal has one order. */
export async function deliver(context: AttemptContext): Promise<Executed> {
  const { stage } = context;
  const reference = stage.uses.to;
  if (reference === undefined) throw new StagewrightError("stage/adapter", `stage "${stage.name}" delivers to nothing`);
  const call = functionOf<(adapter: object, given: object, key: string) => unknown>(context, "call");
  const given = await outputsOf(context, stage.needs);
  const doubt = { isOpen: false };
  try {
    const value = await call?.(inTurn(effectsAndQueries(context, reference, doubt)), given, effectKey(context, 1));
    // The delivery's own code may have caught the error that an unclear effect throws.
    return doubt.isOpen ? { is: "waiting" } : await heldToContract(context, value);
  } catch (error) {
    if (doubt.isOpen) return { is: "waiting" };
    throw error;
  }
}

function effectsAndQueries(context: AttemptContext, reference: AdapterRef, doubt: { isOpen: boolean }): BoundAdapter {
  let count = 0;
  const effects = Object.entries(reference.calls).filter(([, call]) => call.effect);
  const perform = (name: string) => async (request: unknown) => {
    count += 1;
    try {
      return await performEffect(context, reference, { name, number: count, request });
    } catch (error) {
      doubt.isOpen ||= error instanceof Unclear;
      throw error;
    }
  };
  return { ...boundQueries(context, reference), ...Object.fromEntries(effects.map(([name]) => [name, perform(name)])) };
}

function inTurn(calls: BoundAdapter): BoundAdapter {
  let last: Promise<unknown> = Promise.resolve();
  const queued = (call: BoundAdapter[string]) => (request: unknown) => {
    // After a failed call nothing further is sent: the delivery as a whole is what is tried again.
    const made = last.then(() => call(request));
    last = made;
    made.catch(() => {});
    return made;
  };
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, queued(call)]));
}
