import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { jsonSchemaOf, ToolSpec } from "../model/index.js";
import { complaintOf } from "./complaint.js";

/**
 * What a tool does with the world: it reads what does not change by itself; it changes something; it looks into history
 * (a log, a chat, a memory); or it looks at how things stand at this moment.
 */
export type ToolKind = "read" | "write" | "history" | "live";

/** What a call reads: a file, or a part of it. Two calls that give the same here read the same window. */
export interface Reading {
  readonly path: string;
  readonly from?: number | string | undefined;
  readonly to?: number | string | undefined;
}

/** What a call writes: a file, and what stands in it after. Without `content` the arguments stand for it. */
export interface Writing {
  readonly path: string;
  readonly content?: string | undefined;
}

/** What a tool is told beside its arguments. */
export interface ToolContext {
  /** Aborted by a limit of the stage or by whoever stops the run; whatever the tool started must end with it. */
  readonly signal: AbortSignal;
  /** The id of the call in the transcript. */
  readonly call: string;
  /** What earlier calls of this task have read, in their order; after a resume, and after a refusal, too. */
  readonly read: readonly Reading[];
}

/** A call whose arguments fit, ready to be run. */
export interface Prepared {
  readonly reads?: Reading | undefined;
  readonly writes?: Writing | undefined;
  run(context: ToolContext): Promise<unknown>;
}

/** Something that a model may ask to have run. */
export interface Tool {
  readonly spec: ToolSpec;
  readonly kind: ToolKind;
  /** Arguments as a model gave them, held to the tool's schema. The complaint is half a sentence. */
  prepare(args: Readonly<Record<string, unknown>>): Prepared | { readonly complaint: string };
}

interface ToolOptions<Takes extends z.ZodObject, Gives extends z.ZodType> {
  readonly name: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  readonly takes: Takes;
  /** What it gives. A result that does not fit is the tool's failure. Not given: anything that JSON can say. */
  readonly gives?: Gives;
  /** `read` if not given. */
  readonly kind?: ToolKind;
  /** Which window of which file a call reads: the guard against reading the same again goes by it. */
  readonly reads?: (args: z.output<Takes>) => Reading;
  /** Which file a call writes, and with what: the guard against writing the same again goes by it. */
  readonly writes?: (args: z.output<Takes>) => Writing;
  /** A text is shown to the model as it is, any other value as JSON. What it throws is told to the model in one sentence. */
  readonly run: (args: z.output<Takes>, context: ToolContext) => z.input<Gives> | Promise<z.input<Gives>>;
}

/**
 * A tool from a function and the schema of its arguments. An argument that the schema does not know is refused, unless the
 * schema is a loose one: a model that misspells an optional argument would believe that it had counted.
 *
 * @throws StagewrightError `tools/name` for a name that providers do not take, `tools/schema` for arguments that JSON Schema cannot say.
 *
 * @example
 * const readFile = tool({
 *   name: "read_file",
 *   description: "Reads a file of the project.",
 *   takes: z.object({ path: z.string() }),
 *   reads: ({ path }) => ({ path }),
 *   run: ({ path }) => readFile(join(root, path), "utf8"),
 * });
 */
export function tool<Takes extends z.ZodObject, Gives extends z.ZodType = z.ZodType>(options: ToolOptions<Takes, Gives>): Tool {
  const { name, description, takes, gives, kind = "read", reads, writes, run } = options;
  // What `strict()` does, but with the type kept.
  const schema = takes.def.catchall === undefined ? takes.clone({ ...takes.def, catchall: z.never() }) : takes;
  const parameters = jsonSchemaOf(schema);
  if (parameters === undefined) {
    throw new StagewrightError("tools/schema", `the arguments of tool "${name}" cannot be said in JSON Schema`, {
      hint: "take what JSON has: texts, numbers, yes or no, lists, objects; for a day z.iso.date() in place of z.date()",
    });
  }
  return Object.freeze({
    spec: specOf({ name, description, parameters }),
    kind: writes === undefined ? kind : "write",
    prepare: (args: Readonly<Record<string, unknown>>) => {
      const parsed = schema.safeParse(args);
      if (!parsed.success) return { complaint: complaintOf(parsed.error, Object.keys(takes.shape)) };
      const { data } = parsed;
      return {
        reads: reads?.(data),
        writes: writes?.(data),
        run: async (context: ToolContext) => {
          const given: unknown = await run(data, context);
          return gives === undefined ? given : held(gives, given);
        },
      };
    },
  });
}

export function specOf(spec: ToolSpec): ToolSpec {
  if (ToolSpec.shape.name.safeParse(spec.name).success) return Object.freeze(spec);
  throw new StagewrightError("tools/name", `"${spec.name}" cannot name a tool`, {
    hint: "use letters without accents, digits, dashes and low lines, 64 at most: no provider takes more",
  });
}

function held(gives: z.ZodType, given: unknown): unknown {
  const parsed = gives.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(`what it gave is not what it promises: ${complaintOf(parsed.error, [])}`);
}
