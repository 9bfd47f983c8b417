import { z } from "zod";
import type { ModelEntry } from "../model/index.js";
import { readServer } from "./server-address.js";

/** A server of one's own that several runs share. */
export const Pool = z.strictObject({
  /** What it speaks and where: `ollama:http://127.0.0.1:11434`, `openai:http://127.0.0.1:8080`. */
  server: z.string().superRefine((server, { addIssue }) => {
    const read = readServer(server);
    if ("fault" in read) addIssue({ code: "custom", message: read.fault });
  }),
  /** How many calls may be under way at once, over all processes of this machine. */
  permits: z.int().positive().default(4),
  /** How many tokens all calls may hold together. It only ever lowers what the server tells. */
  kvTokens: z.int().positive().optional(),
  /** The most that one call may hold: what it reads and its answer. It only ever lowers what the server tells. */
  contextTokens: z.int().positive().optional(),
});
export type Pool = z.output<typeof Pool>;

/** The shared servers of a config, by the names under which models and the command line name them. */
export const Pools = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9._-]*$/, "a pool's name has small letters, digits, dots, dashes and low lines"),
  Pool,
);
export type Pools = z.output<typeof Pools>;

/** A pool and the name that it has in the config. */
export interface NamedPool {
  readonly name: string;
  readonly pool: Pool;
  /** What the config says of the model that draws on it, where it has a short name. */
  readonly entry?: ModelEntry;
}
