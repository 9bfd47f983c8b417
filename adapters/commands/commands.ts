import { z } from "zod";
import { adapter, query } from "../../src/dsl/index.js";

const Output = z.object({
  text: z.string().describe("All of it, or its beginning and its end with a line between them that says what is left out"),
  bytes: z.int().nonnegative().describe("Of all of it, as UTF-8; of standard error, of the end that is kept"),
  sha256: z.string().describe("Likewise, in hexadecimal"),
  isCut: z.boolean(),
  file: z.string().nullable().describe("Where all of it stands, from the folder that commands run in; null where nothing is cut"),
});

export const CommandOutcome = z.object({
  program: z.string(),
  args: z.array(z.string()),
  exitCode: z.int().describe("0 is success; others are answers, too. 128 and the signal's number for one that a signal ended"),
  stdout: Output,
  stderr: Output,
});
export type CommandOutcome = z.output<typeof CommandOutcome>;

const hasNoNul = (text: string) => !text.includes("\0");

/**
 * Runs programs that only look. Which ones may run, and with what arguments, the implementation is told by the
 * pipeline's author: whatever stands on that list may run again, after a crash for example.
 */
export const commands = adapter("commands", {
  run: query({
    takes: z.object({
      program: z.string().min(1).refine(hasNoNul, "holds a NUL"),
      args: z.array(z.string().max(65_536).refine(hasNoNul, "holds a NUL")).max(1_000).default([]),
      cwd: z.string().min(1).refine(hasNoNul, "holds a NUL").default(".").describe("A folder inside the one that commands run in"),
      maxChars: z.int().min(200).max(4_000_000).default(50_000).describe("Of each output in the answer; default 50,000"),
    }),
    gives: CommandOutcome,
  }),
});
