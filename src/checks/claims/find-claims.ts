import { type ActKind, actOf } from "./acts.js";
import { EVERY_HINT, HINT } from "./hints.js";

export interface Claim {
  readonly kind: ActKind;
  /** The act, where it is one that is known under several words. */
  readonly act: string | undefined;
  /** The words by which the sentence says it. */
  readonly said: string;
}

/** Between the one who did something and the verb: `we then carefully`, `I have also`. */
const ADVERBS =
  "(?: (?:have|had|has|also|then|first|next|even|just|only|never|finally|later|soon|both|all|each|once|again|\\p{L}{2,20}ly)){0,3}";
const DOER = "(?:we|i|(?:the|our|my)(?: \\p{L}{2,20}(?:-\\p{L}{2,20})?)? (?:team|authors?|developers?|engineers?|maintainers?))";
const PATTERNS: readonly RegExp[] = [
  // We compared, I've also measured, the team then decided.
  new RegExp(`(?<![\\p{L}'’])${DOER}(?:['’](?:ve|d))?${ADVERBS} (\\p{L}{2,24})(?![\\p{L}])`, "gu"),
  // Was tested, were carefully compared, has been measured.
  /(?<![\p{L}])(?:was|were|been|got|is being|are being)(?: (?:\p{L}{2,20}ly|then|also|first|again|even|never)){0,2} (\p{L}{1,24}(?:ed|t|n|ose|ound))(?![\p{L}])/gu,
  // Benchmarks showed, testing on the device revealed.
  /(?<![\p{L}])(?:benchmarks?|tests?|testing|experiments?|profiling|profiles?|measurements?|comparisons?|analysis|analyses|metrics|traces?|investigations?|inspection|trials?|debugging|results|timings?|reviews?|load tests?|logs)(?: (?:of|on|in|with|from|for) (?:\p{L}+ ){0,3}\p{L}+)?(?: (?:also|then|soon|quickly|clearly|later))? (showed|revealed|confirmed|suggested|indicated|proved|demonstrated|pointed|uncovered|found|identified|exposed)(?![\p{L}])/gu,
  // Captures showed, the graph revealed: whatever it was, somebody looked at it.
  /(?<![\p{L}])\p{L}{2,24} (?:also |then |soon |quickly |clearly |later )?(showed|revealed|confirmed|uncovered|exposed|demonstrated)(?![\p{L}])/gu,
  // After several tests, through careful profiling, a series of memory comparisons.
  /(?<![\p{L}])(?:after|through|following|by|during|from|via|in|with)(?: (?:several|many|a few|some|countless|multiple|numerous|repeated|careful|extensive|thorough|much|further|hours of|days of|weeks of|rounds? of|a (?:series|round|batch|number|couple) of)){1,3} (tests|testing|iterations|attempts|investigation|interviews|analysis|tuning|experiments?|benchmarks?|comparisons?|measurements?|profiling|debugging|trials?)(?![\p{L}])/gu,
  /(?<![\p{L}])(?:after|through|following|during|via)(?! (?:each|every|any)(?![\p{L}]))(?: \p{L}{1,20}(?:-\p{L}{1,20})?){1,4} (experiments?|experimentation|benchmarks?|benchmarking|trials?|measurements?|comparisons?|profiling|debugging|ablations?|tweaking)(?![\p{L}])/gu,
  // Memory comparisons, batch-size experiments: work that is named, whoever did it.
  /(?<![\p{L}])(?:ran|run|did|made|conducted|performed|carried out|completed|included|involved|required|took|needed|held|started with|began with|led to)(?: \p{L}+(?:-\p{L}+)?,?){0,5} (experiments?|benchmarks?|trials?|measurements?|comparisons?|profiling|ablations?|interviews|surveys?|load tests?|stress tests?|a\/b tests?|iterations)(?![\p{L}])/gu,
  /(?<![\p{L}-])(?:\p{L}+-\p{L}+|memory|performance|batch|latency|load|stress|speed|cache|accuracy|side-by-side|manual|early|initial|extensive|careful|first|further|repeated|user) (experiments?|comparisons?|benchmarks?|benchmarking|measurements?|trials?|profiling|ablations?|testing|experimentation|interviews)(?![\p{L}])(?! (?:is|are|can|may|will|needs?|takes?|uses?|runs?|works?|happens?|costs?|modes?|suites?|tools?|commands?)(?![\p{L}]))/gu,
  // Having measured; comparing the two runs, we; by tracing.
  /(?<![\p{L}])(?:having|after|by|while|upon|on)(?: (?:\p{L}{2,20}ly|first|then))? (\p{L}{3,20}(?:ed|ing|ound|een))(?![\p{L}])/gu,
  /^(\p{L}{3,20}ing) /gu,
  // Am testat, am măsurat, s-a decis, au fost comparate.
  /(?<![\p{L}])(?:am|s-a|s-au|au fost|a fost|noi am)(?: (?:apoi|și|mai|întâi)){0,2} (\p{L}{3,24})(?![\p{L}])/gu,
];
/** Without its hint in a sentence a pattern matches nothing there. */
const HINTS = [
  HINT.doer,
  HINT.passive,
  HINT.showed,
  HINT.showed,
  HINT.work,
  HINT.work,
  HINT.work,
  HINT.work,
  HINT.participle,
  HINT.participle,
  HINT.romanian,
] as const;
const FIRST_PERSON = 0;
const PASSIVE = 1;
const PARTICIPLES = [8, 9];
/** A participle alone may say how something works; with one of these it tells what somebody did. */
const TELLS =
  /(?<![\p{L}])(?:we|i|the team|our team|the authors?|(?:show|reveal|confirm|suggest|uncover)ed|turned out|made it|led to|pointed)(?![\p{L}])/u;

