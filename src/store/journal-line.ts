import { hash } from "node:crypto";
import { type EventType, JOURNAL_FORMAT, type RunEvent } from "../core/index.js";
import { StagewrightError } from "../dsl/index.js";
import type { JournalText } from "./store.js";

/**
 * A journal's lines are chained: each ends in the SHA-256 of the line before's chain and its own text, so that a
 * changed, missing or added line is found.
 */
const CHAIN_KEY = ',"chain":"';
const CHAIN_LENGTH = 64;
const TAIL_LENGTH = CHAIN_KEY.length + CHAIN_LENGTH + '"}'.length;

/** What the first line is chained to. */
export const CHAIN_START = "0".repeat(CHAIN_LENGTH);

export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}

export function encodeLine(event: RunEvent, chain: string): { readonly line: string; readonly chain: string } {
  const { seq, at, type, ...rest } = event;
  const body = JSON.stringify({ seq, at, type, ...rest }).slice(0, -1);
  const next = sha256(chain + body);
  return { line: `${body}${CHAIN_KEY}${next}"}`, chain: next };
}

export interface DecodedJournal {
  readonly events: readonly RunEvent[];
  readonly chain: string;
}

/**
 * Checks every line and gives the events.
 *
 * @throws StagewrightError `journal/empty`, `journal/version`, `journal/crlf`, `journal/damaged` (with the line's number).
 */
export function decodeJournal(run: string, { lines }: JournalText): DecodedJournal {
  if (lines.length === 0) {
    throw new StagewrightError("journal/empty", `the journal of run "${run}" is empty`, {
      hint: "nothing of this run was ever recorded: start it again",
    });
  }
  const events: RunEvent[] = [];
  let chain = CHAIN_START;
  for (const [index, line] of lines.entries()) {
    const fault = lineFault(line, chain);
    if (fault) throw damage(run, index + 1, line, fault);
    chain = line.slice(-TAIL_LENGTH + CHAIN_KEY.length, -2);
    const event = JSON.parse(`${line.slice(0, -TAIL_LENGTH)}}`) as RunEvent & { readonly format?: number };
    if (index === 0 && event.format !== JOURNAL_FORMAT) throw otherVersion(run, event.format);
    events.push(event);
  }
  return { events, chain };
}

/** The number of the first line that is not as it was written, or `undefined`. */
export function firstDamagedLine(lines: readonly string[]): number | undefined {
  let chain = CHAIN_START;
  for (const [index, line] of lines.entries()) {
    if (lineFault(line, chain)) return index + 1;
    chain = line.slice(-TAIL_LENGTH + CHAIN_KEY.length, -2);
  }
  return undefined;
}

/**
 * Whether what stands after the last line end can be a line that was cut off, and not one that was tampered with: no
 * line begins with another whole one.
 */
export function canBeTorn(text: string): boolean {
  for (let key = text.indexOf(CHAIN_KEY); key >= 0; key = text.indexOf(CHAIN_KEY, key + 1)) {
    const end = key + TAIL_LENGTH;
    if (end < text.length && isWhole(text.slice(0, end))) return false;
  }
  return true;
}

/** A value inside a line may have a key "chain" of its own, but what ends there is no whole object. */
function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lineFault(line: string, chain: string): "chain" | "no chain" | undefined {
  const tail = line.length - TAIL_LENGTH;
  if (tail < 1 || !line.startsWith(CHAIN_KEY, tail)) return "no chain";
  const recorded = line.slice(tail + CHAIN_KEY.length, -2);
  return sha256(chain + line.slice(0, tail)) === recorded && line.endsWith('"}') ? undefined : "chain";
}

function damage(run: string, number: number, line: string, fault: "chain" | "no chain"): StagewrightError {
  if (line.endsWith("\r")) {
    return new StagewrightError("journal/crlf", `line ${number} of the journal of run "${run}" ends in CRLF`, {
      hint: `an editor or a version control setting has changed the line ends; \`stagewright repair ${run}\` puts them right and keeps a copy`,
    });
  }
  const format = number === 1 ? formatOf(line) : JOURNAL_FORMAT;
  if (format !== undefined && format !== JOURNAL_FORMAT) return otherVersion(run, format);
  const what = fault === "chain" ? "does not match its hash" : "is not a journal line";
  return new StagewrightError("journal/damaged", `line ${number} of the journal of run "${run}" ${what}`, {
    hint: `\`stagewright repair ${run}\` cuts the journal there, keeps a copy of the whole and says what is lost`,
  });
}

function formatOf(line: string): number | undefined {
  try {
    const first: unknown = JSON.parse(line);
    return typeof first === "object" && first !== null && "format" in first && typeof first.format === "number" ? first.format : undefined;
  } catch {
    return undefined;
  }
}

function otherVersion(run: string, format: number | undefined): StagewrightError {
  return new StagewrightError(
    "journal/version",
    `the journal of run "${run}" has format ${format ?? "unknown"}; this version reads format ${JOURNAL_FORMAT}`,
    {
      hint: "use the version of stagewright that wrote it",
    },
  );
}

/** For a person who reads what was lost: the type and the stage of a line, as far as they can be made out. */
export function describeLine(line: string): string {
  const type = /"type":"([a-z-]+)"/.exec(line)?.[1] as EventType | undefined;
  const stage = /"stage":"([^"]+)"/.exec(line)?.[1];
  return [type ?? "unreadable", stage && `of "${stage}"`].filter(Boolean).join(" ");
}
