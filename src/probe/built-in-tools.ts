import { z } from "zod";
import { jsonSchemaOf, type ToolSpec } from "../model/index.js";

/** One shape of arguments that models are known to trip over, as a tool. */
function spec(name: string, description: string, takes: z.ZodObject): ToolSpec {
  return { name, description, parameters: jsonSchemaOf(takes) ?? { type: "object" } };
}

/** The kinds of trial that one call settles, each by the tool that is to be called. */
export const BUILT_IN_TOOLS = {
  flat: spec("save_note", "Saves a note.", z.object({ title: z.string(), pages: z.int(), isDraft: z.boolean(), day: z.iso.date() })),
  nested: spec(
    "register_parcel",
    "Registers a parcel with its sender and its receiver.",
    z.object({
      sender: z.object({ name: z.string(), address: z.object({ street: z.string(), number: z.int() }) }),
      receiver: z.object({ name: z.string(), address: z.object({ street: z.string(), number: z.int() }) }),
    }),
  ),
  optional: spec(
    "search_archive",
    "Searches the archive. All but the query may be left out.",
    z.object({
      query: z.string(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      author: z.string().optional(),
      limit: z.int().min(1).max(50).optional(),
    }),
  ),
  union: spec(
    "set_reading",
    "Sets a reading to a text, a number, or a range.",
    z.object({ sensor: z.string(), value: z.union([z.string(), z.int(), z.object({ low: z.int(), high: z.int() })]) }),
  ),
  array: spec(
    "book_table",
    "Books a table for a list of guests.",
    z.object({ guests: z.array(z.object({ name: z.string(), dishes: z.array(z.string()) })), seats: z.array(z.int()) }),
  ),
} as const satisfies Record<string, ToolSpec>;

/** Called by the name of the tool in the task, which no tool has. */
export const BAIT = { tool: BUILT_IN_TOOLS.flat, name: "create_note" } as const;

/** Each call brings what the next one needs. */
export const CHAIN_TOOL = spec("next_token", "Takes a token and gives the one that follows it.", z.object({ token: z.string() }));