/** Verbs of a first person that say what is thought or wished, or how things are: nothing that was done. */
const NO_DEED =
  /^(?:are|were|was|have|had|has|would|could|should|might|may|can|will|do|did|does|must|shall|ought|believed?|thought|think|hoped?|wanted|wished|liked|loved|needed|felt|knew|know|expect(?:ed)?|plan(?:ned)?|prefer|want|like|love|need|hope|wish|feel|mean|meant|guess|suspect|wonder(?:ed)?|not|no|never|and|or|who|which|that|in|at|on|of|to|for|with|as|is|am|be|been|say|call|see|use|keep|live|work|depend|assume|recommend|suggest|welcome|thank|thanks|apologi\p{L}+)$/u;
const IRREGULAR_PAST = new Set(
  "ran saw found chose wrote rewrote built made took went got came began gave kept left lost met put read sent set spent stood taught threw told understood dug drew drove held hit cut hid spoke split spun swept won fed learnt led caught brought bought broke".split(
    " ",
  ),
);
/** What is planned, wished, possible or on a condition has not been done. */
const UNREAL =
  /(?<![\p{L}])(?:if|unless|would|could|should|might|may|must|will|shall|can|cannot|can't|won't|to be|plan to|plans to|hope to|hopes to|needs? to|want to|wants to|going to|todo|next step|please|let us|let's|ar|vom|va|trebuie|dacă)(?![\p{L}])/u;
const DENIED =
  /(?<![\p{L}])(?:no|not|never|nobody|none|neither|without|nothing|didn['’]t|wasn['’]t|weren['’]t|haven['’]t|hasn['’]t|hadn['’]t|nu|niciun|nicio|fără)(?![\p{L}])/u;

/** The more telling kinds first: a sentence that says "we ran comparisons" is about the comparisons. */
const TELLING: readonly ActKind[] = ["measured", "seen", "decided", "done"];

/**
 * By which words a sentence says that work was done, seen, measured or decided; `undefined` where it does not. A question, a plan, a
 * condition, an order and a denial say nothing of the kind. `hints` are those of its words, where they are known.
 */
export function claimIn(sentence: string, hints = EVERY_HINT): Claim | undefined {
  if (/\?["”’)]?$/.test(sentence)) return undefined;
  const found: Claim[] = [];
  const lower = sentence.toLowerCase();
  // A few letters change their length in lower case, and then the places in it are not those in the sentence.
  const original = lower.length === sentence.length ? sentence : lower;
  for (const [index, pattern] of PATTERNS.entries()) {
    if ((hints & (HINTS[index] ?? 0)) === 0) continue;
    for (const match of lower.matchAll(pattern)) {
      const verb = match[1] ?? "";
      const to = match.index + match[0].length;
      const clause = clauseAround(lower, match.index, to);
      const after = lower.slice(to);
      if (UNREAL.test(clause) || DENIED.test(clause) || (index === FIRST_PERSON && /^ (?:no|nothing|none)(?![\p{L}])/u.test(after)))
        continue;
      const act = actOf(verb);
      if (index === FIRST_PERSON) {
        if (NO_DEED.test(verb)) continue;
        if (!/(?:ed|ught)$/.test(verb) && !IRREGULAR_PAST.has(verb)) continue;
      } else if (index === PASSIVE || PARTICIPLES.includes(index) || index === PATTERNS.length - 1) {
        if (act === undefined || (index === PASSIVE && act.kind === "done" && !PASSIVE_DEEDS.has(act.name))) continue;
        if (PARTICIPLES.includes(index) && act.kind === "done") continue;
        if (PARTICIPLES.includes(index) && !TELLS.test(lower)) continue;
        if (index === PATTERNS.length - 1 && !/(?:[aiu]t|[aiu]te|es|us|ese|use|ată|ută|ită)$/u.test(verb)) continue;
      }
      found.push({ kind: act?.kind ?? "done", act: act?.name, said: original.slice(match.index, to).trim() });
    }
  }
  return found.sort((a, b) => TELLING.indexOf(a.kind) - TELLING.indexOf(b.kind))[0];
}

/** Deeds that count in the passive too; "was added" and "was changed" are how a text tells what the facts count. */
const PASSIVE_DEEDS: ReadonlySet<string> = new Set(["fix", "speed", "talk", "run"]);

/** What stands before a match in its clause, and the match. */
function clauseAround(sentence: string, from: number, to: number): string {
  const before = sentence.slice(Math.max(0, from - 60), from).replace(/^.*[,;:—]/s, "");
  return before + sentence.slice(from, to);
}
