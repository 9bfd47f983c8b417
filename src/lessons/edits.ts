/** What a person took out of a value and put in its place. */
export interface Edit {
  /** Which part of the value: `title`, `sections.2`; empty for the value itself. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A comparison of longer texts would take a table of millions; what is left then is taken as one change. */
const MOST_WORDS = 3_000;
/** Changes that stand no more than so many words apart are one. */
const CLOSE = 2;

/** The changes between a value that was shown and the one that was approved, in the order of the text. */
export function editsBetween(shown: unknown, approved: unknown, path = ""): readonly Edit[] {
  if (typeof shown === "string" && typeof approved === "string") return textEdits(shown, approved).map((edit) => ({ path, ...edit }));
  if (isRecord(shown) && isRecord(approved)) {
    const keys = [...new Set([...Object.keys(shown), ...Object.keys(approved)])];
    return keys.flatMap((key) => editsBetween(shown[key], approved[key], path === "" ? key : `${path}.${key}`));
  }
  const [before, after] = [textOf(shown), textOf(approved)];
  return before === after ? [] : [{ path, before, after }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function textEdits(shown: string, approved: string): readonly Omit<Edit, "path">[] {
  const before = shown.split(/\s+/).filter((word) => word !== "");
  const after = approved.split(/\s+/).filter((word) => word !== "");
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const hunks = hunksOf(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return hunks.map((hunk) => ({ before: hunk.before.join(" "), after: hunk.after.join(" ") }));
}

interface Hunk {
  readonly before: string[];
  readonly after: string[];
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  if (before.length === 0 && after.length === 0) return [];
  if (before.length * after.length > MOST_WORDS * MOST_WORDS || before.length === 0 || after.length === 0) {
    return [{ before: [...before], after: [...after] }];
  }
  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  let common: string[] = [];
  for (const step of stepsOf(before, after)) {
    if (step.is === "both") {
      common.push(step.word);
      continue;
    }
    if (open !== undefined && common.length <= CLOSE) {
      open.before.push(...common);
      open.after.push(...common);
    } else {
      open = { before: [], after: [] };
      hunks.push(open);
    }
    common = [];
    open[step.is].push(step.word);
  }
  return hunks;
}

/** By the longest common subsequence: the words of both in one order, each with where it stands. */
function* stepsOf(
  before: readonly string[],
  after: readonly string[],
): Generator<{ readonly is: "both" | "before" | "after"; readonly word: string }> {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [old, put] = [before[row], after[column]];
    if (old !== undefined && old === put) {
      yield { is: "both", word: old };
      row += 1;
      column += 1;
    } else if (old !== undefined && (put === undefined || at(row + 1, column) >= at(row, column + 1))) {
      yield { is: "before", word: old };
      row += 1;
    } else if (put !== undefined) {
      yield { is: "after", word: put };
      column += 1;
    }
  }
}
