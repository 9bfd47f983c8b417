import { agentSetting, type ByAgent } from "../agent-setting.js";
import type { ContractOptions } from "../contract.js";
import { StagewrightError } from "../error.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { AnyPipeline, InputOfPipeline, OutputOfPipeline } from "../pipeline.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

/** What a partial success means. A child that stopped early by its own decision is neither done nor failed. */
export type Success = "all" | "any" | { readonly atLeast: number };

/** At least `n` items must be done. */
export function atLeast(n: number): Success {
  return Object.freeze({ atLeast: n });
}

export type ItemResult<Out> =
  | { readonly status: "done"; readonly run: string; readonly output: Out }
  | { readonly status: "skipped"; readonly run: string; readonly reason: string }
  | { readonly status: "failed"; readonly run: string; readonly reason: string };

/**
 * Runs a pipeline for each item, each a run of its own, `concurrency` at a time. A gate in one item makes this stage
 * wait and lets the others go on. The output is one result an item, in the items' order.
 *
 * @example
 * each("mails", { needs: { inbox }, pipeline: triage, over: ({ inbox }) => inbox.map((mail) => ({ mail })), concurrency: 4, succeeds: atLeast(1) })
 */
export function each<const Name extends string, P extends AnyPipeline, const N extends Needs = {}, To extends string = never>(
  name: Name,
  spec: Pick<ContractOptions<[], To>, "onFail"> & {
    needs?: N;
    pipeline: P;
    over: (given: Given<N>) => readonly InputOfPipeline<P>[];
    /** How many items run at once. Default 1. */
    concurrency?: number;
    /** Default `all`. */
    succeeds?: Success;
  } & ByAgent,
): Stage<Name, readonly ItemResult<OutputOfPipeline<P>>[], NamesOf<N>, NoInfer<To>> {
  const { concurrency = 1, succeeds = "all" } = spec;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new StagewrightError("stage/contract", `stage "${name}" has concurrency: ${concurrency}`, {
      hint: "concurrency is a whole number of at least 1",
    });
  }
  return makeStage("each", {
    name,
    needs: spec.needs ?? {},
    functions: { over: spec.over },
    settings: { pipeline: spec.pipeline, concurrency, succeeds, ...agentSetting(name, spec) },
    rollbacks: waysOnFail(spec.onFail),
  });
}
