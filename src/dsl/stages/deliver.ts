import type { AdapterOf, AdapterRef } from "../adapter.js";
import type { AnyCheck, ReadsOfChecks } from "../check.js";
import type { ContractOptions } from "../contract.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

/**
 * An outside effect. Each effect called on the adapter is journaled before and after, under an idempotency key made
 * from run, stage, version and call, which the adapter is given with the request.
 *
 * @example
 * deliver("publish", { needs: { approve }, to: blog, call: (blog, { approve }) => blog.publish(approve) })
 */
export function deliver<
  const Name extends string,
  A extends AdapterRef,
  Out,
  const N extends Needs,
  const D extends readonly AnyCheck<Out>[] = [],
  To extends string = never,
>(
  name: Name,
  spec: ContractOptions<D, To> & {
    needs: N;
    to: A;
    /** `key` is the idempotency key of the first effect, for an adapter whose message should carry it. */
    call: (adapter: AdapterOf<A>, given: Given<N>, key: string) => Promise<Out>;
  },
): Stage<Name, Out, NamesOf<N> | ReadsOfChecks<D>, NoInfer<To>> {
  return makeStage("deliver", {
    name,
    needs: spec.needs,
    uses: { to: spec.to },
    contract: spec,
    functions: { call: spec.call },
    rollbacks: waysOnFail(spec.onFail),
  });
}
