import { z } from "zod";

/** What code found at a path below the working folder. */
export const FileFacts = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("missing") }),
  /** By `..`, by an absolute path, or by a link. */
  z.strictObject({ is: z.literal("outside") }),
  /** A folder, a socket, and whatever else is no file. */
  z.strictObject({ is: z.literal("no-file") }),
  z.strictObject({
    is: z.literal("file"),
    bytes: z.int(),
    changedMs: z.number(),
    sha256: z.string(),
    /** Of a file whose citations are looked up. */
    text: z.string().optional(),
  }),
]);
export type FileFacts = z.output<typeof FileFacts>;
