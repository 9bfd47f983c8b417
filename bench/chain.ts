import { z } from "zod";
import { type AnyPipeline, type AnyStage, gather, input, pipeline } from "../src/dsl/index.js";

/** A pipeline of `count` stages, each of which gives `output` at once. */
export function chain(count: number, output: unknown = null): AnyPipeline {
  const stages = Array.from(
    { length: count },
    (_, index): AnyStage => gather(`stage-${index + 1}`, { output: z.unknown(), run: () => output }),
  );
  return pipeline("chain", { input: input(z.object({})), stages });
}
