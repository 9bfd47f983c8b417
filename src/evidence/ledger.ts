import { z } from "zod";

/** A file that was made, changed or taken away while a call ran. Without a digest where it is gone, or no file. */
export const FileWritten = z.strictObject({
  path: z.string(),
  is: z.enum(["new", "changed", "gone"]),
  bytes: z.int().optional(),
  sha256: z.string().optional(),
});
export type FileWritten = z.output<typeof FileWritten>;

const Bound = z.union([z.number(), z.string()]).optional();

/** What the journal holds of a tool's call beside its request and its result. */
export const CallFacts = z.strictObject({
  /** Of the tool; not given where the call was not run. */
  kind: z.enum(["read", "write", "history", "live"]).optional(),
  /** Why the call was not run: no such tool, not allowed in the stage, or arguments that the tool refuses. */
  notRun: z.strictObject({ is: z.enum(["unknown", "denied", "badArguments", "left"]), message: z.string() }).optional(),
  /** SHA-256 of the arguments as canonical JSON, and of the whole result, as hex. */
  arguments: z.string(),
  result: z.string(),
  /** Of the whole result, in UTF-8. */
  bytes: z.int(),
  /** The window of a file that was read, as the tool names it. */
  read: z.strictObject({ path: z.string(), from: Bound, to: Bound }).optional(),
  /** What changed in the working folder while the call ran; only of tools that change something. */
  files: z.array(FileWritten).optional(),
  /** How many files changed beside those. */
  more: z.int().optional(),
  /** The folder has too many files to be looked through: only the file that the call names was looked at. */
  isFolderTooLarge: z.literal(true).optional(),
});
export type CallFacts = z.output<typeof CallFacts>;

/** One call of a tool, as a person reads it: no text of it, but all that proves it. */
export interface LedgerEntry extends CallFacts {
  /** The number of the call within its try. */
  readonly call: number;
  readonly at: string;
  readonly tool: string;
  readonly succeeded: boolean;
}
