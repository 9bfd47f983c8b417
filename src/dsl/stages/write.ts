import type { z } from "zod";
import type { AnyCheck, ReadsOfChecks } from "../check.js";
import type { ContractOptions } from "../contract.js";
import { StagewrightError } from "../error.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

/** What only whoever writes a stage knows of it. */
export interface RoutingHints {
  /** A person outside reads what it writes. */
  readonly userFacing?: boolean;
  /** How much it hurts to wait, from 0 to 1. */
  readonly timeSensitivity?: number;
  readonly expectedToolCalls?: number;
  /** `reliable`: only a model that has passed its probe. */
  readonly tools?: "reliable";
}

/**
 * A model answers once. `prompt` says what to write; the instructions, the lessons and what an earlier attempt was
 * found at fault with are put around it by the runner. An answer that `parse` or the schema refuses fails the attempt.
 *
 * @example
 * write("draft", { needs: { facts }, output: Post, prompt: ({ facts }) => `Write about ${facts.day}.`, parse: postFromMarkdown })
 */
export function write<
  const Name extends string,
  S extends z.ZodType,
  const N extends Needs = {},
  const D extends readonly AnyCheck<z.output<S>>[] = [],
  To extends string = never,
>(
  name: Name,
  spec: ContractOptions<D, To> & {
    output: S;
    needs?: N;
    prompt: (given: Given<N>) => string;
    /** Files that tell the model its job, read when the stage runs. */
    instructions?: readonly (URL | string)[];
    /** The lessons store (`lessons/<name>.jsonl`) whose best lessons go into the prompt. */
    lessons?: string;
    /** The answer's text to the output. By default the text itself where the schema takes one, else JSON. */
    parse?: (text: string, given: Given<N>) => z.input<S>;
    /** How many tokens of the next prompt the last version and its findings may take, when it is found at fault. Default 4,000. */
    maxFeedbackTokens?: number;
    /** A model for this stage, whatever the run's: `embedded`, `openai:<base-url>#<model>`, or a name of the config. */
    model?: string;
    /** What the choice of a model goes by, where the routes decide. */
    routing?: RoutingHints;
  },
): Stage<Name, z.output<S>, NamesOf<N> | ReadsOfChecks<D>, NoInfer<To>> {
  const { maxFeedbackTokens } = spec;
  if (maxFeedbackTokens !== undefined && !(Number.isInteger(maxFeedbackTokens) && maxFeedbackTokens >= 0)) {
    throw new StagewrightError("stage/contract", `stage "${name}" has maxFeedbackTokens: ${maxFeedbackTokens}`, {
      hint: "maxFeedbackTokens is a whole number of at least 0",
    });
  }
  const { timeSensitivity = 0, expectedToolCalls = 0 } = spec.routing ?? {};
  if (!(timeSensitivity >= 0 && timeSensitivity <= 1 && expectedToolCalls >= 0)) {
    throw new StagewrightError("stage/contract", `stage "${name}" has routing that no route can go by`, {
      hint: "timeSensitivity is a number from 0 to 1, expectedToolCalls one of at least 0",
    });
  }
  return makeStage("write", {
    name,
    output: spec.output,
    contract: spec,
    functions: { prompt: spec.prompt, parse: spec.parse },
    settings: {
      instructions: (spec.instructions ?? []).map(String),
      lessons: spec.lessons,
      model: spec.model,
      ...(maxFeedbackTokens !== undefined && { maxFeedbackTokens }),
      ...(spec.routing && { routing: spec.routing }),
    },
    rollbacks: waysOnFail(spec.onFail),
    ...(spec.needs && { needs: spec.needs }),
  });
}
