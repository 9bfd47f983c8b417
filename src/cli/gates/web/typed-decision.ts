import { canonicalJson } from "../../../core/index.js";
import { isStagewrightError } from "../../../dsl/index.js";
import type { GateDecision, OpenQuestion } from "../../../runner/index.js";
import type { JsonSchema } from "../../json-schema.js";
import { answerFields, type FieldErrors, readAnswer } from "../answer-fields.js";
import { editable, editedValue } from "../edited-value.js";
import type { DecidedBefore, GateView } from "./gate-view.js";
import { type Problem, problemOf } from "./problem.js";
import { asTyped } from "./read-form.js";

/** What was sent says what is to be decided, or what is missing from it. */
export type TypedDecision = { readonly decision: GateDecision } | { readonly problem: Problem } | { readonly errors: FieldErrors };

/** Beyond this a text is shown, and edited elsewhere. */
const MOST_EDITED = 500_000;

/** The text that can be edited on the page. */
export function textOf(shown: unknown): ReturnType<typeof editable> | undefined {
  if (shown === undefined) return undefined;
  const whole = editable(shown);
  return whole.text.length > MOST_EDITED ? undefined : whole;
}

export function typedDecision(
  form: URLSearchParams,
  { gate, shown }: GateView,
  { pipeline }: Pick<OpenQuestion, "pipeline">,
): TypedDecision {
  const typed = (id: string) => asTyped(form.get(id) ?? "");
  const reason = typed("reason").trim();
  const action = form.get("action");
  if (action === "reject") {
    if (reason !== "") return { decision: { decision: "reject", reason } };
    return missing("reason", "a rejection needs a reason", "say what is wrong: the next version is written by it");
  }
  if (reason !== "") return missing("reason", "a reason goes with a rejection", "choose Reject, or take the reason away");
  if (action === "answer" && gate.asks !== undefined) {
    // The journal keeps the question's JSON Schema as plain JSON.
    const fields = answerFields(gate.asks as JsonSchema);
    const got = readAnswer(fields, typed, pipeline.stages.find(({ name }) => name === gate.stage)?.output);
    return "errors" in got ? got : { decision: { decision: "answer", value: got.answer } };
  }
  const confirmed = { confirm: typed("confirm").trim().toLowerCase(), pin: form.get("pin") ?? "" };
  const text = textOf(shown);
  const isChanged = text !== undefined && form.has("text") && typed("text") !== asTyped(text.text);
  if (action === "approve") {
    if (!isChanged) return { decision: { decision: "approve", ...confirmed } };
    return missing(
      "text",
      "you have changed the text, and to approve as shown would lose that",
      "choose Approve with my edit, or put the text back",
    );
  }
  if (action !== "edit" || text === undefined)
    return missing(undefined, "the form says nothing that can be done", "choose one of its buttons");
  if (!isChanged) return missing("text", "nothing is changed in the text", "change it, or choose Approve as shown");
  try {
    const value = editedValue(typed("text"), shown, { place: "the text", isJson: text.ending === ".json" });
    return { decision: { decision: "edit", value, ...confirmed } };
  } catch (error) {
    if (!isStagewrightError(error)) throw error;
    return { problem: problemOf(error) };
  }
}

function missing(at: string | undefined, message: string, hint: string): TypedDecision {
  return { problem: { status: 422, message, hint, at } };
}

/** Whether the same was decided before: the same word, with the same reason, text or answer. A form that is sent twice does nothing more. */
export function isTheSame(form: URLSearchParams, { decision, gate, value }: DecidedBefore): boolean {
  const typed = (id: string) => asTyped(form.get(id) ?? "");
  if (form.get("action") !== decision.decision) return false;
  switch (decision.decision) {
    case "approve":
      return true;
    case "reject":
      return typed("reason").trim() === decision.reason;
    case "edit":
      return typed("text") === asTyped(editable(value).text);
    case "answer": {
      const got = readAnswer(answerFields((gate.asks ?? {}) as JsonSchema), typed, undefined);
      return "answer" in got && canonicalJson(got.answer) === canonicalJson(value);
    }
    default:
      return decision.decision satisfies never;
  }
}
