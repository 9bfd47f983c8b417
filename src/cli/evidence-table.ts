import type { Ledger } from "../runner/index.js";
import { columns } from "./columns.js";

type Entry = Ledger[number];

const COLUMNS = ["when", "tool", "success", "bytes", "windows read", "files written"] as const;

/** The ledger of a run's work stages, for a person: a table for each try. */
export function evidenceTable(ledger: Ledger): string {
  if (ledger.length === 0) return "no tool was called\n";
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

const NOT_RUN = { unknown: "no such tool", denied: "not allowed", badArguments: "wrong arguments" };
const LONGEST_NAME = 64;

/** A model may have called a tool anything: nothing of it reaches the terminal as a command. */
function nameOf(tool: string): string {
  return tool.slice(0, LONGEST_NAME).replaceAll(/[^\x21-\x7e]/g, "?") || "?";
}

function windowOf({ path, from, to }: NonNullable<Entry["read"]>): string {
  const ends = `${from === undefined ? "" : ` from ${JSON.stringify(from)}`}${to === undefined ? "" : ` to ${JSON.stringify(to)}`}`;
  return JSON.stringify(path) + ends;
}
