import type { z } from "zod";
import { makeStage } from "../make-stage.js";
import type { Stage } from "../stage.js";

/** Remembers what a schema takes, which is looser than what it gives where there are defaults. */
export interface InputStage<Takes, Gives> extends Stage<"input", Gives, never, never> {
  readonly takes?: Takes;
}

/**
 * A pipeline's input: a value like a stage's output, which whoever reads it needs. Its schema is also the pipeline's
 * command line, so give each field a `.describe()`.
 */
export function input<S extends z.ZodType>(schema: S): InputStage<z.input<S>, z.output<S>> {
  return makeStage<"input", z.output<S>, never, never>("input", { name: "input", output: schema });
}
