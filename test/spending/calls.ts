/** Calls of a model that answers at once and says what it used, and what they are made for. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CallPlace } from "../../src/dsl/index.js";
import type { Complete, CompleteRequest, Completion, ModelCallContext, Price } from "../../src/model/index.js";

/** A thousandth of a dollar for a token that is read, a hundredth for one that is written. */
export const PRICE: Price = { from: "2026-01-01", inputPerMillion: 1_000, outputPerMillion: 10_000 };

/** May cost $0.123: 44 bytes are 15 tokens, with 8 for the message $0.023; 10 tokens of answer are $0.10. */
export function ask(model = "big", more: Partial<CompleteRequest> = {}): CompleteRequest {
  return { model, messages: [{ role: "user", content: "hi" }], maxTokens: 10, ...more };
}

export function at(place: Partial<CallPlace> & { readonly agent?: string } = {}): ModelCallContext {
  const signal = new AbortController().signal;
  return { key: "", signal, at: { run: "post-1", pipeline: "post", stage: "draft", version: 1, attempt: 1, ...place } };
}

/** Costs $0.06, if nothing else is said. */
export function answer(usage: Partial<Completion["usage"]> = {}): Completion {
  return { text: "hello", finish: "stop", model: "big-1", usage: { inputTokens: 10, outputTokens: 5, estimated: false, ...usage } };
}

export const answers: Complete = async () => answer();

export function ledgerLines(root: string, month = "2026-12"): readonly Record<string, unknown>[] {
  return ledgerText(root, month)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

export function ledgerText(root: string, month = "2026-12"): string {
  return readFileSync(fileOf(root, month), "utf8");
}

export function putLedger(root: string, text: string, month = "2026-12"): void {
  mkdirSync(dirname(fileOf(root, month)), { recursive: true });
  writeFileSync(fileOf(root, month), text);
}

export function fileOf(root: string, month = "2026-12"): string {
  return join(root, "spending", `${month}.jsonl`);
}
