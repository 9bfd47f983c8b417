import type { z } from "zod";
import { runCommand } from "../../src/command/index.js";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import { parseJournal } from "./parse-journal.js";
import { type JournalEntry, PRIORITIES, type system } from "./system.js";
import { isWanted } from "./wanted.js";

export type Environment = Readonly<Record<string, string | undefined>>;
type Request = z.output<(typeof system)["calls"]["journal"]["takes"]>;

/** How many entries are read where words are looked for, which journalctl cannot do everywhere. */
const SCANNED = 20_000;
const TIMEOUT_MS = 60_000;
const FIELDS = "MESSAGE,PRIORITY,_SYSTEMD_UNIT,UNIT,SYSLOG_IDENTIFIER,_COMM,_PID,SYSLOG_PID";

export interface Journal {
  readonly entries: JournalEntry[];
  readonly hasMore: boolean;
}

export async function readJournal(
  request: Request,
  { env, signal }: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<Journal> {
  const { limit, contains } = request;
  const asked = contains === undefined ? limit + 1 : SCANNED;
  const { stdout, stderr, exitCode } = await runJournalctl(journalArgs(request, asked), env, signal);
  if (exitCode !== 0 && !/no journal files were found/i.test(stderr)) {
    throw new StagewrightError("system/journal", `journalctl ended with exit code ${exitCode}: ${stderr.trim() || "it did not say why"}`, {
      hint: "whoever reads the journal must be in the group systemd-journal or adm",
    });
  }
  const read = parseJournal(stdout);
  const wanted = read.filter(({ at, message }) => isWanted(request, at, message));
  return { entries: wanted.slice(-limit), hasMore: wanted.length > limit || read.length >= asked };
}

/** Times are given in whole seconds, a little wider than asked; the entries are then compared exactly. */
export function journalArgs({ unit, identifier, priority, since, until }: Request, entries: number): string[] {
  const second = (time: string, round: (seconds: number) => number) => `@${round(Date.parse(time) / 1_000)}`;
  return [
    ...["--output=json", "--no-pager", "--quiet", "--utc", `--output-fields=${FIELDS}`, `--lines=${entries}`],
    ...(unit === undefined ? [] : [`--unit=${unit}`]),
    ...(identifier === undefined ? [] : [`--identifier=${identifier}`]),
    ...(priority === undefined ? [] : [`--priority=${PRIORITIES.indexOf(priority)}`]),
    ...(since === undefined ? [] : [`--since=${second(since, Math.floor)}`]),
    ...(until === undefined ? [] : [`--until=${second(until, Math.ceil)}`]),
  ];
}

async function runJournalctl(args: readonly string[], env: Environment, signal: AbortSignal) {
  try {
    return await runCommand({
      program: "journalctl",
      args,
      cwd: "/",
      env: { PATH: env.PATH, LC_ALL: "C.UTF-8" },
      signal,
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    if (!isStagewrightError(error) || error.code !== "command/not-found") throw error;
    throw new StagewrightError("system/no-journal", 'this machine has no systemd journal: there is no program "journalctl"', {
      hint: "read the files of logs by `logs`",
      cause: error,
    });
  }
}
