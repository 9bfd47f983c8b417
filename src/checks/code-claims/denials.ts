import { STAND_IN } from "../text/stand-in.js";
import { isWrittenAsCode, MOST_IN_BLOCK, type Passage } from "./passages.js";

/** What a text says that there is not. */
export type DenialKind =
  | "tested"
  | "called"
  | "imported"
  | "callsIn"
  | "defined"
  | "lacking"
  | "validated"
  | "handled"
  | "closed"
  | "awaited"
  | "exported";

/** "There is no test for X", found in a sentence. */
export interface Denial {
  readonly kind: DenialKind;
  /** What is said not to be there, as it is written. */
  readonly subject: string;
  readonly offset: number;
  /** The words that say it, as a range of the block's prose. */
  readonly from: number;
  readonly to: number;
  readonly said: string;
}

const ADVERB =
  "(?: (?:currently|still|entirely|completely|also|itself|simply|actually|ever|even|yet|really|apparently|effectively|in fact|just|now|at present|totally))*";
const NOUN =
  "(?:function|method|class|helper|module|variable|parameter|param|argument|field|constant|type|hook|component|command|option|interface|struct|trait|enum|macro|script|file|symbol|identifier|export|utility|util|routine|error|property|value|input|config|setting)";
/** `the function parse`, "parse", parse(), `parse` */
const SUBJECT = `(?:(?:the |this |our )?(?:[a-z-]{2,20} ){0,2}[a-z-]{2,20}['’]s )?(?:(?:the|its|our|this|an?|any|public|private|exported|internal|async|new|${NOUN}) ){0,4}["“]?(?<subject>${STAND_IN}|[\\w$][\\w$./-]{1,80}(?:\\(\\))?)["”]?`;
const OF_SUBJECT = `(?: ${NOUN}){0,2}(?: in ${STAND_IN})?`;
const BE = "(?:is|are|was|were|gets?|got|remains?|stays?|goes|seems|appears|looks|has been|have been)";
const BE_NOT = `(?:(?:${BE})${ADVERB} (?:not|never|nowhere)|(?:is|are|was|were|has|have)n['’]t|(?:has|have) (?:not|never) been|(?:is|are)${ADVERB} (?:declared|defined|exported|imported|present|written|there|assigned|computed|created|opened|acquired)(?:,)? (?:but|and|yet)(?: then| is| are)?${ADVERB} (?:not|never)|does(?: not|n['’]t) (?:seem|appear) to be)${ADVERB}(?: been)?(?: being)?`;
const ADJECTIVE =
  "(?: (?:a|an|any|single|dedicated|direct|explicit|automated|unit|integration|regression|end-to-end|existing|real|meaningful|corresponding|proper|other|the|one|further|such|kind of|sort of))*";
const NOT_ANY =
  "(?:no|without|lacks?|lacking|missing|zero|(?:not|[a-z]{2,8}n['’]t|cannot|never|unable to|failed to|fails? to) (?:[a-z]{2,12} ){0,4}(?:any|an?))";
const TESTS = "(?:tests?|specs?|test[- ]cases?|test coverage|coverage|test suite|test file)";

