import { posix } from "node:path";

/** What must have been read: a file, or a window of it by the numbers or names that its tool has for them. */
export interface Part {
  readonly source: string;
  readonly from?: number | string;
  readonly to?: number | string;
}

/** What was read and shown. Without `to`: from there to the end. */
export interface ReadPart {
  readonly path: string;
  readonly from?: number | string | undefined;
  readonly to?: number | string | undefined;
}

/** Windows of whole numbers may count their last one in or not: 1 to 10 and 11 to 20 leave nothing out. */
const TOUCHING = 1;

/** What was not read of what must be; of a window of numbers the gaps. */
export function unreadOf(parts: readonly Part[], reads: readonly ReadPart[]): readonly Part[] {
  return parts.flatMap((part) =>
    gapsOf(
      part,
      reads.filter(({ path }) => pathOf(path) === pathOf(part.source)),
    ),
  );
}

function gapsOf(part: Part, reads: readonly ReadPart[]): readonly Part[] {
  const { source, from, to } = part;
  // A name of a chapter, say, is no place between others.
  if (typeof from === "string" || typeof to === "string") {
    return reads.some((read) => isWhole(read) || (read.from === from && read.to === to)) ? [] : [part];
  }
  const end = to ?? Number.POSITIVE_INFINITY;
  const windows = reads.flatMap(windowOf).sort((one, other) => one.from - other.from);
  if (windows.length === 0) return [part];
  const gaps: Part[] = [];
  let at = from ?? 0;
  // A file begins with line 0 or with line 1.
  let tolerance = from === undefined ? TOUCHING : 0;
  for (const window of windows) {
    if (window.from > at + tolerance && at < end) gaps.push({ source, from: at, to: Math.min(window.from, end) });
    at = Math.max(at, window.to);
    tolerance = TOUCHING;
  }
  if (at < end) gaps.push({ source, from: at, ...(to !== undefined && { to }) });
  return gaps;
}

function isWhole({ from, to }: ReadPart): boolean {
  return from === undefined && to === undefined;
}

function windowOf({ from, to }: ReadPart): readonly { readonly from: number; readonly to: number }[] {
  if (typeof from === "string" || typeof to === "string") return [];
  return [{ from: from ?? 0, to: to ?? Number.POSITIVE_INFINITY }];
}

function pathOf(path: string): string {
  return posix.normalize(path.replaceAll("\\", "/"));
}

/** `"book.txt" from 40 to 80`. */
export function partText({ source, from, to }: Part): string {
  return `"${source}"${from === undefined ? "" : ` from ${from}`}${to === undefined ? "" : ` to ${to}`}`;
}
