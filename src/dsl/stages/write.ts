import type { z } from "zod";
import { type AskingOptions, askingSettings } from "../asking.js";
import type { AnyCheck, ReadsOfChecks } from "../check.js";
import type { ContractOptions } from "../contract.js";
import type { Failed } from "../failed.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

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
  const MayFail extends boolean = false,
>(
  name: Name,
  spec: ContractOptions<D, To> &
    AskingOptions & {
      output: S;
      needs?: N;
      prompt: (given: Given<N>) => string;
      /** The answer's text to the output. By default the text itself where the schema takes one, else JSON. */
      parse?: (text: string, given: Given<N>) => z.input<S>;
      /**
       * The stage is done also where its model says nothing that can be used, retries included. Its output is then `{ failed: "no
       * findings" }`, and the type of its output says so to every stage that needs it.
       */
      allowFailed?: MayFail;
    },
): Stage<Name, z.output<S> | (MayFail extends true ? Failed : never), NamesOf<N> | ReadsOfChecks<D>, NoInfer<To>> {
  return makeStage("write", {
    name,
    output: spec.output,
    contract: spec,
    functions: { prompt: spec.prompt, parse: spec.parse },
    settings: { ...askingSettings(name, spec), ...(spec.allowFailed !== undefined && { allowFailed: spec.allowFailed }) },
    rollbacks: waysOnFail(spec.onFail),
    ...(spec.needs && { needs: spec.needs }),
  });
}
