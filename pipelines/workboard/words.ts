import { z } from "zod";

/** What an issue can be. Only `done` is done: deferred, parked, blocked and waiting work is still to be done. */
export const State = z.enum(["done", "deferred", "blocked", "waiting", "wontfix", "stale", "open"]);
export type State = z.output<typeof State>;

/** What a sentence says of the issue, in its own words. */
export interface Said {
  /** `claimed`: somebody says that it is done, which by itself shows nothing. */
  readonly state: Exclude<State, "done" | "stale"> | "claimed";
  readonly quote: string;
}

type Put = Exclude<State, "done" | "stale" | "open">;

/** Before the word: the start of a clause, or the issue itself. "Deferred loading" and "blocked users" are what an issue is about. */
const SUBJECT = String.raw`(?:(?:^|[:;,(]\s*)(?:(?:still|now|currently|again|officially|temporarily|ok|okay|sorry)\s+)*|\b(?:marked as|marking (?:this|it) as|and|so|but|then|is now)\s+|\b(?:this|it|that|issue|task|ticket|work|rest|we|i|we're|i'm|it's|this one|#\d+)\s+(?:(?:is|are|am|was|were|be|been|has been|have been|got|gets|remains?|stays?)\s+)?(?:(?:now|still|currently|again|officially|all)\s+)*)`;
const AFTER = String.raw`(?=\s*(?:$|[.,;:!)]|[-–—]\s|(?:to|until|till|for|by|on|because|since|as|behind|again|now|pending|indefinitely|here|and|but)\b))`;
const RO_SUBJECT = String.raw`(?:^|[:;,(]\s*|(?<![\p{L}])(?:este|e|sunt|rămâne|a fost|am|acum|încă)\s+)`;