const PATTERNS: readonly (readonly [DenialKind, string])[] = [
  [
    "tested",
    `${NOT_ANY}${ADJECTIVE} ${TESTS}(?: (?:at all|whatsoever|yet|anywhere|written|here|that|which|in the (?:suite|repo|repository|tree|project|code ?base)))* (?:for|of|covers?|covering|around|on|exercis(?:es?|ing)|exists? for|to cover|touch(?:es|ing)?|calls?|verif(?:y|ies|ying)|hits?|asserts?|checks?|uses?|mentions?|against|about) ${SUBJECT}`,
  ],
  [
    "tested",
    `${SUBJECT}${OF_SUBJECT} (?:${BE}${ADVERB}(?: to be)? (?:untested|uncovered)|${BE_NOT} (?:unit[- ])?(?:tested|covered|exercised))`,
  ],
  [
    "tested",
    `${SUBJECT}${OF_SUBJECT} (?:(?:has|have|comes? with|ships? with)${ADVERB} (?:no|zero)|lacks?|(?:does|do)(?: not|n['’]t) have)${ADJECTIVE} ${TESTS}(?! (?:for|of|against|that|which|when|with))`,
  ],
  ["tested", `(?:nothing|nobody|none of the tests|not a single test|no one)${ADVERB} (?:tests?|exercises?|covers?) ${SUBJECT}`],
  [
    "tested",
    `${TESTS} (?:for|of) ${SUBJECT}${OF_SUBJECT} (?:(?:is|are)${ADVERB} (?:missing|absent|lacking|nonexistent|nowhere)|(?:do|does)(?: not|n['’]t) exist)`,
  ],
  ["imported", `${SUBJECT}${OF_SUBJECT} ${BE_NOT} imported`],
  [
    "called",
    `${SUBJECT}${OF_SUBJECT} (?:${BE_NOT} (?:called|used|invoked|referenced|consumed|executed|instantiated)|${BE}${ADVERB}(?: to be)? (?:unused|dead code|dead|unreferenced|uncalled))`,
  ],
  [
    "called",
    `(?:nothing|nobody|no one|no code|no (?:other )?(?:file|module|function|production code|call site|caller|place|part of the code))${ADVERB}(?: (?:in (?:the (?:tree|repo|repository|project|code ?base|code)|${STAND_IN}|\\S{1,80})|that|which))? (?:calls?|uses?|invokes?|references?) ${SUBJECT}`,
  ],
  ["called", `(?:no|zero|any) (?:other )?(?:callers?|calls?|uses?|usages?|references?|call sites?) (?:of|to|for) ${SUBJECT}`],
  ["called", `${SUBJECT}${OF_SUBJECT} has${ADVERB} (?:no|zero) (?:callers?|usages?|uses|references?|call sites?)`],
  ["called", `(?:unused|dead) ${NOUN} ${SUBJECT}`],
  ["callsIn", `(?:never|(?:does|do)(?: not|n['’]t))${ADVERB} (?:calls?|invokes?|uses?|references?) ${SUBJECT}`],
  [
    "defined",
    `${SUBJECT}${OF_SUBJECT} (?:${BE_NOT} (?:defined|declared|implemented|to be found|found)|(?:does|do)(?: not|n['’]t)${ADVERB} exist|no longer exists|(?:is|are)${ADVERB} (?:missing|absent|nonexistent|non-existent|undeclared|unimplemented|nowhere to be found))`,
  ],
  [
    "defined",
    `(?:there (?:is|are|was)${ADVERB} (?:no|not any)|there (?:is|are)n['’]t (?:any|an?)|no such)(?: such)? (?:${NOUN} )?(?:called |named |like )?${SUBJECT}`,
  ],
  [
    "lacking",
    `(?:(?:has|have|contains?|defines?|declares?|exports?|provides?|offers?|implements?)${ADVERB} no|lacks?|(?:is|are) missing|(?:does|do)(?: not|n['’]t)${ADVERB} (?:have|contain|define|declare|export|provide|implement))(?: an?| any| the)? (?:${NOUN} )?(?:called |named )?${SUBJECT}`,
  ],
  [
    "validated",
    `${SUBJECT}${OF_SUBJECT} (?:${BE_NOT} (?:properly )?(?:validated|checked|sanitized|sanitised|verified|guarded|range-checked|bounds-checked)|(?:is|are)${ADVERB} (?:unvalidated|unchecked|unsanitized|unverified))`,
  ],
  [
    "validated",
    `(?:no|without(?: any)?|lacks?|missing)(?: (?:input|any|bounds|range|type|proper|parameter|schema))* (?:validation|checks?|checking|sanitization|guards?)(?: (?:is done|is performed|exists?|at all|whatsoever))? (?:of|for|on) ${SUBJECT}`,
  ],
  [
    "validated",
    `(?:(?:never|(?:does|do)(?: not|n['’]t))${ADVERB} (?:validates?|checks?|sanitizes?|verif(?:y|ies))|without (?:ever )?(?:validating|checking|sanitizing|verifying)) ${SUBJECT}`,
  ],
  ["exported", `${SUBJECT}${OF_SUBJECT} ${BE_NOT} exported`],
  [
    "handled",
    `${SUBJECT}${OF_SUBJECT} (?:(?:has|have|contains?|does)${ADVERB} no|lacks?)(?: any| proper| explicit)? (?:error|exception)[- ]handling`,
  ],
  [
    "handled",
    `(?:no|without(?: any)?|lacks?|missing|zero)(?: (?:any|proper|explicit))* (?:error[- ]handling|exception[- ]handling|try(?:/| ?\\.{3} ?|-)catch|try block|catch)(?: (?:at all|whatsoever|exists?|is done))? (?:for|around|of|on|in) (?:calls? (?:to|of) |the calls? (?:to|of) )?${SUBJECT}`,
  ],
  [
    "handled",
    `(?:errors?|failures?|exceptions?|rejections?|the error)(?: (?:that are |that is )?(?:thrown|raised|returned))? (?:of|from|by|in) ${SUBJECT}${OF_SUBJECT} (?:${BE_NOT} (?:handled|caught|checked)|(?:is|are)${ADVERB} (?:ignored|dropped|discarded|swallowed|unhandled|uncaught))`,
  ],
  [
    "handled",
    `${SUBJECT}${OF_SUBJECT} (?:${BE_NOT} (?:wrapped in|inside|guarded by|in) (?:a |any )?try|is called (?:without|outside(?: of)?) (?:a |any )?(?:try|error[- ]handling|catch))`,
  ],
  ["handled", `${SUBJECT}['’]s? (?:errors?|failures?|exceptions?|rejections?) ${BE_NOT} (?:handled|caught|checked)`],
  [
    "closed",
    `${SUBJECT}${OF_SUBJECT} ${BE_NOT} (?:explicitly )?(?:closed|released|freed|cleared|disposed(?: of)?|stopped|destroyed|unlocked|cancelled|canceled|flushed|cleaned up)`,
  ],
  [
    "closed",
    `(?:never|(?:does|do)(?: not|n['’]t))${ADVERB} (?:closes?|releases?|frees?|clears?|disposes?(?: of)?|stops?|destroys?|unlocks?|cancels?|flush(?:es)?) ${SUBJECT}`,
  ],
  ["awaited", `${SUBJECT}${OF_SUBJECT} ${BE_NOT} awaited`],
];

