import { StagewrightError } from "../error.js";
import { makeStage } from "../make-stage.js";
import { type Rollback, rollbackTo } from "../rollback.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

/** A way on: to the next stage, to the end of the run with the rest left out, or back. */
export type Way = "go on" | "stop" | Rollback;
export type Ways = Readonly<Record<string, Way>>;

type TargetsOf<W extends Ways> = { [K in keyof W]: W[K] extends Rollback<infer To> ? To : never }[keyof W];

/**
 * A branch, chosen by code from what is known. `stop` ends the run as done, the later stages skipped: say in `because`
 * what the person should read.
 *
 * @example
 * decide("course", { needs: { review }, ways: { publish: "go on", pivot: rollbackTo(facts, { max: 1 }) }, choose: ({ review }) => "publish" })
 */
export function decide<const Name extends string, const N extends Needs, const W extends Ways>(
  name: Name,
  spec: {
    needs: N;
    ways: W;
    choose: (given: Given<N>) => keyof W & string;
    /** The reason in a sentence, shown to people and to the stage that is gone back to. */
    because?: (given: Given<N>) => string;
  },
): Stage<Name, { readonly way: keyof W & string }, NamesOf<N>, TargetsOf<W>> {
  for (const taken of Object.keys(spec.ways)) {
    if (!/^(?:failed(?:: .*)?|rejected)$/.test(taken)) continue;
    throw new StagewrightError("stage/way", `stage "${name}" has a way named "${taken}", which is what a stage that fails goes`, {
      hint: "give the way another name",
    });
  }
  const back = Object.entries(spec.ways).filter((way): way is [string, Rollback<TargetsOf<W>>] => typeof way[1] !== "string");
  return makeStage("decide", {
    name,
    needs: spec.needs,
    functions: { choose: spec.choose, because: spec.because },
    settings: { ways: Object.fromEntries(Object.entries(spec.ways).map(([way, to]) => [way, typeof to === "string" ? to : "back"])) },
    rollbacks: Object.fromEntries(back.map(([way, { stage, max }]) => [way, rollbackTo(stage, { max })])) as Record<
      string,
      Rollback<TargetsOf<W>>
    >,
  });
}
