import { KIND, kindAt } from "../text/letters.js";
import type { ParsedText } from "../text/parse-text.js";
import { type Runs, runsOf } from "../text/runs.js";
import type { Sentence } from "../text/sentences.js";
import { type Claim, claimsIn } from "./find-claims.js";
import { type NamedWork, namedWorkIn } from "./named-work.js";
import { quotationsIn } from "./speech.js";
import { classesOf, IS } from "./word-classes.js";

/** One of these stands in every sentence that claims something. */
const HINT = IS.act | IS.first | IS.work | IS.romanian | IS.german | IS.suspicion | IS.am | IS.surfaces | IS.shows;
/** Names work for the patterns of `namedWorkIn`; some of the words that they know are of no other class. */
const WORK_WORD =
  /^(?:tests?|testing|iterations?|attempts|investigation|interviews|analysis|tuning|experiments?|experimentation|benchmarks?|benchmarking|comparisons?|measurements?|profiling|debugging|trials?|ablations?|tweaking|surveys?)$/;

/**
 * Finds the claims of a text's sentences, asked for in their order. A question claims nothing, nor do the quoted words of others.
 */
export function claimFinder(parsed: ParsedText): (block: number, sentence: Sentence) => readonly Claim[] {
  const runs = runsOf(parsed);
  const classes = Int32Array.from(runs.forms, classesOf);
  const isWork = Uint8Array.from(runs.forms, (form) => (WORK_WORD.test(form.toLowerCase()) ? 1 : 0));
  const isParticiple = Uint8Array.from(runs.forms, (form) => (/(?:ed|ing|ound|een)$/.test(form) ? 1 : 0));
  const isPreposition = Uint8Array.from(runs.forms, (form) => (/^(?:having|after|by|while|upon|on)$/i.test(form) ? 1 : 0));
  let common: ReadonlySet<string> | undefined;
  const isCommon = (lower: string) => {
    common ??= new Set(runs.forms);
    return common.has(lower);
  };
  let names: ReadonlySet<number> | undefined;
  const isName = (run: number) => {
    names ??= namesIn(parsed, runs);
    return names.has(runs.ids[run] ?? -1);
  };
  let quoted: { readonly block: number; readonly ranges: ReturnType<typeof quotationsIn> } | undefined;
  let next = 0;
  return (number, { from, to }) => {
    const prose = parsed.blocks[number]?.prose ?? "";
    const limit = runs.firstOf[number + 1] ?? 0;
    const first = runs.firstOf[number] ?? 0;
    if (next < first || next > limit || (runs.from[next - 1] ?? 0) >= from) next = first;
    while (next < limit && (runs.from[next] ?? 0) < from) next += 1;
    const start = next;
    let [hints, ofWork, ofParticiple, before] = [0, 0, 0, 1];
    for (; next < limit && (runs.from[next] ?? 0) < to; next += 1) {
      const id = runs.ids[next] ?? 0;
      hints |= classes[id] ?? 0;
      ofWork |= isWork[id] ?? 0;
      ofParticiple |= (isParticiple[id] ?? 0) & before;
      before = (isPreposition[id] ?? 0) | (isPreposition[runs.ids[next - 1] ?? 0] ?? 0);
    }
    const mayClaim = (hints & HINT) !== 0;
    if (!mayClaim && ofWork === 0 && ofParticiple === 0) return [];
    if (/\?["”’)]?$/.test(prose.slice(Math.max(from, to - 3), to))) return [];
    const verbs = mayClaim ? claimsIn({ runs, classes, first: start, end: next, prose, sentenceTo: to, isCommon, isName }) : [];
    const named =
      ofWork === 0 && ofParticiple === 0
        ? []
        : namedWorkIn(prose.slice(from, to).replace(/\s/g, " "), { ofWork: ofWork === 1, ofParticiple: ofParticiple === 1 });
    if (verbs.length === 0 && named.length === 0) return [];
    if (quoted?.block !== number) quoted = { block: number, ranges: quotationsIn(prose) };
    const { ranges } = quoted;
    return joined(verbs, named, { from, to }).filter((claim) => !ranges.some((range) => range.from <= claim.from && claim.from < range.to));
  };
}

/** The forms that stand with a capital behind a word in small letters. */
function namesIn({ blocks }: ParsedText, { firstOf, from, to, ids }: Runs): ReadonlySet<number> {
  const names = new Set<number>();
  for (const [number, { prose }] of blocks.entries()) {
    for (let run = (firstOf[number] ?? 0) + 1; run < (firstOf[number + 1] ?? 0); run += 1) {
      const at = from[run] ?? 0;
      if ((kindAt(prose, at) & KIND.upper) === 0 || (to[run - 1] ?? 0) !== at - 1) continue;
      if ((kindAt(prose, from[run - 1] ?? 0) & KIND.lower) !== 0 && prose.charAt(at - 1) === " ") names.add(ids[run] ?? -1);
    }
  }
  return names;
}

/** Work that is named in the clause of a verb says what the verb was about: `we ran memory comparisons` is measured. */
function joined(verbs: readonly Claim[], named: readonly NamedWork[], sentence: Sentence): readonly Claim[] {
  const claims = [...verbs];
  for (const work of named) {
    const [from, to] = [sentence.from + work.from, sentence.from + work.to];
    const at = claims.findIndex((claim) => from < claim.clauseTo && to > claim.clauseFrom);
    const claim = claims[at];
    if (claim === undefined)
      claims.push({ kind: work.kind, act: work.act, verb: "", from, to, clauseFrom: sentence.from, clauseTo: sentence.to, isAside: false });
    else if (work.kind === "measured" && claim.kind === "done") claims[at] = { ...claim, kind: "measured", act: work.act };
  }
  return claims.sort((a, b) => a.from - b.from);
}
