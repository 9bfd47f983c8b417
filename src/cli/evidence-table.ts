import { isStagewrightError } from "../dsl/index.js";
import { type Ledger, ledgerOf, readRun } from "../runner/index.js";
import type { Store } from "../store/index.js";
import { columns } from "./columns.js";

type Entry = Ledger[number];

/** A call, and the run that made it. */
export type RunEntry = Entry & { readonly run: string };

/** The ledger of a run, and behind it those of its child runs and theirs, in the order in which they were started. */
export async function ledgerOfTree(run: string, store: Store, seen = new Set<string>()): Promise<readonly RunEntry[]> {
  // A later version of a stage may take over what an earlier one had its children do.
  if (seen.has(run)) return [];
  seen.add(run);
  const { events } = await readRun(store, run);
  const entries = (await ledgerOf(run, { store })).map((entry) => ({ run, ...entry }));
  for (const event of events) {
    if (event.type === "child-started") entries.push(...(await begunTree(event.child, store, seen)));
  }
  return entries;
}

/** A child that is on record and has not begun has no journal yet. */
async function begunTree(run: string, store: Store, seen: Set<string>): Promise<readonly RunEntry[]> {
  try {
    return await ledgerOfTree(run, store, seen);
  } catch (error) {
    if (isStagewrightError(error) && (error.code === "store/no-run" || error.code === "journal/empty")) return [];
    throw error;
  }
}

const COLUMNS = ["when", "tool", "success", "bytes", "windows read", "files written"] as const;

/** The ledger of the work stages of a run and its child runs, for a person: a table for each try, under its run's name where there are several. */
export function evidenceTable(run: string, ledger: readonly RunEntry[]): string {
  if (ledger.length === 0) return "no tool was called\n";
  const runs = [...new Set(ledger.map((entry) => entry.run))];
  const only = runs.length === 1 && runs[0] === run;
  return runs.map((name) => `${only ? "" : `run ${name}\n\n`}${triesTable(ledger.filter((entry) => entry.run === name))}`).join("\n");
}

function triesTable(ledger: Ledger): string {
  const tries = new Map<string, Entry[]>();
  for (const entry of ledger) {
    const name = `${entry.stage}, version ${entry.version}, try ${entry.attempt}`;
    tries.set(name, [...(tries.get(name) ?? []), entry]);
  }
  return [...tries].map(([name, entries]) => `${name}\n${columns([COLUMNS, ...entries.map(rowOf)], "  ")}`).join("\n");
}

function rowOf({ at, tool, succeeded, bytes, notRun, read, files, more }: Entry): readonly string[] {
  const written = [
    ...(files ?? []).map(({ path, is }) => `${JSON.stringify(path)} (${is})`),
    ...(more === undefined ? [] : [`${more} more`]),
  ];
  const success = succeeded ? "yes" : notRun === undefined ? "no" : `no: ${NOT_RUN[notRun.is]}`;
  return [at, nameOf(tool), success, String(bytes), read === undefined ? "-" : windowOf(read), written.join(", ") || "-"];
}

const NOT_RUN = { unknown: "no such tool", denied: "not allowed", badArguments: "wrong arguments", left: "left out" };
const LONGEST_NAME = 64;

/** A model may have called a tool anything: nothing of it reaches the terminal as a command. */
function nameOf(tool: string): string {
  return tool.slice(0, LONGEST_NAME).replaceAll(/[^\x21-\x7e]/g, "?") || "?";
}

function windowOf({ path, from, to }: NonNullable<Entry["read"]>): string {
  const ends = `${from === undefined ? "" : ` from ${JSON.stringify(from)}`}${to === undefined ? "" : ` to ${JSON.stringify(to)}`}`;
  return JSON.stringify(path) + ends;
}
