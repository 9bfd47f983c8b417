import { assertSound } from "./list-fault.js";
import type { AnyStage, OutputOf, Stage } from "./stage.js";
import type { InputStage } from "./stages/input.js";

/** Walks the list once: `unknown` where it holds, else the sentence that says what is wrong; see list-fault.ts. */
type ListFault<L extends readonly AnyStage[], Seen extends string> = L extends readonly [
  infer Head extends AnyStage,
  ...infer Rest extends readonly AnyStage[],
]
  ? Head["name"] extends Seen
    ? `two stages are named "${Head["name"]}"`
    : Head extends Stage<string, unknown, infer Reads extends string, infer Targets extends string>
      ? [Exclude<Reads, Seen>] extends [never]
        ? [Exclude<Targets, Seen>] extends [never]
          ? ListFault<Rest, Seen | Head["name"]>
          : `stage "${Head["name"]}" goes back to "${Exclude<Targets, Seen>}", which is not listed before it`
        : `stage "${Head["name"]}" needs "${Exclude<Reads, Seen>}", which is not listed before it`
      : never
  : unknown;

type Sound<L extends readonly AnyStage[]> = ListFault<L, "input"> extends infer Fault extends string ? { readonly fault: Fault } : unknown;

export interface Pipeline<Input = unknown, L extends readonly AnyStage[] = readonly AnyStage[]> {
  readonly name: string;
  readonly description: string | undefined;
  readonly input: AnyStage;
  readonly stages: L;
  /** Types only; never there at run time. */
  readonly types?: { readonly input: Input };
}

export type AnyPipeline = Pipeline<unknown, readonly AnyStage[]>;
export type InputOfPipeline<P> = P extends { readonly types?: { readonly input: infer Input } } ? Input : never;
/** A pipeline's output is its last stage's. */
export type OutputOfPipeline<P extends AnyPipeline> = P["stages"] extends readonly [...AnyStage[], infer Last] ? OutputOf<Last> : unknown;

/**
 * Puts stages into an order. A stage that is listed before one that it needs or goes back to does not compile, and
 * throws `pipeline/order` with the same sentence at run time; two stages of one name throw `pipeline/name`.
 *
 * @example
 * export default pipeline("publisher", { input: request, stages: [facts, draft, review, approve, publish] });
 */
export function pipeline<Takes, Gives, const L extends readonly AnyStage[]>(
  name: string,
  spec: { input: InputStage<Takes, Gives>; stages: L & Sound<L>; description?: string },
): Pipeline<Takes, L> {
  assertSound(name, spec.input, spec.stages);
  return Object.freeze({ name, description: spec.description, input: spec.input, stages: Object.freeze([...spec.stages]) as unknown as L });
}
