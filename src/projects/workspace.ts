import { z } from "zod";
import { adapter, effect, query } from "../dsl/index.js";

const Path = z
  .string()
  .min(1)
  .refine((path) => !path.includes("\0"), "holds a NUL")
  .describe("From the folder; nothing outside of it is seen");

/** The folder that a project works in. */
export const workspace = adapter("workspace", {
  /** Where it is, for the tools of a task. */
  folder: query({ takes: z.object({}), gives: z.object({ folder: z.string() }) }),
  /** The files that match, in their order; only files, and none behind a link. */
  find: query({ takes: z.object({ patterns: z.array(Path).min(1) }), gives: z.array(z.string()) }),
  /** A file's text, or a stretch of it in characters; null where there is none. */
  read: query({
    takes: z.object({ path: Path, from: z.int().nonnegative().optional(), to: z.int().nonnegative().optional() }),
    gives: z.object({ text: z.string(), chars: z.int() }).nullable(),
  }),
  /** Puts a file into place, whole. */
  write: effect({
    takes: z.object({ path: Path, text: z.string() }),
    gives: z.object({ path: z.string(), sha256: z.string() }),
  }),
});
