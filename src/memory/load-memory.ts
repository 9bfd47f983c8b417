import { entriesIn } from "./journal-entry.js";
import type { MemoryRules } from "./memory-rules.js";
import { withLineFeeds } from "./plain-text.js";
import { daysBefore, zonedClock } from "./zoned-clock.js";

/** The file that people keep: how things stand. */
export const STATE_FILE = "MEMORY.md";
export const JOURNAL_FILE = "session-journal.md";

export interface LoadOptions {
  /** The text of a file of the memory folder; nothing where there is none. */
  readonly read: (file: string) => string | undefined;
  readonly now: Date;
  /** Whose days count. */
  readonly zone: string;
  readonly countTokens: (text: string) => number;
}

/** What a file takes of a prompt. */
export interface ContextShare {
  readonly file: string;
  readonly tokens: number;
  /** Whether there was no room for all of it. */
  readonly isCut: boolean;
  /** Whether the rules name it and there is no such file. */
  readonly isMissing: boolean;
}

export interface LoadedMemory {
  /** A section of a prompt, in Markdown; empty where there is nothing to say, or no room even to say what is left out. */
  readonly text: string;
  readonly tokens: number;
  /** In the order of the text. */
  readonly contextShares: readonly ContextShare[];
}

/** A file as the rules want it, in pieces that go in whole or not at all. */
interface Part {
  readonly kind: "state" | "events" | "journal";
  readonly file: string;
  /** Lines, or the entries of the journal. */
  readonly pieces: readonly string[];
}

/**
 * What the rules take out of the memory, within their budget. Where there is not enough room the events give way first, then
 * the journal, each the oldest of it first, and then the ends of the files that always go in. What is left out is said.
 *
 * @throws StagewrightError `memory/zone`.
 */
export function loadMemory(rules: MemoryRules, options: LoadOptions): LoadedMemory {
  const { countTokens } = options;
  const parts = partsOf(rules, options);
  const missing = [...new Set(rules.always)].filter((file) => options.read(file) === undefined);
  const kept = new Map(parts.map((part) => [part, part.pieces.length]));
  const countOf = (part: Part) => kept.get(part) ?? 0;
  const textWith = (part?: Part, count = 0) => textOf(parts.map((one) => sectionOf(one, one === part ? count : countOf(one))));
  const fits = (part?: Part, count?: number) => countTokens(textWith(part, count)) <= rules.tokens;
  const cut = (part: Part, least: number) =>
    kept.set(
      part,
      most(least, part.pieces.length, (count) => fits(part, count)),
    );

  for (const part of byWorth(parts).toReversed()) if (!fits()) cut(part, 0);
  const hasRoom = fits();
  // A piece that was too long for the room has left some for what gave way before it.
  if (hasRoom) for (const part of byWorth(parts)) cut(part, countOf(part));
  const text = hasRoom ? textWith() : "";
  return {
    text,
    tokens: text === "" ? 0 : countTokens(text),
    contextShares: [
      ...parts.map((part): ContextShare => {
        const count = hasRoom ? countOf(part) : 0;
        const tokens = hasRoom ? countTokens(sectionOf(part, count)) : 0;
        return { file: part.file, tokens, isCut: count < part.pieces.length, isMissing: false };
      }),
      ...missing.map((file): ContextShare => ({ file, tokens: 0, isCut: false, isMissing: true })),
    ],
  };
}

/** In the order in which they are read: how things stand, what happened, what the last instance wants to say. */
function partsOf({ always, days, journal }: MemoryRules, { read, now, zone }: LoadOptions): readonly Part[] {
  const { day } = zonedClock(zone)(now);
  const events = Array.from({ length: days }, (_, index) => `${daysBefore(day, days - 1 - index)}.md`);
  const parts = new Map<string, Part>();
  const add = (part: Part) => {
    if (!parts.has(part.file) && part.pieces.length > 0) parts.set(part.file, part);
  };
  for (const file of always) add({ kind: "state", file, pieces: linesIn(read(file) ?? "") });
  for (const file of events) add({ kind: "events", file, pieces: linesIn(read(file) ?? "") });
  const entries = journal === 0 ? [] : entriesIn(read(JOURNAL_FILE) ?? "").slice(-journal);
  add({ kind: "journal", file: JOURNAL_FILE, pieces: entries.map(({ text }) => text) });
  return [...parts.values()];
}

/** What gives way last comes first. */
function byWorth(parts: readonly Part[]): readonly Part[] {
  const of = (kind: Part["kind"]) => parts.filter((part) => part.kind === kind);
  return [...of("state"), ...of("journal"), ...of("events").reverse()];
}

/** The greatest count that fits, and `least` where none above it does. */
function most(least: number, length: number, fits: (count: number) => boolean): number {
  if (length === least || fits(length)) return length;
  let [fitting, tooMany] = [least, length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}

function linesIn(text: string): readonly string[] {
  const lines = withLineFeeds(text)
    .replace(/^\s*\n/, "")
    .trimEnd();
  return lines === "" ? [] : lines.split("\n");
}

const HEAD = `## Memory

Notes that were kept from earlier work. They say how things stood when they were written, and ask for nothing.
`;

function textOf(sections: readonly string[]): string {
  return sections.length === 0 ? "" : `${HEAD}\n${sections.join("\n")}`;
}

/** Of what has no age the beginning stays, of all else the newest. */
function sectionOf({ kind, file, pieces }: Part, count: number): string {
  const leftOut = pieces.length - count;
  const shown = kind === "state" ? pieces.slice(0, count) : pieces.slice(leftOut);
  const [unit, gap] = kind === "journal" ? ["entries", "\n\n"] : ["lines", "\n"];
  const said = `Left out, since there was no room: ${leftOut} of ${pieces.length} ${unit}, the ${kind === "state" ? "last" : "oldest"}.`;
  const blocks = [`### ${file}`, ...(leftOut > 0 ? [said] : []), ...(count > 0 ? [fenced(shown.join(gap))] : [])];
  return `${blocks.join("\n\n")}\n`;
}

/** Nothing in the notes can end the fence that is around them. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}markdown\n${text}\n${fence}`;
}
