import { decidedWord, decidersAt, decidersText, type EventOf, takesUntil } from "../core/index.js";
import type { Button } from "../dispatch/index.js";
import type { AskedPlace } from "./asked-place.js";
import type { Fate, GateToAsk, Misanswered } from "./open-gates.js";

/** Longer than this nobody reads it in a chat, and what was not shown cannot be approved. */
const MOST_SHOWN = 20_000;
/** A gate of this tier takes a PIN, which has no business in a chat. */
const WITH_PIN = 5;

export interface QuestionText {
  readonly subject: string;
  readonly message: string;
  readonly buttons?: readonly Button[];
}

interface Asking {
  readonly place: Pick<AskedPlace, "proof">;
  readonly code: string;
  readonly now: Date;
  /** How the command line is called, for those who decide there. */
  readonly commandLine: string;
}

/** Whether an approval can be given where this is shown. */
export function canApprove({ gate, shown }: GateToAsk): boolean {
  return gate.tier < WITH_PIN && shown.length <= MOST_SHOWN;
}

/** A question as it is put to people: which run, what about, what it shows, and how to answer. */
export function questionText(asked: GateToAsk, { place, code, now, commandLine }: Asking): QuestionText {
  const { run, pipeline, gate, shown, fields } = asked;
  const isCut = shown.length > MOST_SHOWN;
  const until = takesUntil(gate);
  const parts = [
    `${pipeline} waits at "${gate.stage}" for a decision (tier ${gate.tier}, run ${run}).`,
    gate.says,
    quoted(isCut ? `${shown.slice(0, MOST_SHOWN)}…` : shown),
    isCut ? `That is the beginning of ${shown.length} characters.` : undefined,
    ...howTo(asked, { place, code, commandLine }),
    [
      `Decided by ${decidersText(decidersAt(gate, now))}.`,
      until === undefined ? undefined : `Without a decision by ${minute(until.toISOString())} it is rejected.`,
    ]
      .filter((part) => part !== undefined)
      .join(" "),
  ];
  const buttons: Button[] = [
    ...(canApprove(asked) && fields.length === 0 ? [{ id: `approve ${code}`, text: "Approve" }] : []),
    { id: `reject ${code}`, text: "Reject" },
  ];
  return {
    subject: `${pipeline}: ${oneLine(gate.says ?? `decide at "${gate.stage}"`)}`,
    message: parts.filter((part) => part !== undefined && part !== "").join("\n\n"),
    ...(place.proof === "sender" && { buttons }),
  };
}

function howTo(asked: GateToAsk, { place, code, commandLine }: Omit<Asking, "now">): readonly string[] {
  const { run, gate, fields } = asked;
  const elsewhere = `\`${commandLine} approve ${run}\`, or on the page of \`${commandLine} gates --web\``;
  if (place.proof === "none") return [`Decide at a terminal: ${elsewhere}.`];
  const reject = "`reject` with the reason";
  if (fields.length > 0) {
    const lines = fields.map(({ name, takes, isRequired }) => `- ${name ?? "the value"}: ${takes}${isRequired ? "" : ", may be left out"}`);
    const how = fields[0]?.name === undefined ? "the value alone" : "a line `name: value` for each";
    return [`Answer this message with ${how}, or with ${reject}:`, lines.join("\n")];
  }
  if (!canApprove(asked)) {
    const why = gate.tier >= WITH_PIN ? "An approval takes your PIN" : "An approval is about the whole text";
    return [`${why}: decide at a terminal, ${elsewhere}. To reject it, answer this message with ${reject}.`];
  }
  const press = place.proof === "sender" ? "Press a button, or answer" : "Answer";
  const anywhere = place.proof === "sender" ? ` Anywhere else in this chat: \`approve ${code}\`.` : "";
  return [`${press} this message with the one word \`approve\`, or with ${reject}.${anywhere}`];
}

/** In a chat that asked: what has become of it. */
export function fateText(question: { readonly pipeline: string; readonly gate: string; readonly run: string }, fate: Fate): string {
  const what = `${question.pipeline}, "${question.gate}" (run ${question.run})`;
  if ("ended" in fate)
    return `${what}: nobody needs to decide any more, the run ${fate.ended === "cancelled" ? "was cancelled" : "is gone"}.`;
  return `${what}: ${decidedText(fate.decided)}. Nothing more is to be done.`;
}

export function decidedText(decided: EventOf<"gate-decided">): string {
  const { by, where, at, reason } = decided;
  const place = where === undefined ? "" : ` (${where})`;
  return `${decidedWord(decided)} by ${by}${place} at ${minute(at)}${reason === undefined ? "" : `: ${oneLine(reason)}`}`;
}

/** What is wrong with an answer to a form. */
export function faultsText({ faults, fields }: Misanswered): string {
  const names = fields.flatMap(({ name }) => name ?? []);
  const how = names.length === 0 ? "" : ` It takes ${names.map((name) => `\`${name}: …\``).join(", ")}, each in a line of its own.`;
  return `That is not an answer yet: ${faults.join("; ")}.${how} Nothing has been decided.`;
}

/** As a quote, so that what a stranger wrote does not look like the question's own words. */
function quoted(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}

function minute(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}Z`;
}
