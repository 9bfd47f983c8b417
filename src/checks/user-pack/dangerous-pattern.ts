import { createRequire } from "node:module";
import type { RedosDetectorTrail } from "redos-detector";
import { plainSource } from "./regex-source.js";

/**
 * How a pattern is judged. A match is tried from each place on and looks at no more than a window of bounded length (`pattern-matches.ts`), so
 * what must be bounded is the work of one try in proportion to the window: in how many ways at once a beginning of a text can be read. More
 * than `WAYS_AT_MOST`, or no answer after `STEPS_AT_MOST`, and it is refused. Steps are counted, not time, so that it is the same everywhere.
 */
const WAYS_AT_MOST = 10;
const STEPS_AT_MOST = 2_000;
/** A pattern in which nothing repeats needs no judge where all that it can take are so few. */
const ALL_WAYS_AT_MOST = 200;
const LENGTH_AT_MOST = 500;

const require = createRequire(import.meta.url);

// Loaded for the first pattern only: packs of phrases need no judge.
let judge: typeof import("redos-detector") | undefined;
const redosDetector = (): typeof import("redos-detector") => {
  // The one cast: `require` knows nothing of the module's types.
  judge ??= require("redos-detector") as typeof import("redos-detector");
  return judge;
};

/** Why a pattern may not be used, as the end of a sentence; undefined where it may. */
export function faultOfPattern(pattern: string, flags: string): string | undefined {
  if (pattern.length > LENGTH_AT_MOST) return `has ${pattern.length} characters, expected at most ${LENGTH_AT_MOST}: make two rules of it`;
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, `${flags}u`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, "") : String(cause);
    return `is no regular expression with the flag "u" (${why}): correct it`;
  }
  if (regex.test("")) return "matches where nothing stands, expected at least one character: take out the last `*` or `?`";
  const { source, ways, fault } = plainSource(pattern, flags.includes("i"));
  if (fault !== undefined) return blowsUp(fault, "take out `*` and `+` there, or put a count of at most 4 in their place");
  const rivals = ways <= ALL_WAYS_AT_MOST ? undefined : rivalsIn(source, flags);
  return rivals === undefined ? undefined : blowsUp(rivals, "let one text be taken in one way only, or give `phrases` instead");
}

function blowsUp(why: string, advice: string): string {
  return `can blow up: ${why}, so that a long text may take for ever; ${advice}`;
}

/** Which parts of a pattern can take the same text; undefined where none can without bound. */
function rivalsIn(source: string, flags: string): string | undefined {
  let trails: readonly RedosDetectorTrail[];
  try {
    const judged = redosDetector().isSafePattern(`^(?:${source})`, {
      unicode: true,
      multiLine: flags.includes("m"),
      dotAll: flags.includes("s"),
      maxSteps: STEPS_AT_MOST,
      maxScore: WAYS_AT_MOST,
    });
    if (judged.safe) return undefined;
    trails = judged.trails;
  } catch {
    // What the judge cannot read it cannot call safe.
    return "it cannot be judged";
  }
  const pairs = trails[0]?.trail ?? [];
  const pair = pairs.find(({ a, b }) => a.node.start.offset !== b.node.start.offset) ?? pairs.at(-1);
  if (!pair) return "it can take a text in too many ways";
  const [one, other] = [pair.a.node, pair.b.node].sort((x, y) => x.start.offset - y.start.offset).map((node) => asWritten(node.source));
  return one === other ? `"${one}" in it can take the same text in many ways` : `"${one}" and "${other}" in it can take the same text`;
}

/** A letter of both cases as the one that was written. */
function asWritten(part: string): string {
  const [, one = "", other = ""] = /^\[(\p{L})(\p{L})\]$/u.exec(part) ?? [];
  return one !== "" && one.toLowerCase() === other.toLowerCase() ? one : part;
}
