import { z } from "zod";
import type { Happening, Issue } from "../../adapters/index.js";
import { countWords } from "../../src/checks/index.js";
import type { AnyStage, Check, Finding } from "../../src/dsl/index.js";
import { inOrder, SIGNATURE } from "./evidence.js";
import { Judged } from "./judge.js";
import { sentencesOf } from "./words.js";

/** All that the model sees: one issue, cut to what a prompt can hold, and what code says of it. */
export const Facts = z.object({
  judged: Judged,
  text: z.string(),
  history: z.array(z.string()).describe("Oldest first; the oldest are left out first"),
});
export type Facts = z.output<typeof Facts>;

const TEXT_CHARS = 2_000;
const LINE_CHARS = 300;
const LINES = 12;
const MOST_WORDS = 80;

export function factsOf(issue: Issue, judged: Judged): Facts {
  return {
    judged,
    text: cut(issue.body, TEXT_CHARS),
    history: inOrder(issue.history)
      .slice(-LINES)
      .map((happening) => cut(lineOf(happening), LINE_CHARS)),
  };
}

export function promptOf({ judged, text, history }: Facts): string {
  const { number, title, state, evidence, contradictions } = judged;
  const facts = { number, title, state, evidence, contradictions, text, history };
  return `Write the comment on issue ${number}.\n\n\`\`\`json\n${JSON.stringify(facts)}\n\`\`\``;
}

/** The embedded writer composes no comment; then code says the plain one. */
const WITHOUT_A_MODEL = /composed without a language model/;

export function commentFrom(answer: string, { judged }: Facts): string {
  return WITHOUT_A_MODEL.test(answer) ? plainComment(judged) : answer.trim();
}

function plainComment({ state, contradictions }: Judged): string {
  if (state === "done") return "The history of this issue shows that it is done, so it can be closed.";
  if (state === "stale") return "Nobody has said anything here for a long while. Is this still wanted?";
  const stands = state === "open" ? "This issue is open" : `This issue counts as ${state}`;
  return contradictions.some((one) => one.includes("claims that it is done"))
    ? `${stands}. Which pull request or commit shows what was said here?`
    : `${stands}, and an older word in it says something else. Is that right?`;
}

/** The comment as it is left: what the model wrote, and below it the line that shows it, as it stands in the issue. */
export function signed(comment: string, { evidence }: Pick<Judged, "evidence">): string {
  const shows = evidence === null ? "" : `Evidence: ${evidence.place}, "${tame(evidence.quote)}"\n\n`;
  return `${comment}\n\n${shows}${SIGNATURE}`;
}

/** A quotation that calls nobody and closes nothing: a name or a number behind a sign would, on GitHub. */
function tame(quote: string): string {
  return quote.replaceAll(/[@#](?=\w)/g, "$&\u200b").replaceAll(/[<>]/g, "");
}

const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^\s{0,3}(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\|)/m, "a heading, a list, a quotation or a table"],
  [/<\/?[a-z!][^>]*>/i, "HTML"],
  [/```|~~~|`/, "code"],
  [/\]\(|https?:\/\/|\bwww\./i, "a link"],
  [/(?:^|[^\w])@[a-z\d]/i, "the name of an account"],
  [/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\s*:?\s+(?:[\w./-]+)?#\d+/i, "words that close an issue"],
];

const PROMISE =
  /\b(?:(?:we|i|they|the (?:team|maintainers?))(?:['’]ll| will| shall| (?:are|am) going to| plan to| promise)|will be (?:fixed|done|ready|released|shipped|implemented|resolved|merged|closed|included)|(?:by|until) (?:tomorrow|tonight|next|monday|tuesday|wednesday|thursday|friday|the end of)|soon|promise[ds]?|guarantee[ds]?)\b|(?<!\p{L})(?:vom|promitem|în curând|urmează să)(?!\p{L})/iu;

const DONE =
  /\b(?:done|fixed|resolved|completed|complete|implemented|finished|solved|shipped|landed|merged|closed)\b|(?<!\p{L})(?:gata|rezolvată|rezolvat|terminată|terminat|închisă|închis)(?!\p{L})/iu;
const DENIED =
  /\b(?:not|no|n['’]t|never|nothing|nobody|neither|nor|until|once|before|if|whether|when|claim(?:s|ed)?|said|says)\b|n['’]t\b|(?<!\p{L})(?:nu|nimic|dacă|până|când)(?!\p{L})/iu;

/** The faults of a comment by itself; grounding is another check's. */
export function faultsOf(comment: string, { state }: Pick<Judged, "state">): readonly Finding[] {
  const error = (rule: string, message: string): Finding => ({ rule: `workboard/${rule}`, severity: "error", message });
  const faults: Finding[] = [];
  const count = countWords(comment);
  if (count === 0) faults.push(error("length", "the comment says nothing"));
  if (count > MOST_WORDS) faults.push(error("length", `the comment has ${count} words, and at most ${MOST_WORDS} are read`));
  for (const [form, what] of MARKUP) {
    const found = form.exec(comment)?.[0].trim();
    if (found !== undefined) faults.push(error("markup", `the comment has ${what} in it: "${found}"`));
  }
  const promise = PROMISE.exec(comment)?.[0];
  if (promise !== undefined) faults.push(error("promise", `the comment promises something: "${promise}"`));
  if (state !== "done") {
    const claim = sentencesOf(comment).find((sentence) => isClaim(sentence));
    if (claim !== undefined)
      faults.push(error("not-done", `the comment says that something is done, and the issue is ${state}: "${claim}"`));
  }
  return faults;
}

function isClaim(sentence: string): boolean {
  const found = DONE.exec(sentence);
  return found !== null && !/\?$/.test(sentence) && !DENIED.test(sentence.slice(0, found.index));
}

/** What the model wrote, held against the issue that it was given. */
export function wellSaid<const Name extends string>(stage: AnyStage<Name>): Check<{ readonly markdown: string }, Name> {
  return {
    rule: "workboard/comment",
    given: { facts: stage },
    run: ({ markdown }, { facts }) => faultsOf(markdown, Facts.parse(facts).judged),
  };
}

function lineOf(happening: Happening): string {
  const { kind, at, by, ...rest } = happening;
  return [at?.slice(0, 10), by, kind, ...Object.values(rest).filter((value) => value !== null)]
    .filter((part) => part !== undefined && part !== null)
    .join(" ");
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