/** The forms in which people put an issue aside, tried in this order. */
const PUT: readonly { readonly state: Put; readonly forms: readonly RegExp[] }[] = [
  {
    state: "wontfix",
    forms: [
      /\b(?:wo(?:n['’]t|nt)[ -]?(?:fix|do)|will not (?:fix|be fixed|do)|wontfix)\b/iu,
      /\b(?:not|aren['’]t) going to (?:fix|do|support|change) (?:this|it)\b/iu,
      /\b(?:we|i) (?:do not|don['’]t|will not|won['’]t) (?:plan|intend|want) to (?:fix|do|support|change)\b/iu,
      new RegExp(`${SUBJECT}(?:works as (?:intended|designed)|by design|not planned|rejected)${AFTER}`, "iu"),
      /(?<!\p{L})nu (?:o |îl |se )?(?:mai )?(?:va (?:fi )?)?(?:rezolvăm|facem|face|rezolva|rezolvată|rezolvat)(?!\p{L})/iu,
    ],
  },
  {
    state: "deferred",
    forms: [
      new RegExp(`${SUBJECT}(?:deferred|parked|postponed|shelved|put off|on hold|put on hold|descoped)${AFTER}`, "iu"),
      /\b(?:deferring|parking|postponing|shelving) (?:this|it|the issue)\b/iu,
      /\b(?:we|i|let['’]s) (?:defer|park|postpone|shelve|put off) (?:this|it)\b/iu,
      new RegExp(
        `${SUBJECT}(?:moved|pushed|bumped|slipped) (?:this |it )?to (?:the )?(?:next|a later|v?\\d|q[1-4]|backlog|icebox|milestone)`,
        "iu",
      ),
      new RegExp(`${RO_SUBJECT}(?:amânată|amânat|amânăm|parcată|parcat|suspendată|suspendat)(?!\\p{L})`, "iu"),
      /(?<!\p{L})(?:o|îl) (?:amânăm|lăsăm pe mai târziu|parcăm)(?!\p{L})/iu,
    ],
  },
  {
    state: "blocked",
    forms: [
      new RegExp(`${SUBJECT}blocked${AFTER}`, "iu"),
      /\b(?:we|i) (?:cannot|can['’]t) (?:continue|go on|proceed|start) (?:before|until|till|without)\b/iu,
      new RegExp(`${RO_SUBJECT}(?:blocată|blocat)(?!\\p{L})`, "iu"),
    ],
  },
  {
    state: "waiting",
    forms: [
      new RegExp(
        `${SUBJECT}(?:waiting|awaiting)(?=\\s*(?:$|[.,;:!)]|(?:for|on|until|till|a|an|the|your|their|review|feedback|reply)\\b))`,
        "iu",
      ),
      new RegExp(`${SUBJECT}pending (?:review|feedback|reply|an answer|confirmation)`, "iu"),
      /(?<!\p{L})(?:așteptăm|aștept|în așteptare|se așteaptă)(?!\p{L})/iu,
    ],
  },
];

/** Work goes on. Of this and a word that puts the issue aside, the later one in the sentence counts. */
const RESUMED =
  /\b(?:un-?blocked|un-?parked|resum(?:ed|ing)|picking (?:this|it) (?:back )?up|picked (?:(?:this|it) )?(?:back )?up|back on (?:this|it|track))\b|(?<!\p{L})(?:reluăm|am reluat|deblocată|deblocat)(?!\p{L})/iu;

/** What was said to be done, or put aside, is not. */
const OPEN: readonly RegExp[] = [
  /\b(?:not|isn['’]t|is not|wasn['’]t|never|nor|n['’]t|no longer|not yet|far from|hardly|without being)\s+(?:\w+\s+){0,2}?(?:done|fixed|resolved|completed?|finished|implemented|solved|deferred|parked|postponed|blocked|waiting|on hold|merged)\b/iu,
  /\b(?:not|no longer|isn['’]t|wasn['’]t) (?:\w+ )?(?:a )?(?:wontfix|won['’]t fix|rejected)\b/iu,
  /\b(?:still|again) (?:happens?|broken|fails?|failing|reproduces?|reproducible|crash(?:es|ing)?|there|to do|open|missing|seeing|see (?:this|it))\b/iu,
  /\b(?:came|is) back (?:again|in)\b|\bregress(?:ed|ion)\b|\breverted\b|\bhalf[- ](?:done|finished)\b|\b(?:partly|partially|mostly|almost|nearly) (?:done|fixed|finished|complete)/iu,
  /\b(?:broken?|fails?|happens?|crash(?:es)?) again\b|^not yet\b|\b(?:doesn['’]t|does not|didn['’]t|did not|don['’]t|do not|not) (?:\w+ )?(?:work(?:ing)?|help|close)\b|\bkeep (?:this|it) open\b|\bsame (?:problem|bug|error|thing)\b|\bleft to do\b|\bremains to be\b|\bthe rest (?:comes|follows|is (?:missing|still))\b|\b(?:rest|finish|continue)\b.{0,80}\blater\b/iu,
  /(?<!\p{L})nu (?:(?:mai|o|îl|e|este|am|se|încă)\s+){0,3}(?:amân|parc|suspend|bloc|aștept)\p{L}*/iu,
  /(?<!\p{L})(?:nu (?:mai )?(?:e|este|merge|funcționează|închide|închideți)|încă nu|nu e gata|tot nu)(?!\p{L})/iu,
];

const CLAIMED =
  /\b(?:done|fixed|resolved|completed|finished|implemented|solved|shipped|landed|merged|closed|closing)\b|(?<!\p{L})(?:gata|rezolvată|rezolvat|terminată|terminat|închisă|închis)(?!\p{L})/iu;

/** What is only thought of: a wish, a condition, a proposal. It counts where it stands before the word. */
const SUPPOSED =
  /\b(?:should|could|would|might|may|shall|if|once|when|whenever|unless|until|after|before|propos(?:e|ed|al|ing)|suggest(?:ed|ing|s)?|maybe|perhaps|can we|could we|let me know|to be|want(?:s|ed)? (?:this|it) to|used to be|had been|until it(?:'s| is))\b|(?<!\p{L})(?:dacă|când|ar trebui|poate|propun|după ce)(?!\p{L})/iu;

/** A claim behind such a word is a guess, hearsay, or of something else; with one of a part, it is not of the whole. */
const UNSURE =
  /\b(?:think|thought|believed?|guess|hope(?:d|fully)?|supposed(?:ly)?|probably|apparently|seems?|looks? like|says?|said|claims?|claimed|told|according|another|other|nothing|nobody|cannot|can['’]t|will)\b|(?<!\p{L})(?:cred|credeam|sper|pare|zice|spune|alta|altul|nimic|nimeni)(?!\p{L})/iu;
const OF_A_PART =
  /\b(?:part of|parts? \d|(?:first|second|one|other) (?:half|part|step|of (?:the|them))|half of|some of|most of|only|except|apart from|but|though|although|the rest|still needs?|needs? (?:more )?work|next step|follow[- ]?up)\b|(?<!\p{L})(?:parțial|doar|numai|restul|în afară de|dar|jumătate)(?!\p{L})/iu;

/** What each sentence of a text says of the issue, in order. Quotations, code and what others wrote above a reply are not its words. */
export function saidIn(text: string, number: number): readonly Said[] {
  return sentencesOf(text).flatMap((sentence) => {
    const state = stateOf(sentence, number);
    return state === undefined ? [] : [{ state, quote: quoted(sentence) }];
  });
}

/** A sentence as it is shown to people. */
export function quoted(sentence: string): string {
  return sentence.length > 160 ? `${sentence.slice(0, 159)}…` : sentence;
}

function stateOf(sentence: string, number: number): Said["state"] | undefined {
  if (/\?\s*$/.test(sentence)) return undefined;
  const plain = sentence.replaceAll(/["“„][^"”“„]*["”]|`[^`]*`|«[^«»]*»/gu, " … ");
  const isReal = (found: RegExpExecArray | null): found is RegExpExecArray =>
    found !== null && !SUPPOSED.test(plain.slice(0, found.index)) && !isOfAnother(plain.slice(0, found.index + found[0].length), number);
  const first = (forms: readonly RegExp[]) => forms.map((form) => form.exec(plain)).find(isReal);
  const resumed = first([RESUMED]);
  const open = first(OPEN);
  const put = PUT.map(({ state, forms }) => ({ state, found: first(forms) })).find(({ found }) => found !== undefined);
  if (put?.found !== undefined) {
    const end = put.found.index + put.found[0].length;
    // "No longer blocked" is not blocked; "blocked, the other side is not done" is.
    const isDenied = open !== undefined && open.index < end && put.found.index < open.index + open[0].length;
    if (!isDenied && (resumed === undefined || resumed.index < put.found.index)) return put.state;
  }
  if (resumed !== undefined || open !== undefined) return "open";
  const claimed = CLAIMED.exec(plain);
  return isReal(claimed) && !UNSURE.test(plain.slice(0, claimed.index)) && !OF_A_PART.test(plain) ? "claimed" : undefined;
}

/** "#12 is blocked" says nothing of issue 4. What comes behind the word may name any other. */
function isOfAnother(before: string, number: number): boolean {
  const subject = /(?:#|\b(?:issue|ticket) #?)(\d+)\s+(?:(?:is|are|was|has been|got|still|now|este|e)\s+)*\S+(?:\s\S+)?$/iu.exec(
    before,
  )?.[1];
  return subject !== undefined && Number(subject) !== number;
}

export function sentencesOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/^ {0,3}(```+|~~~+)[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))/gm, "")
      .replaceAll(/<!--[\s\S]*?(?:-->|(?![\s\S]))/g, "")
      .replaceAll(/<(blockquote|del|s|pre|code)>[\s\S]*?(?:<\/\1>|(?![\s\S]))|~~[^~\n]+~~/gi, "")
      .split(/\r?\n/)
      // What another wrote, code, and what has still to be ticked off.
      .filter((line) => !/^\s*>/.test(line) && !/^(?: {4}|\t)/.test(line) && !/^\s*(?:[-*+]|\d+[.)])\s+\[ \]/.test(line))
      .join("\n")
      // A sentence that was wrapped is one: half of "this is not done" would say the other thing.
      .replaceAll(/(?<=[^\n.!?:;])[ \t]{0,3}\r?\n(?=\p{Ll})/gu, " ")
      .split("\n")
      .flatMap((line) => line.replace(/^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|#+\s+|\d+[.)]\s+)/, "").split(/(?<=[.!?])\s+/u))
      .map((sentence) => sentence.replaceAll(/[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}/g, "").trim())
      .filter((sentence) => sentence !== "")
  );
}
