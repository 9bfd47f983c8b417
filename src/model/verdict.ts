import { match, P } from "ts-pattern";
import type { Completion } from "./model.js";

/** What became of a model's answer. Only the text of an `answer` may be used; why it `failed` is for the record. */
type Verdict =
  | { readonly verdict: "answer"; readonly text: string }
  | { readonly verdict: "failed"; readonly reason: "empty" | "truncated" | "reasoning-only"; readonly message: string };

/** A character that a reader would see. Zero-width ones alone are no text. */
const VISIBLE = /[^\s\u200b-\u200d\u2060\ufeff]/u;

/** Judges an answer before anybody reads it as text. Reasoning is never taken for an answer. */
export function verdictOf(completion: Completion): Verdict {
  const { text, finish } = completion;
  const tokens = `${completion.usage.estimated ? "about " : ""}${completion.usage.outputTokens} tokens`;
  const who = `model "${completion.model}"`;
  return match({ answered: VISIBLE.test(text), reasoned: VISIBLE.test(completion.reasoning ?? ""), finish })
    .returnType<Verdict>()
    .with({ answered: true, finish: P.union("stop", "other") }, () => ({ verdict: "answer", text }))
    .with({ answered: true, finish: "length" }, () => ({
      verdict: "failed",
      reason: "truncated",
      message: `${who} reached its limit after ${tokens}, in the middle of the answer`,
    }))
    .with({ answered: false, reasoned: true, finish: "length" }, () => ({
      verdict: "failed",
      reason: "reasoning-only",
      message: `${who} reached its limit after ${tokens}, all of them reasoning, and gave no answer`,
    }))
    .with({ answered: false, reasoned: true }, () => ({
      verdict: "failed",
      reason: "reasoning-only",
      message: `${who} reasoned and stopped without an answer`,
    }))
    .with({ answered: false, reasoned: false, finish: "length" }, () => ({
      verdict: "failed",
      reason: "truncated",
      message: `${who} reached its limit after ${tokens} and gave no answer`,
    }))
    .with({ answered: false, reasoned: false }, () => ({ verdict: "failed", reason: "empty", message: `${who} answered with no text` }))
    .exhaustive();
}
