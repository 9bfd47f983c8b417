import { formBits, type Runs } from "../text/runs.js";

/** What a word may give to a pattern of claims, as bits. */
export const HINT = { doer: 1, passive: 2, showed: 4, work: 8, participle: 16, romanian: 32 } as const;

export const EVERY_HINT = 63;

/** May stand right before a participle that tells what somebody did; kept apart, since each of the two alone is in every other sentence. */
const BEFORE_PARTICIPLE = 64;

const word = (words: string) => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, "u");
const DOER = word("we|i|teams?|authors?|developers?|engineers?|maintainers?");
const PASSIVE = word("was|were|been|got|being");
const SHOWED = word("showed|revealed|confirmed|suggested|indicated|proved|demonstrated|pointed|uncovered|found|identified|exposed");
const WORK = word(
  "tests?|testing|iterations|attempts|investigation|interviews|analysis|tuning|experiments?|experimentation|benchmarks?|benchmarking|comparisons?|measurements?|profiling|debugging|trials?|ablations?|tweaking|surveys?",
);
const PREPOSITION = word("having|after|by|while|upon|on");
const PARTICIPLE = /(?:ed|ing|ound|een)(?![\p{L}])/u;
const ROMANIAN = word("am|au|a|s");

function bitsOf(form: string): number {
  const lower = form.toLowerCase();
  return (
    (DOER.test(lower) ? HINT.doer : 0) |
    (PASSIVE.test(lower) ? HINT.passive : 0) |
    (SHOWED.test(lower) ? HINT.showed : 0) |
    (WORK.test(lower) ? HINT.work : 0) |
    (PREPOSITION.test(lower) ? BEFORE_PARTICIPLE : 0) |
    (PARTICIPLE.test(lower) ? HINT.participle : 0) |
    (ROMANIAN.test(lower) ? HINT.romanian : 0)
  );
}

/**
 * The hints that the runs of a text give, by their numbers: `after tests` gives one of work, `by` one of nothing. So that patterns are tried
 * only where they may match.
 */
export function hintsIn(runs: Runs): (block: number, from: number, to: number, prose: string) => number {
  const bits = formBits(runs, bitsOf);
  let next = 0;
  return (block, from, to, prose) => {
    const end = runs.firstOf[block + 1] ?? 0;
    const first = runs.firstOf[block] ?? 0;
    if (next < first || next > end || (runs.from[next - 1] ?? 0) >= from) next = first;
    while (next < end && (runs.from[next] ?? 0) < from) next += 1;
    let hints = 0;
    for (let isFirst = true, before = 0; next < end && (runs.from[next] ?? 0) < to; isFirst = false, next += 1) {
      let own = bits[runs.ids[next] ?? 0] ?? 0;
      // A participle counts behind its preposition, with a word between at most, or as the first word.
      if ((own & HINT.participle) !== 0 && !isFirst && (before & BEFORE_PARTICIPLE) === 0) own &= ~HINT.participle;
      if ((own & HINT.romanian) !== 0 && !isRomanian(runs, next, prose)) own &= ~HINT.romanian;
      hints |= own;
      before = (bits[runs.ids[next] ?? 0] ?? 0) | (bits[runs.ids[next - 1] ?? 0] ?? 0);
    }
    return hints & EVERY_HINT;
  };
}

/** `am` and `au` are; `a` and `s` are where they belong to `s-a` or `a fost`. */
function isRomanian({ forms, ids, from, to }: Runs, run: number, prose: string): boolean {
  const form = forms[ids[run] ?? 0] ?? "";
  if (form.length > 1) return true;
  const end = to[run] ?? 0;
  return /^s$/i.test(form) ? prose.charAt(end) === "-" : forms[ids[run + 1] ?? 0] === "fost" && from[run + 1] === end + 1;
}
