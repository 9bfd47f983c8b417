import { z } from "zod";
import { adapter, query } from "../../src/dsl/index.js";

const When = z.iso.datetime({ offset: true });
const Since = When.optional().describe("Nothing from before");
const Until = When.optional().describe("Nothing from then on");
const Contains = z.string().min(1).max(1_000).optional().describe("Only what has these words, whatever their case");
const Limit = z.int().positive().max(5_000).default(200).describe("The newest; default 200");
const hasNoNul = (text: string) => !text.includes("\0");
const Named = z.string().min(1).max(256).refine(hasNoNul, "holds a NUL").optional();

/** The levels of syslog, the worst first. */
export const PRIORITIES = ["emergency", "alert", "critical", "error", "warning", "notice", "info", "debug"] as const;
const Priority = z.enum(PRIORITIES);

export const JournalEntry = z.object({
  at: z.string().describe("In ISO 8601, UTC"),
  priority: Priority.nullable(),
  unit: z.string().nullable(),
  identifier: z.string().nullable().describe("The program, as it names itself"),
  pid: z.int().nullable(),
  message: z.string().describe("Secrets that can be known as such are hidden"),
  isCut: z.boolean(),
});
export type JournalEntry = z.output<typeof JournalEntry>;

export const LogLine = z.object({
  file: z.string().describe("From the folder of the logs"),
  line: z.int().positive().nullable().describe("Counted from 1; null where only the file's end was read"),
  at: z.string().nullable().describe("In ISO 8601, UTC; that of the line above where it has none of its own"),
  text: z.string().describe("Secrets that can be known as such are hidden"),
  isCut: z.boolean(),
});
export type LogLine = z.output<typeof LogLine>;

export const ProcessState = z.object({
  pid: z.int(),
  parent: z.int(),
  uid: z.int().nullable(),
  name: z.string(),
  state: z.enum(["running", "sleeping", "waiting", "idle", "stopped", "zombie", "other"]).describe("`waiting` is for a disk or a lock"),
  startedAt: z.string().nullable(),
  cpuSeconds: z.number().nonnegative(),
  memoryBytes: z.int().nonnegative().describe("What it has in memory"),
  command: z.string().describe("Secrets that can be known as such are hidden; at most 1,000 characters"),
});
export type ProcessState = z.output<typeof ProcessState>;

/** Looks at the machine, and changes nothing. */
export const system = adapter("system", {
  /** What the system's journal (systemd) holds, the oldest first. */
  journal: query({
    takes: z.object({
      unit: Named.describe("Such as `nginx.service`"),
      identifier: Named,
      priority: Priority.optional().describe("This bad or worse"),
      ...{ since: Since, until: Until, contains: Contains, limit: Limit },
    }),
    gives: z.object({ entries: z.array(JournalEntry), hasMore: z.boolean().describe("Whether there may be earlier ones") }),
  }),
  /** What files of logs hold, the oldest first, those of one moment by file and line. */
  logs: query({
    takes: z.object({
      patterns: z
        .array(z.string().min(1).refine(hasNoNul, "holds a NUL"))
        .min(1)
        .max(100)
        .default(["syslog", "messages", "*.log"])
        .describe("From the folder of the logs; one that begins with `!` takes away"),
      ...{ since: Since, until: Until, contains: Contains, limit: Limit },
    }),
    gives: z.object({
      lines: z.array(LogLine),
      hasMore: z.boolean().describe("Whether there may be earlier ones"),
      skipped: z.array(z.object({ file: z.string(), because: z.string() })).describe("Files that match and were not read"),
    }),
  }),
  /** What runs, in order of process ids, or the largest or busiest first. */
  processes: query({
    takes: z.object({
      contains: Contains.describe("Only those whose name or command has these words, whatever their case"),
      order: z.enum(["pid", "memory", "cpu"]).default("pid"),
      limit: Limit.describe("Default 200"),
    }),
    gives: z.object({ at: z.string(), processes: z.array(ProcessState), leftOut: z.int().nonnegative() }),
  }),
});
