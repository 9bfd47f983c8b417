import { z } from "zod";

const Name = z.string().min(1);
const Names = z.array(Name).default([]);

/** The names of agents, which are those of their folders. */
export const AGENT_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** What the front matter of an `AGENT.md` may hold. The form of the memory's rules is handed over by whoever loads them. */
export function frontMatterWith<Rules>(memory: z.ZodType<Rules>) {
  return z.strictObject({
    /** That of the folder; it may be left out. */
    name: Name.optional(),
    description: Name,
    /** A short name of the config, `route`, or a provider and a model. Left out, a run gets its model as any other does. */
    model: Name.optional(),
    tools: Names,
    /** The lanes that its work may lie in. */
    lanes: Names,
    /** The pipelines that it may start, and no others. */
    pipelines: Names,
    channels: Names,
    memory: memory.optional(),
  });
}

/** Who does which pipelines, with which tools and channels. */
export interface Agent<Rules = unknown> {
  readonly name: string;
  readonly file: string;
  readonly description: string;
  readonly model?: string;
  readonly tools: readonly string[];
  readonly lanes: readonly string[];
  readonly pipelines: readonly string[];
  readonly channels: readonly string[];
  /** What of the memory goes into its prompts; nothing where it is left out. */
  readonly memory?: Rules;
  /** What stands below the front matter, in Markdown. */
  readonly instruction: string;
  /** The lines of its file at which names stand, by their keys: `model`, `pipelines[0]`. */
  readonly lines: ReadonlyMap<string, number>;
}
