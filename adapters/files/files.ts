import { z } from "zod";
import { adapter, query } from "../../src/dsl/index.js";

const Root = z.string().min(1).describe("The folder outside of which nothing is seen");
const hasNoNul = (text: string) => !text.includes("\0");

/** Reads files below a root, and nothing else whatever a `..`, an absolute path or a symbolic link says. */
export const files = adapter("files", {
  /**
   * The paths that match, from the root, with `/`, in order of their UTF-16 units. Only files: no folder, no symbolic
   * link, and none below a linked folder. A name that begins with a dot is matched only by a pattern that spells the dot.
   */
  list: query({
    takes: z.object({
      root: Root,
      patterns: z
        .array(z.string().min(1).refine(hasNoNul, "holds a NUL"))
        .min(1)
        .describe("Glob patterns from the root, such as `src/**/*.ts`; one that begins with `!` takes away"),
    }),
    gives: z.array(z.string()),
  }),
  /** The text of a file as it is; null where there is none. */
  read: query({
    takes: z.object({
      root: Root,
      path: z
        .string()
        .min(1)
        .refine(hasNoNul, "holds a NUL")
        .describe("From the root; a symbolic link is followed as long as it stays inside"),
      maxBytes: z.int().positive().default(1_048_576).describe("A longer file is an error; default 1 MiB"),
    }),
    gives: z.object({ text: z.string() }).nullable(),
  }),
});
