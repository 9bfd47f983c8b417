import type { EffectOutcome } from "../core/index.js";
import { type AdapterRef, StagewrightError } from "../dsl/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { callContext, callOf, checkedAnswer, checkedRequest } from "./bound-adapters.js";
import { CutOff } from "./cut-off.js";
import { isSameJson } from "./json-value.js";
import { Asked, assertAllowed } from "./policy-gate.js";
import type { EffectAct } from "./world.js";

/**
 * An outside effect happens once.
 *
 * E1. The intent is durable before the call is made, the outcome is journaled after it.
 * E2. A call that throws, or was cut off, is looked up before the try ends: "failed" is never taken for "did not happen".
 * E3. Where nobody can tell, the run blocks until a person has said so.
 * E4. What a policy demands a person's word for is not even intended before that word was given, about exactly this request.
 * E5. Within one version of a stage an effect that happened is never made again: a further try is given its answer.
 */
export async function performEffect(
  context: AttemptContext,
  reference: AdapterRef,
  { name, number, request }: { readonly name: string; readonly number: number; readonly request: unknown },
): Promise<unknown> {
  const { world, at, stageState } = context;
  const { graceMs, lookupMs } = context.settings;
  const { stage, version, attempt } = at;
  const place = { stage, version, attempt, effect: number, key: effectKey(context, number) };
  const checked = checkedRequest(reference, name, request);
  const known = stageState.effects.get(number);
  if (known) {
    const before = await world.keeper.load(known.intent.request);
    if (known.intent.name !== name || !isSameJson(before, checked)) {
      // One that certainly did not happen may be asked for anew; any other must be the same.
      if (known.settled?.outcome.happened !== "no") throw otherEffect(context, number);
    }
    if (known.settled?.outcome.happened === "yes") return world.keeper.load(known.settled.outcome.answer);
  }
  const act: EffectAct = {
    perform: async () => {
      const cutOff = new CutOff(context.signal);
      const call = callOf(context, reference, name).perform(checked, callContext(context, place.key, context.signal));
      try {
        const made = await cutOff.within(
          call.then((answer) => ({ answer })),
          graceMs,
        );
        if (made === undefined) throw new Error("it did not end when it was told to");
        return checkedAnswer(reference, name, made.answer);
      } finally {
        cutOff.release();
      }
    },
    lookup: async () => {
      const call = callOf(context, reference, name);
      if (!call.lookup) return { happened: "unknown" };
      const cutOff = new CutOff(undefined);
      // Whoever wants the run to end waits no longer than for anything else; it is looked up again when the run goes on.
      const ms = context.signal.aborted ? graceMs : lookupMs;
      const late = new Error(`it took longer than ${ms} ms`);
      cutOff.abortAfter(ms, late);
      try {
        const found = await cutOff.within(call.lookup(place.key, checked, callContext(context, place.key, cutOff.signal)), 0);
        if (found === undefined) throw late;
        return found.happened === "yes" ? { happened: "yes", answer: checkedAnswer(reference, name, found.answer) } : found;
      } finally {
        cutOff.release();
      }
    },
  };
  if (known === undefined || known.settled !== undefined)
    await assertAllowed(context, { call: `${reference.adapter}.${name}`, number, request: checked });
  const intended = world.keeper.keep(checked);
  const settle = async (isIntended: boolean): Promise<EffectOutcome> => {
    if (!isIntended) context.note({ type: "effect-intended", ...place, adapter: reference.adapter, name, request: intended });
    const { news, isMadeNext } = await world.effect(act, isIntended);
    context.note({ ...news, ...place });
    if (news.type === "effect-unclear") throw new Asked();
    return isMadeNext && news.outcome.happened === "no" ? settle(false) : news.outcome;
  };
  const outcome = await settle(known !== undefined && known.settled === undefined);
  if (outcome.happened === "yes") return world.keeper.load(outcome.answer);
  throw new StagewrightError("effect/failed", `"${reference.adapter}.${name}" did not happen: ${outcome.why}`);
}

/** The idempotency key of the n-th effect of a stage's version: the same for every try of it. */
export function effectKey({ state, at }: AttemptContext, number: number): string {
  return `${state.run}/${at.stage}/v${at.version}/${number}`;
}

function otherEffect({ at }: AttemptContext, number: number): StagewrightError {
  return new StagewrightError(
    "run/nondeterministic",
    `effect ${number} of stage "${at.stage}" is another one than an earlier try intended`,
    {
      hint: `make the stage ask for the same each time, or go back with \`--from ${at.stage}\` once it is known what happened`,
    },
  );
}
