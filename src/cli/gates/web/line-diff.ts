/** A line of two texts laid beside each other. */
export interface DiffLine {
  readonly is: "same" | "added" | "removed";
  readonly text: string;
}

/** Beyond this many pairs of lines the middle is taken as all new: nobody reads such a comparison, and it would take long. */
const MOST_PAIRS = 4_000_000;

/** The lines of both texts, with as many as possible taken as the same. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...linesOf("same", now.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...linesOf("same", now.slice(now.length - tail)),
  ];
}

function linesOf(is: DiffLine["is"], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ is, text }));
}

/** By the longest common subsequence, in a table of how much is common from each pair of lines on. */
function middle(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  if (old.length * now.length > MOST_PAIRS) return [...linesOf("removed", old), ...linesOf("added", now)];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < now.length) {
    const [was = "", is = ""] = [old[i], now[j]];
    if (was === is) {
      lines.push({ is: "same", text: is });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ is: "removed", text: was });
      i += 1;
    } else {
      lines.push({ is: "added", text: is });
      j += 1;
    }
  }
  return [...lines, ...linesOf("removed", old.slice(i)), ...linesOf("added", now.slice(j))];
}

/** Where nothing has changed for long, only the lines next to a change; `undefined` stands for those left out. */
export function closeToChanges(lines: readonly DiffLine[], around = 3): readonly (DiffLine | undefined)[] {
  const near = new Set<number>();
  for (const [index, { is }] of lines.entries()) {
    if (is === "same") continue;
    for (let close = index - around; close <= index + around; close += 1) near.add(close);
  }
  return lines.flatMap((line, index) => (near.has(index) ? [line] : index === 0 || near.has(index - 1) ? [undefined] : []));
}
