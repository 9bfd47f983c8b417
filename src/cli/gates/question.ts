import { confirmationOf } from "../../core/index.js";
import { type OpenQuestion, readRun } from "../../runner/index.js";
import type { Store } from "../../store/index.js";

/** An open question with the value that it is about. */
export interface ShownQuestion {
  readonly question: OpenQuestion;
  /** What a gate shows; what an effect was about to send. */
  readonly shown: unknown;
}

export async function shownQuestion(store: Store, question: OpenQuestion): Promise<ShownQuestion> {
  const { state, load } = await readRun(store, question.run);
  const { waiting } = question;
  if (waiting.on === "gate") {
    const kept = waiting.gate.request ?? state.stages.get(waiting.gate.shows)?.output;
    return { question, shown: kept === undefined ? undefined : await load(kept) };
  }
  const intent = state.stages.get(question.stage)?.effects.get(waiting.effect.effect)?.intent;
  return { question, shown: intent === undefined ? undefined : await load(intent.request) };
}

/** What a tier 5 decision repeats, so that it is about what was shown and nothing else. */
export function confirmation(question: OpenQuestion): string | undefined {
  const { waiting } = question;
  return waiting.on === "gate" ? confirmationOf(waiting.gate) : undefined;
}

/** What a policy asks about is approved or rejected as it stands. */
export function takesEdits({ waiting }: OpenQuestion): boolean {
  return waiting.on === "gate" && waiting.gate.asks === undefined && waiting.gate.effect === undefined;
}

/** A value as a person reads it: text as it stands, an object with Markdown as a document with its other fields on top, else JSON. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return endLine(value);
  const markdown = markdownOf(value);
  if (markdown !== undefined) {
    const fields = Object.entries(value as object).filter(([name]) => name !== "markdown");
    const head = fields.map(([name, field]) => `${name}: ${typeof field === "string" ? field : JSON.stringify(field)}\n`).join("");
    return endLine(`${head}${head === "" ? "" : "\n"}${markdown}`);
  }
  return endLine(JSON.stringify(value, undefined, 2) ?? "nothing");
}

export function markdownOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("markdown" in value)) return undefined;
  return typeof value.markdown === "string" ? value.markdown : undefined;
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
