import type { EventOf, StageState } from "../core/index.js";
import { type AnyPipeline, type AnyStage, StagewrightError } from "../dsl/index.js";
import { issuesOf } from "./bound-adapters.js";
import { jsonValue } from "./json-value.js";
import { bring, withOpenRun } from "./open-run.js";
import { type RunnerOptions, settingsOf } from "./runner-options.js";

/** A person's word at a gate. `confirm` repeats, at tier 5, the first eight digits of the digest of what was shown. */
export type GateDecision =
  | { readonly decision: "approve"; readonly confirm?: string }
  | { readonly decision: "edit"; readonly value: unknown; readonly confirm?: string }
  | { readonly decision: "answer"; readonly value: unknown }
  | { readonly decision: "reject"; readonly reason: string };

export type DecideOptions = Pick<RunnerOptions, "store" | "by" | "environment">;

const CONFIRMED_TIER = 5;
const CONFIRM_DIGITS = 8;

/**
 * Records a decision at the gate where a run waits. Resume the run, or its root, to go on.
 *
 * @throws StagewrightError `gate/not-open`, `gate/asks`, `gate/value`, `gate/confirm`, `gate/expired`.
 */
export async function decideGate(pipeline: AnyPipeline, run: string, decision: GateDecision, options: DecideOptions): Promise<void> {
  const settings = settingsOf({ adapters: [], ...options });
  await withOpenRun(settings, run, false, async (open) => {
    const stageState = [...open.journal.state.stages.values()].find(({ waiting }) => waiting?.on === "gate");
    const stage = pipeline.stages.find(({ name }) => name === stageState?.name);
    if (!stageState?.gate || !stage) {
      throw new StagewrightError("gate/not-open", `run "${run}" waits at no gate: it is ${open.journal.state.status}`, {
        hint: `\`stagewright show ${run}\` says how it stands`,
      });
    }
    const { gate } = stageState;
    assertInTime(gate, settings.environment.now());
    const value = checkedValue(stage, stageState, decision);
    await bring(open, {
      type: "gate-decided",
      stage: stage.name,
      version: gate.version,
      attempt: gate.attempt,
      decision: decision.decision,
      by: settings.by,
      digest: gate.digest,
      ...(value !== undefined && { value: open.keeper.keep(value) }),
      ...(decision.decision === "reject" && { reason: decision.reason }),
    });
  });
}

function assertInTime({ stage, at, expiresMs }: EventOf<"gate-opened">, now: Date): void {
  if (expiresMs === undefined || now.getTime() <= Date.parse(at) + expiresMs) return;
  throw new StagewrightError("gate/expired", `gate "${stage}" took decisions until ${new Date(Date.parse(at) + expiresMs).toISOString()}`, {
    hint: "resume the run: it goes the way of a rejection",
  });
}

/** The value that a decision brings, where it brings one, held against the schema that it must fit. */
function checkedValue(stage: AnyStage, { gate }: StageState, decision: GateDecision): unknown {
  if (decision.decision === "reject") return undefined;
  if (stage.output && decision.decision !== "answer") {
    throw new StagewrightError("gate/asks", `gate "${stage.name}" asks for data: it cannot be answered by "${decision.decision}"`, {
      hint: `it takes ${JSON.stringify(gate?.asks)}`,
    });
  }
  if (!stage.output && decision.decision === "answer") {
    throw new StagewrightError("gate/asks", `gate "${stage.name}" asks for no data`, { hint: "approve, edit or reject what it shows" });
  }
  if (decision.decision !== "answer") assertConfirmed(stage, gate, decision.confirm);
  if (decision.decision === "approve") return undefined;
  const schema = stage.output ?? stage.about?.output;
  const parsed = schema?.safeParse(decision.value);
  if (parsed && !parsed.success) {
    throw new StagewrightError("gate/value", `gate "${stage.name}" does not take this value: ${issuesOf(parsed.error).join("; ")}`);
  }
  return jsonValue(parsed ? parsed.data : decision.value, `the value given at gate "${stage.name}"`);
}

function assertConfirmed(stage: AnyStage, gate: EventOf<"gate-opened"> | undefined, confirm: string | undefined): void {
  if (!gate || gate.tier < CONFIRMED_TIER) return;
  const expected = gate.digest.slice(0, CONFIRM_DIGITS);
  if (confirm === expected) return;
  throw new StagewrightError("gate/confirm", `gate "${stage.name}" has tier ${gate.tier}: the decision must be confirmed`, {
    hint: `say what you approve by the start of its digest: ${expected}`,
  });
}
