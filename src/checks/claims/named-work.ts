import { type ActKind, actOf } from "./acts.js";

/** Work that a sentence names, with or without a verb of somebody who did it: `memory comparisons`, `after several tests`. */
export interface NamedWork {
  readonly kind: ActKind;
  readonly act: string | undefined;
  /** Where it stands in the sentence. */
  readonly from: number;
  readonly to: number;
}

const PATTERNS: readonly RegExp[] = [
  // After several tests, through careful profiling, a series of memory comparisons.
  /(?<![\p{L}])(?:after|through|following|by|during|from|via|in|with)(?: (?:several|many|a few|some|countless|multiple|numerous|repeated|careful|extensive|thorough|much|further|hours of|days of|weeks of|rounds? of|a (?:series|round|batch|number|couple) of)){1,3} (tests|testing|iterations|attempts|investigation|interviews|analysis|tuning|experiments?|benchmarks?|comparisons?|measurements?|profiling|debugging|trials?)(?![\p{L}])/gu,
  /(?<![\p{L}])(?:after|through|following|during|via)(?! (?:each|every|any)(?![\p{L}]))(?: \p{L}{1,20}(?:-\p{L}{1,20})?){1,4} (experiments?|experimentation|benchmarks?|benchmarking|trials?|measurements?|comparisons?|profiling|debugging|ablations?|tweaking)(?![\p{L}])/gu,
  // Memory comparisons, batch-size experiments: work that is named, whoever did it.
  /(?<![\p{L}])(?:ran|run|did|made|conducted|performed|carried out|completed|included|involved|required|took|needed|held|started with|began with|led to)(?: \p{L}+(?:-\p{L}+)?,?){0,5} (experiments?|benchmarks?|trials?|measurements?|comparisons?|profiling|ablations?|interviews|surveys?|load tests?|stress tests?|a\/b tests?|iterations)(?![\p{L}])/gu,
  /(?<![\p{L}-])(?:\p{L}+-\p{L}+|memory|performance|batch|latency|load|stress|speed|cache|accuracy|side-by-side|manual|early|initial|extensive|careful|first|further|repeated|user) (experiments?|comparisons?|benchmarks?|benchmarking|measurements?|trials?|profiling|ablations?|testing|experimentation|interviews)(?![\p{L}])(?! (?:is|are|can|may|will|needs?|takes?|uses?|runs?|works?|happens?|costs?|modes?|suites?|tools?|commands?)(?![\p{L}]))/gu,
  // Having measured; comparing the two runs, we; by tracing.
  /(?<![\p{L}])(?:having|after|by|while|upon|on)(?: (?:\p{L}{2,20}ly|first|then))? (\p{L}{3,20}(?:ed|ing|ound|een))(?![\p{L}])/gu,
  /^(\p{L}{3,20}ing) /gu,
];
const PARTICIPLES = [4, 5];
/** A participle alone may say how something works; with one of these it tells what somebody did. */
const TELLS =
  /(?<![\p{L}])(?:we|i|the team|our team|the authors?|(?:show|reveal|confirm|suggest|uncover)ed|turned out|made it|led to|pointed)(?![\p{L}])/u;
/** What is planned, wished, possible or on a condition has not been done. */
const UNREAL =
  /(?<![\p{L}])(?:if|unless|would|could|should|might|may|must|will|shall|can|cannot|can't|won't|to be|plan to|plans to|hope to|hopes to|needs? to|want to|wants to|going to|todo|next step|please|let us|let's|ar|vom|va|trebuie|dacă)(?![\p{L}])/u;
const DENIED =
  /(?<![\p{L}])(?:no|not|never|nobody|none|neither|without|nothing|didn['’]t|wasn['’]t|weren['’]t|haven['’]t|hasn['’]t|hadn['’]t|nu|niciun|nicio|fără)(?![\p{L}])/u;

/** The work that a sentence names. `ofWork` and `ofParticiple` are whether it has words of the kind that each half of the patterns needs. */
export function namedWorkIn(sentence: string, { ofWork, ofParticiple }: { ofWork: boolean; ofParticiple: boolean }): readonly NamedWork[] {
  const lower = sentence.toLowerCase();
  // A few letters change their length in lower case, and then the places in it are not those in the sentence.
  if (lower.length !== sentence.length) return [];
  const found: NamedWork[] = [];
  for (const [index, pattern] of PATTERNS.entries()) {
    const isParticiple = PARTICIPLES.includes(index);
    if (isParticiple ? !ofParticiple || !TELLS.test(lower) : !ofWork) continue;
    for (const match of lower.matchAll(pattern)) {
      const to = match.index + match[0].length;
      const clause = clauseAround(lower, match.index, to);
      if (UNREAL.test(clause) || DENIED.test(clause)) continue;
      const act = actOf(match[1] ?? "");
      if (isParticiple && (act === undefined || act.kind === "done")) continue;
      found.push({ kind: act?.kind ?? "measured", act: act?.name, from: match.index, to });
    }
  }
  return found;
}

/** What stands before a match in its clause, and the match. */
function clauseAround(sentence: string, from: number, to: number): string {
  const before = sentence.slice(Math.max(0, from - 60), from).replace(/^.*[,;:—]/s, "");
  return before + sentence.slice(from, to);
}
