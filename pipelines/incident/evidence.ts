import { z } from "zod";

/** One line of a log, by a name under which a cause can cite it. */
export const Evidence = z.object({
  id: z.string(),
  file: z.string(),
  line: z.int().positive(),
  text: z.string(),
  time: z.string().nullable(),
});
export type Evidence = z.output<typeof Evidence>;

const TROUBLE =
  /\b(?:errors?|fatal|fail(?:ed|s|ure)?|exceptions?|panic|refused|denied|timed? ?out|killed|cannot|could not|gone|given up|E[A-Z]{4,})\b/i;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/;

/** Lines around one that speaks of trouble: what happened before it is often the cause. */
const AROUND = 3;

/**
 * The lines that tell of trouble, with those around them, in the order of their times as far as they have any, each with an id
 * (`E1`). Of more than `most` the first and the last half are kept: how it began, and how it ended.
 */
export function evidenceIn(
  files: Readonly<Record<string, string>>,
  most: number,
): { readonly evidence: readonly Evidence[]; readonly leftOut: number } {
  const ordered = Object.entries(files)
    .flatMap(([file, text]) => linesOf(file, text))
    .map((line, index) => ({ ...line, index }))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.index - other.index))
    .map(({ at: _at, index: _index, ...line }) => line);
  const leftOut = Math.max(0, ordered.length - most);
  const head = Math.ceil(most / 2);
  const kept = leftOut === 0 ? ordered : [...ordered.slice(0, head), ...ordered.slice(ordered.length - (most - head))];
  return { evidence: kept.map((line, index) => ({ id: `E${index + 1}`, ...line })), leftOut };
}

/** `at` is when a line was written: a line without a time belongs to the one before it. */
function linesOf(file: string, text: string): readonly (Omit<Evidence, "id"> & { readonly at: string })[] {
  const lines = text.split(/\r?\n/);
  const wanted = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (!TROUBLE.test(line)) continue;
    for (let near = index - AROUND; near <= index + AROUND; near += 1) wanted.add(near);
  }
  let at = "";
  return lines.flatMap((line, index) => {
    const time = TIME.exec(line)?.[0] ?? null;
    at = time ?? at;
    return wanted.has(index) && line.trim() !== "" ? [{ file, line: index + 1, text: line.slice(0, 500), time, at }] : [];
  });
}
