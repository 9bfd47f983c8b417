import type { Near, Surroundings } from "./surroundings.js";

/** A figure that has to follow from others, give or take `half`. */
export interface Sought {
  readonly kind: "number" | "duration" | "size" | "percentage";
  readonly raw: readonly number[];
  readonly values: readonly number[];
  readonly half: number;
}

/** Words that say that a figure comes of others. */
const COMES_OF =
  /(?<![\p{L}])(?:so|thus|that is|which is|that makes|makes|or|in all|altogether|together|total|sum|adds? up|leav\p{L}{1,3}|left|rest|remain\p{L}{0,5}|other|others|more|fewer|less|than|apart|differ\p{L}{0,5}|later|earlier|sooner|longer|shorter|smaller|larger|higher|lower|faster|slower|gone|only|needs?|instead|deci|adică|mai|also|mehr|weniger)(?![\p{L}])/u;
const TAKEN_TIMES = /(?<![\p{L}])(?:adds? up|in all|altogether|total|together|makes|comes? to|amounts?|times)(?![\p{L}])/u;

/**
 * Whether a figure follows from figures that the text itself says beside it, and which are right: a sum ("four added, eight removed: 12"), a difference,
 * a share ("84 of 120, 70 percent"), a product that is said to be one. A reader can work it out again, and so can this. Figures of the sentence before or
 * after count where a word says that the figure comes of others.
 */
export function isWorkedOut(sought: Sought, { near, sentence }: Surroundings): boolean {
  if (near.length === 0) return false;
  const isSaidToCome = COMES_OF.test(sentence);
  const numbers = near.filter(({ sentencesOff }) => sentencesOff === 0 || isSaidToCome);
  const operands = numbers.flatMap((said) => operandsOf(said, sought));
  const sameSentence = numbers.filter(({ sentencesOff }) => sentencesOff === 0);
  for (const [index, a] of operands.entries()) {
    for (const b of operands.slice(index + 1)) {
      if (a.said === b.said || !haveOneUnit(a, b)) continue;
      // Of two figures in other sentences anything may follow.
      if (a.said.sentencesOff > 0 && b.said.sentencesOff > 0 && sought.kind === "number" && Math.max(...sought.values) <= SMALL) continue;
      if (fits(sought, ...yieldOf(sought, a, b))) return true;
      if (sought.kind !== "percentage" && TAKEN_TIMES.test(sentence) && fits(sought, a.value * b.value)) return true;
    }
  }
  if (sought.kind === "duration" && isProduct(sought, numbers, sentence)) return true;
  return sought.kind === "number" && followsOfThree(sought, sameSentence);
}

const SMALL = 20;

interface Operand {
  readonly said: Near;
  readonly value: number;
  /** What one of it is in seconds or bytes; `undefined` for a plain number, which takes the unit of the other. */
  readonly scale: number | undefined;
}

function operandsOf(said: Near, { kind }: Sought): readonly Operand[] {
  const { raw, values } = said;
  if (said.kind === "time") return kind === "duration" ? values.map((minutes) => ({ said, value: 60 * minutes, scale: 1 })) : [];
  if (said.kind === "date") return [];
  if (kind === "number" || kind === "percentage")
    return (raw.length > 0 ? raw : values).map((value) => ({ said, value, scale: undefined }));
  if (said.kind === "number") return values.map((value) => ({ said, value, scale: undefined }));
  if (said.kind !== kind) return [];
  return values.map((value, index) => ({
    said,
    value,
    scale: raw[index] === undefined || raw[index] === 0 ? 1 : value / (raw[index] ?? 1),
  }));
}

function haveOneUnit(a: Operand, b: Operand): boolean {
  return a.said.kind === b.said.kind || a.said.kind === "number" || b.said.kind === "number";
}

function yieldOf({ kind }: Sought, a: Operand, b: Operand): readonly number[] {
  const scale = a.scale ?? b.scale;
  const [x, y] = kind === "duration" || kind === "size" ? [inUnit(a, scale), inUnit(b, scale)] : [a.value, b.value];
  if (x === undefined || y === undefined) return [];
  if (kind !== "percentage") return [x + y, Math.abs(x - y)];
  const points = a.said.kind === "percentage" || b.said.kind === "percentage" ? [Math.abs(x - y), x + y] : [];
  return [x / y, y / x, Math.abs(x - y) / x, Math.abs(x - y) / y].map((share) => 100 * share).concat(points);
}

/** A plain number beside a measured one has its unit: "640 ms before and 580 now". Two plain ones have none. */
function inUnit({ value, scale }: Operand, other: number | undefined): number | undefined {
  if (other === undefined) return undefined;
  return scale === undefined ? value * other : value;
}

/** "60 pushes a day, 15 minutes each: that adds up to fifteen hours." */
function isProduct(sought: Sought, near: readonly Near[], sentence: string): boolean {
  if (!TAKEN_TIMES.test(sentence)) return false;
  const counts = near.filter(({ kind }) => kind === "number").flatMap(({ values }) => values);
  const durations = near.filter(({ kind }) => kind === "duration").flatMap(({ values }) => values);
  return counts.some((count) => durations.some((duration) => fits(sought, count * duration)));
}

/** "37 species here, nine there, six on both, so 40 in all." */
function followsOfThree(sought: Sought, near: readonly Near[]): boolean {
  if (near.length < 3) return false;
  const values = near.map(({ raw, values: own }) => (raw.length > 0 ? raw : own)[0] ?? 0);
  const all = values.reduce((sum, value) => sum + value, 0);
  if (fits(sought, all)) return true;
  for (const [index, a] of values.entries()) {
    for (const [next, b] of values.entries()) {
      if (next <= index) continue;
      for (const [last, c] of values.entries()) {
        if (last !== index && last !== next && (fits(sought, a + b - c) || (last > next && fits(sought, a + b + c)))) return true;
      }
    }
  }
  return false;
}

function fits({ values, half }: Sought, ...yielded: readonly number[]): boolean {
  return yielded.some(
    (one) => Number.isFinite(one) && values.some((value) => Math.abs(one - value) <= half * (1 + 1e-9) + 1e-9 * Math.abs(value)),
  );
}
