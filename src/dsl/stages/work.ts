import type { z } from "zod";
import { type AskingOptions, askingSettings } from "../asking.js";
import type { AnyCheck, ReadsOfChecks } from "../check.js";
import type { ContractOptions } from "../contract.js";
import { StagewrightError } from "../error.js";
import type { Failed } from "../failed.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";

/** What a stage has to know of a tool; `tool` and `mcpTools` make such. */
export interface StageTool {
  readonly spec: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
  readonly kind: "read" | "write" | "history" | "live";
  prepare(args: Readonly<Record<string, unknown>>): object;
}

/** What must have been read: a file, or a window of it by the numbers or names that the tool's `reads` gives. */
export interface WorkSource {
  readonly source: string;
  readonly from?: number | string;
  readonly to?: number | string;
}

/** The limits of one try, by the names that the config's `guards` have. */
export interface WorkGuards {
  readonly rounds?: number;
  readonly calls?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly seconds?: number;
  readonly sameCall?: number;
  readonly sameWrite?: number;
  readonly sameWindow?: number;
  readonly noProgress?: number;
  readonly historyLookups?: number;
  readonly resultChars?: number;
  readonly windowChars?: number;
}

/**
 * A model with tools does one bounded task. Its word that it is done is taken only with evidence: a tool call that succeeded, and
 * each of the `artifacts` on the disk, new or changed since the task began.
 *
 * @example
 * work("notes", {
 *   needs: { request },
 *   tools: [readSource, writeNote],
 *   prompt: ({ request }) => `Read ${request.file} and write what it does into notes.md.`,
 *   artifacts: () => ["notes.md"],
 *   output: z.string(),
 * })
 */
export function work<
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
      /** The tools that there are; as a function where they depend on what the stage is given. */
      tools: readonly StageTool[] | ((given: Given<N>) => readonly StageTool[]);
      /** The names of those that this stage may use. All of them if not given. */
      allow?: readonly string[];
      prompt: (given: Given<N>) => string;
      /** The files that must be there when the task is done, as paths below the working folder. */
      artifacts?: (given: Given<N>) => readonly string[];
      /** What the tools must have read when the task is done. */
      covers?: (given: Given<N>) => readonly WorkSource[];
      /**
       * What the result may cite. `shown`, the default: addresses, paths, lines of files and passages in quotation marks must stand in
       * what the stage was given or in what its tools showed. `any`: for a result that is to name what is not there yet.
       */
      cites?: "shown" | "any";
      /**
       * The stage is done also where its model says nothing that can be used, retries included. Its output is then `{ failed: "no
       * findings" }`, and the type of its output says so to every stage that needs it.
       */
      allowFailed?: MayFail;
      /** The limits of one try; what is not given is as in the config. */
      guards?: WorkGuards;
      /** The last answer's text to the output. By default the text itself where the schema takes one, else JSON. */
      parse?: (text: string, given: Given<N>) => z.input<S>;
    },
): Stage<Name, z.output<S> | (MayFail extends true ? Failed : never), NamesOf<N> | ReadsOfChecks<D>, NoInfer<To>> {
  const { tools, allow, guards, cites, allowFailed } = spec;
  const specs = typeof tools === "function" ? undefined : tools.map((tool) => tool.spec);
  if (specs) assertThere(name, allow ?? [], specs);
  for (const [limit, value] of Object.entries(guards ?? {})) {
    if (value > 0 && Number.isFinite(value)) continue;
    throw new StagewrightError("stage/contract", `stage "${name}" has guards.${limit}: ${value}`, { hint: "a guard is a number above 0" });
  }
  return makeStage("work", {
    name,
    output: spec.output,
    contract: spec,
    functions: {
      prompt: spec.prompt,
      parse: spec.parse,
      tools: typeof tools === "function" ? tools : () => tools,
      artifacts: spec.artifacts,
      covers: spec.covers,
    },
    settings: {
      ...askingSettings(name, spec),
      // What the model is told of a tool is part of the stage; of a function its text is.
      ...(specs && { tools: specs }),
      ...(allow && { allow: [...allow] }),
      ...(cites !== undefined && { cites }),
      ...(allowFailed !== undefined && { allowFailed }),
      ...(guards && { guards }),
    },
    rollbacks: waysOnFail(spec.onFail),
    ...(spec.needs && { needs: spec.needs }),
  });
}

function assertThere(stage: string, allow: readonly string[], specs: readonly StageTool["spec"][]): void {
  const missing = allow.find((allowed) => specs.every(({ name }) => name !== allowed));
  if (missing === undefined) return;
  throw new StagewrightError("stage/tools", `stage "${stage}" allows "${missing}", and none of its tools has that name`, {
    hint: `its tools are ${specs.map(({ name }) => `"${name}"`).join(", ") || "none"}`,
  });
}