const COMPILED = PATTERNS.map(([kind, source]) => [kind, new RegExp(`(?<![\\w-])${source}`, "dg")] as const);

/** Something of the thing, a case of it, a moment: that can't be answered by a search for its name. */
const GOES_ON =
  /^["”)]{0,2}(?:['’]s?(?!\w)|-\w| (?:when|whenever|if|unless|while|until|before|after|with|without|on|under|where|against|beyond|again|twice|more than|once|during|for|since|because of|between|correctly|properly|fully|safely|directly|as|through|via|concurrently|early|first|last|enough|thoroughly|consistently|everywhere|always|immediately|then|from outside|than|outside|except|only|or|and its|and their|together|at (?!all)|to|by (?!any|a test|the test|tests|anything|anyone|anybody|the suite))(?!\w))/i;
/** Of the thing another thing is meant: "no `close()` call", "no `retry` option". */
const OF_ANOTHER =
  /^["”]? (?:calls?|checks?|branch(?:es)?|handlers?|handling|guards?|blocks?|clauses?|arguments?|parameters?|cases?|flags?|statements?|options?|keywords?|annotations?|attributes?|imports?|values?|keys?|headers?|support|equivalent|prefix|suffix|modifiers?|loops?|conditions?|types?|events?|entry|entries|errors?|lock|around|wrapping|that|which|and|, nor|nor)(?!\w)/i;
const CONDITION =
  /(?<!\w)(?:if|unless|when|whenever|whether|suppose|assuming|in case|once|while|until|should|could|would|might|may|must|make sure|ensure|so that|would be|claims? that|says? that)(?!\w)[^,;:.]{0,80}$/i;

/** What the sentences of a passage say is not there. A question, a condition and a special case say nothing that a search can answer. */
export function denialsIn(passage: Passage): readonly Denial[] {
  const found: Denial[] = [];
  const { prose, spans, words, sentences, offsetAt } = passage;
  // Without a name of code there is nothing that a search could be for.
  if (spans.length === 0 && words.length === 0 && !/\w\.\w/.test(prose)) return found;
  for (const { from: start, to: end } of sentences) {
    const sentence = prose.slice(start, end);
    if (sentence.length > 2_000 || /\?["”’)]?$/.test(sentence) || !MAY_DENY.test(sentence)) continue;
    // A few letters change their length in lower case, and then the places in it are not those in the sentence.
    const lower = sentence.toLowerCase();
    if (lower.length !== sentence.length) continue;
    if (found.length >= MOST_IN_BLOCK) break;
    for (const [kind, pattern] of COMPILED) {
      for (const match of lower.matchAll(pattern)) {
        const [from = 0, to = 0] = match.indices?.groups?.subject ?? [];
        const end = match.index + match[0].length;
        const { subjects, after } = withItsList(sentence, { from, to }, end);
        if (CONDITION.test(sentence.slice(0, match.index)) || GOES_ON.test(after)) continue;
        if ((kind === "defined" || kind === "lacking" || kind === "callsIn") && OF_ANOTHER.test(after)) continue;
        const said = match[0].replaceAll(STAND_IN, "…").trim();
        for (const one of subjects) {
          const written = sentence.slice(one.from, one.to);
          const span = written === STAND_IN ? spans.find(({ at }) => at === start + one.from) : undefined;
          if (written === STAND_IN && span === undefined) continue;
          const subject = (span?.text ?? written.replace(/[.-]+$/, "")).trim();
          if (span === undefined && !isMeantAsCode(subject)) continue;
          const whole = { from: start + Math.min(match.index, one.from), to: start + Math.max(end, one.to) };
          const offset = span?.offset ?? offsetAt(start + one.from);
          if (!found.some((other) => other.offset === offset)) found.push({ kind, subject, offset, ...whole, said });
        }
      }
    }
  }
  return found.sort((a, b) => a.offset - b.offset);
}

interface InSentence {
  readonly from: number;
  readonly to: number;
}

/** The subject and what stands beside it in a list of code: "no test for `a`, `b` or `c`", "`a` and `b` are never called". */
function withItsList(
  sentence: string,
  subject: InSentence,
  end: number,
): { readonly subjects: readonly InSentence[]; readonly after: string } {
  const rest = sentence.slice(end);
  const isLast = end - subject.to <= 1;
  const [list = ""] =
    (isLast ? LIST_AFTER.exec(rest) : LIST_BEFORE.exec(sentence.slice(Math.max(0, subject.from - 120), subject.from))) ?? [];
  const listFrom = isLast ? end : subject.from - list.length;
  const others = [...list.matchAll(ONE)].map(({ index }) => ({ from: listFrom + index, to: listFrom + index + 1 }));
  const after = isLast ? rest.slice(list.length) : rest;
  // "No test for `a`, and `b` is slow": there a sentence of its own begins.
  if (isLast && /^ (?:is|are|was|were|has|have|does|do|can|could|will|would|should|may)(?!\w)/.test(after)) others.pop();
  return { subjects: [subject, ...others], after: others.length > 0 || !isLast ? after : rest };
}

const BETWEEN = "(?:, (?:and |or |nor )?| (?:and|or|nor) )";
const LIST_AFTER = new RegExp(`^(?:${BETWEEN}${STAND_IN}){1,12}`);
const LIST_BEFORE = new RegExp(`(?:${STAND_IN}${BETWEEN}){1,12}$`);
const ONE = new RegExp(STAND_IN, "g");

/** Most sentences deny nothing, and need not be held against each pattern. */
const MAY_DENY =
  /(?<!\w)(?:no|not|nothing|nobody|none|never|nowhere|without|lack\w*|missing|absent|zero|un\w+|dead|cannot|unable|fail\w*|any|\w+n['’]t|ignored|dropped|discarded|swallowed|non-?existent)(?!\w)/i;

/** A bare word is meant as code by its shape, or by the end of a file's name. */
function isMeantAsCode(word: string): boolean {
  return isWrittenAsCode(word) || /^[\p{L}\p{N}_./-]+\.(?:[cm]?[jt]sx?|py|go|rs|sh|md|json|ya?ml|toml)$/u.test(word);
}
