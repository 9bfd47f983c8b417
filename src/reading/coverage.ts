import { type Document, sectionName } from "./document.js";
import type { Read } from "./read-ledger.js";
import type { ReadingWindow } from "./windows.js";

/** A window that was not read, or not to its end. */
export interface Unread {
  readonly window: ReadingWindow;
  /** The stretches of it that were not read. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/** What of a document was read. */
export interface Coverage {
  readonly document: string;
  readonly isWhole: boolean;
  /** How many windows were read, of how many. */
  readonly read: number;
  readonly of: number;
  readonly unread: readonly Unread[];
  /** `"moby-dick" was read whole: 31 windows`, or which windows were not read, by section and range. */
  readonly message: string;
}

/** So many are named; the rest is counted. */
const MOST_NAMED = 5;

/**
 * Holds what was read against the windows of a document. A window counts as read when the reads of this very version together cover it, however
 * they were cut. Text that stands in no window is named too: windows of which one was lost prove nothing.
 */
export function coverageOf(document: Document, windows: readonly ReadingWindow[], reads: readonly Read[]): Coverage {
  const { id, sha256, text } = document;
  const own = merged(reads.filter((read) => read.document === id && read.sha256 === sha256));
  const all = [...windows.filter((window) => window.document === id), ...lost(document, windows)].sort(
    (one, other) => one.from - other.from,
  );
  const unread: Unread[] = [];
  let next = 0;
  for (const window of all) {
    while ((own[next]?.to ?? Number.POSITIVE_INFINITY) <= window.from) next += 1;
    const gaps = gapsIn(window, own, next);
    if (gaps.length > 0) unread.push({ window, gaps });
  }
  const of = all.length;
  const whole = text === "" ? `"${id}" is empty: there is nothing to read` : `"${id}" was read whole: ${windowsText(of)}`;
  return {
    document: id,
    isWhole: unread.length === 0,
    read: of - unread.length,
    of,
    unread,
    message:
      unread.length === 0
        ? whole
        : `"${id}" was not read whole: ${unread.length} of ${windowsText(of)} ${unread.length === 1 ? "was" : "were"} not read: ${named(document, unread)}`,
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (to > from) joined.push({ from, to });
  }
  return joined;
}

function gapsIn({ from, to }: Range, read: readonly Range[], first: number): readonly Range[] {
  const gaps: Range[] = [];
  let at = from;
  for (let index = first; at < to; index += 1) {
    const range = read[index];
    if (range === undefined || range.from >= to) {
      gaps.push({ from: at, to });
      break;
    }
    if (range.from > at) gaps.push({ from: at, to: range.from });
    at = Math.max(at, range.to);
  }
  return gaps;
}

/** What no window holds, as windows with the number 0. */
function lost(document: Document, windows: readonly ReadingWindow[]): readonly ReadingWindow[] {
  const { id, text } = document;
  const held = merged(windows.filter((window) => window.document === id));
  return gapsIn({ from: 0, to: text.length }, held, 0).map(({ from, to }) => ({
    document: id,
    number: 0,
    from,
    to,
    text: text.slice(from, to),
    before: "",
    sections: document.sections.filter((section) => section.from < to && section.to > from).map((section) => section.id),
  }));
}

function named(document: Document, unread: readonly Unread[]): string {
  const names = unread.slice(0, MOST_NAMED).map(({ window, gaps }) => {
    const section = document.sections.find(({ id }) => id === window.sections[0]);
    const ranges = gaps.map(({ from, to }) => `${from} to ${to}`).join(" and ");
    const number = window.number === 0 ? "no window for" : `window ${window.number},`;
    return `${number} ${section === undefined ? "" : `${sectionName(section)} `}(${ranges})`;
  });
  const more = unread.length - names.length;
  return more === 0 ? names.join("; ") : `${names.join("; ")}; and ${more} more`;
}

function windowsText(count: number): string {
  return `${count} ${count === 1 ? "window" : "windows"}`;
}
