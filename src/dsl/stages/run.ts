import { agentSetting, type ByAgent } from "../agent-setting.js";
import type { ContractOptions } from "../contract.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { AnyPipeline, InputOfPipeline, OutputOfPipeline } from "../pipeline.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

/**
 * Nests a pipeline: the child is a run of its own, and its last stage's output is this stage's.
 *
 * @example
 * run("translate", { needs: { post }, pipeline: translation, input: ({ post }) => ({ text: post.markdown }) })
 */
export function run<const Name extends string, P extends AnyPipeline, const N extends Needs = {}, To extends string = never>(
  name: Name,
  spec: Pick<ContractOptions<[], To>, "onFail"> & {
    needs?: N;
    pipeline: P;
    input: (given: Given<N>) => InputOfPipeline<P>;
  } & ByAgent,
): Stage<Name, OutputOfPipeline<P>, NamesOf<N>, NoInfer<To>> {
  return makeStage("run", {
    name,
    needs: spec.needs ?? {},
    functions: { input: spec.input },
    settings: { pipeline: spec.pipeline, ...agentSetting(name, spec) },
    rollbacks: waysOnFail(spec.onFail),
  });
}
