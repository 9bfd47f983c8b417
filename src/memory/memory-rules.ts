import { z } from "zod";

const FileName = z.string().regex(/^\w[\w.-]*\.md$/, 'expected the name of a file in the memory folder, as in "MEMORY.md"');

/** What of the memory goes into a prompt. */
export const MemoryRules = z.strictObject({
  /** Files that go in whatever the day is. */
  always: z.array(FileName).default(["MEMORY.md"]),
  /** The events of so many days: 2 is today and yesterday. */
  days: z.int().min(0).max(31).default(2),
  /** So many of the last entries of the journal. */
  journal: z.int().min(0).max(5).default(3),
  /** The most that all of it takes, in tokens. */
  tokens: z.int().positive().default(2_000),
});
export type MemoryRules = z.output<typeof MemoryRules>;
export type MemoryRulesInput = z.input<typeof MemoryRules>;
