import { lastAtMost } from "../text/places.js";

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“”", "«": "»", "'": "'", "‘": "’" };
const LETTER = /[\p{L}\p{N}]/u;

type Range = readonly [from: number, to: number];

/**
 * Tells whether a stretch of prose stands between quotation marks, and so is another's words or a mention. A mark that is never
 * closed opens nothing; single and double marks are followed apart, so that an apostrophe cannot hide a quotation.
 */
export function quotationsIn(prose: string): (from: number, to: number) => boolean {
  const ranges = withoutOverlaps(quotedRanges(prose));
  return (from, to) => {
    const [start, end] = ranges[lastAtMost(ranges.length, (index) => ranges[index]?.[0] ?? 0, from - 1)] ?? [0, 0];
    return start < from && to <= end;
  };
}

function quotedRanges(prose: string): readonly Range[] {
  const ranges: Range[] = [];
  const open: { single?: { at: number; closing: string }; double?: { at: number; closing: string } } = {};
  for (const { index, 0: mark } of prose.matchAll(/["“”„«»'‘’]/g)) {
    const level = "'‘’".includes(mark) ? "single" : "double";
    const opened = open[level];
    const before = prose[index - 1] ?? " ";
    const after = prose[index + 1] ?? " ";
    if (opened?.closing.includes(mark) && !/\s/.test(before) && !LETTER.test(after)) {
      ranges.push([opened.at, index + 1]);
      delete open[level];
    } else if (!opened && CLOSING[mark] !== undefined && !LETTER.test(before) && !/\s/.test(after)) {
      open[level] = { at: index, closing: CLOSING[mark] };
    }
  }
  return ranges;
}

function withoutOverlaps(ranges: readonly Range[]): readonly Range[] {
  const apart: Range[] = [];
  for (const range of [...ranges].sort((one, other) => one[0] - other[0])) {
    const last = apart.at(-1);
    if (!last || last[1] < range[0]) apart.push(range);
    else apart[apart.length - 1] = [last[0], Math.max(last[1], range[1])];
  }
  return apart;
}
