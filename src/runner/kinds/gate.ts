import { z } from "zod";
import { type Deciders, type Overdue, StagewrightError } from "../../dsl/index.js";
import { sha256 } from "../../store/index.js";
import { type AttemptContext, functionOf, outputOf, outputsOf } from "../attempt-context.js";
import { done, type Executed, rejected } from "../executed.js";
import { WAITS_FROM_TIER } from "../gate-tier.js";

/** A person decides; up to tier 2 the person is told and the run goes on. */
export async function gate(context: AttemptContext): Promise<Executed> {
  const { stage, stageState, at, world } = context;
  if (stage.about === undefined) throw new StagewrightError("gate/shows", `gate "${stage.name}" shows nothing`);
  const shown = await outputOf(context, stage.about);
  const { decision } = stageState;
  if (decision?.decision === "reject") return rejected(stage.name, decision.reason);
  if (decision) return done(decision.value ? await world.keeper.load(decision.value) : shown);
  const tier = await tierOf(context);
  const waits = tier >= WAITS_FROM_TIER || stage.output !== undefined;
  const { expiresMs } = stage.settings;
  // The factory has checked their types; among the settings only their names are known.
  const mayDecide = stage.settings.mayDecide as Deciders | undefined;
  const overdue = stage.settings.overdue as Overdue | undefined;
  const says = await saidOf(context, shown);
  const { stage: name, version, attempt } = at;
  context.note({
    type: "gate-opened",
    ...{ stage: name, version, attempt },
    tier,
    shows: stage.about.name,
    ...(says !== undefined && { says }),
    digest: sha256(JSON.stringify(says === undefined ? shown : { says, shown })),
    waits,
    ...(typeof expiresMs === "number" && { expiresMs }),
    ...(overdue && { overdue }),
    ...(stage.output && { asks: z.toJSONSchema(stage.output, { unrepresentable: "any", io: "input" }) }),
    ...(mayDecide && { mayDecide }),
  });
  return waits ? { is: "waiting" } : done(shown);
}

/** The sentence about what is going to happen, where the gate has one. */
async function saidOf(context: AttemptContext, shown: unknown): Promise<string | undefined> {
  const { stage } = context;
  const says = functionOf<(shown: unknown, given: object) => unknown>(context, "says");
  if (says === undefined) return undefined;
  const sentence = says(shown, await outputsOf(context, stage.needs));
  if (typeof sentence === "string" && sentence.trim() !== "" && !sentence.includes("\n")) return sentence;
  throw new StagewrightError("gate/says", `gate "${stage.name}" says ${JSON.stringify(sentence)}`, {
    hint: "say in one line what is about to happen, made of the data",
  });
}

async function tierOf(context: AttemptContext): Promise<number> {
  const { stage } = context;
  const tier = functionOf<(given: object) => unknown>(context, "tier")?.(await outputsOf(context, stage.needs)) ?? stage.settings.tier;
  if (typeof tier === "number" && Number.isInteger(tier) && tier >= 1 && tier <= 5) return tier;
  throw new StagewrightError("gate/tier", `gate "${stage.name}" has tier ${String(tier)}`, { hint: "a tier is a number from 1 to 5" });
}
