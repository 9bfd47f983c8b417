import type { EffectOutcome, RunState } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { assertPerson } from "./assert-person.js";
import { checkedAnswer } from "./bound-adapters.js";
import type { DecideOptions } from "./decide-gate.js";
import { bring, withOpenRun } from "./open-run.js";
import { settingsOf } from "./runner-options.js";

export type EffectAnswer = { readonly happened: true; readonly answer?: unknown } | { readonly happened: false };

/**
 * Records a person's word on an effect of which nobody else can say whether it happened. One that happened needs the
 * answer that the adapter would have given, as far as its schema asks for one.
 *
 * @throws StagewrightError `effect/not-open`, `adapter/answer`, `gate/may-not`.
 */
export async function answerEffect(pipeline: AnyPipeline, run: string, answer: EffectAnswer, options: DecideOptions): Promise<void> {
  const settings = settingsOf({ adapters: [], ...options });
  assertPerson(settings.by, `whether an effect of run "${run}" happened`);
  await withOpenRun(settings, run, false, async (open) => {
    const { stage, version, attempt, effect, key } = openEffect(open.journal.state, run);
    const intent = open.journal.state.stages.get(stage)?.effects.get(effect)?.intent;
    const reference = pipeline.stages.find(({ name }) => name === stage)?.uses.to;
    if (intent === undefined || reference === undefined) throw notOpen(run, open.journal.state);
    const outcome: EffectOutcome = answer.happened
      ? { happened: "yes", answer: open.keeper.keep(checkedAnswer(reference, intent.name, answer.answer)) }
      : { happened: "no", why: "a person said so" };
    await bring(open, { type: "effect-answered", stage, version, attempt, effect, key, by: settings.by, outcome });
  });
}

function openEffect(state: RunState, run: string) {
  for (const { waiting } of state.stages.values()) if (waiting?.on === "effect") return waiting.effect;
  throw notOpen(run, state);
}

function notOpen(run: string, { status }: RunState): StagewrightError {
  return new StagewrightError("effect/not-open", `run "${run}" asks nothing about an effect: it is ${status}`, {
    hint: `\`stagewright show ${run}\` says how it stands`,
  });
}
