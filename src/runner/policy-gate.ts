import type { RunState } from "../core/index.js";
import { type AnyPipeline, type AnyStage, StagewrightError } from "../dsl/index.js";
import type { Demand } from "../gates/index.js";
import { sha256 } from "../store/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { WAITS_FROM_TIER } from "./gate-tier.js";
import type { Settings } from "./runner-options.js";

interface Wanted {
  /** `email.send`. */
  readonly call: string;
  readonly number: number;
  readonly request: unknown;
}

/** Thrown through the delivery's own code when a person must be asked: what became of an effect, or whether it may be made. */
export class Asked extends Error {
  override readonly name = "Asked";
}

/** Thrown through the delivery's own code when a person has said no. */
export class Rejected extends Error {
  override readonly name = "Rejected";
  readonly reason: string | undefined;

  constructor(call: string, reason: string | undefined) {
    super(`"${call}" was rejected${reason === undefined ? "" : `: ${reason}`}`);
    this.reason = reason;
  }
}

/**
 * Holds an effect to the policies: where they demand more than the gates before this stage gave, a person is asked here, about this very request.
 *
 * @throws Asked where nobody has decided yet, Rejected where somebody said no.
 */
export async function assertAllowed(context: AttemptContext, { call, number, request }: Wanted): Promise<void> {
  const { world, stageState, at, pipeline, state, settings } = context;
  const { stage, version, attempt } = at;
  const digest = (because: string) => sha256(JSON.stringify({ call, because, request }));
  const { gate, decision } = stageState;
  const isDecided = gate?.effect === number && decision?.digest === gate.digest && gate.digest === digest(gate.says ?? "");
  if (isDecided && decision.decision === "reject") throw new Rejected(call, decision.reason);
  if (isDecided) return;
  const demand = await world.demand(at, number, async () => {
    const demanded = await demandedBy(settings, call, request);
    return demanded !== undefined && demanded.tier > tierBefore(pipeline, context.stage, state) ? demanded : undefined;
  });
  if (demand === undefined) return;
  const { tier, because } = demand;
  const waits = tier >= WAITS_FROM_TIER;
  context.note({
    type: "gate-opened",
    ...{ stage, version, attempt },
    ...{ tier, shows: call, says: because, digest: digest(because), waits },
    ...{ effect: number, request: world.keeper.keep(request) },
  });
  if (waits) throw new Asked();
}

/** It is not the stage's fault where nobody can say: the process ends its work on the run, and a resume asks again. */
async function demandedBy({ policies }: Settings, call: string, request: unknown): Promise<Demand | undefined> {
  try {
    return await policies?.(call, request);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("run/policies", `what the policies say of "${call}" cannot be told: ${why}`, {
      hint: "nothing was sent; resume the run when they can be asked",
      cause,
    });
  }
}

/** The highest tier of a gate that what a stage works with has passed; 0 where there is none. */
function tierBefore(pipeline: AnyPipeline, stage: AnyStage, state: RunState): number {
  const before = new Set<string>();
  const behind = new Map(pipeline.stages.map((one) => [one.name, one]));
  const leading = [stage];
  for (const one of leading) {
    for (const need of [...Object.values(one.needs), ...(one.about ? [one.about] : [])]) {
      const found = behind.get(need.name);
      if (found === undefined || before.has(need.name)) continue;
      before.add(need.name);
      leading.push(found);
    }
  }
  return Math.max(0, ...[...before].map((name) => state.stages.get(name)?.gate?.tier ?? 0));
}
