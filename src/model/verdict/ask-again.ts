import type { CompleteRequest } from "../model.js";
import type { FailureReason } from "./verdict.js";

/** What a model is asked once more for: each at most once for one answer. */
export interface Failed {
  readonly reason: FailureReason;
  /** Of an answer that does not fit: its text, and what the schema says of it. */
  readonly offSchema?: { readonly text: string; readonly complaints: readonly string[] };
}

const WITHOUT_TOOLS =
  "You have no tools here, and nobody runs what you write as a call. Write the answer itself, from what you were given.";

/**
 * The request that may still bring an answer after one that failed, or `undefined` where asking again would be a shrug.
 *
 * A1. Reasoning left no room for an answer: once more, with reasoning off.
 * A2. Calls were written as text: once more, with no tools and with the words that there are none.
 * A3. The answer does not fit its schema: once more, with the answer and the schema's complaints.
 *
 * `before` holds the reasons for which was asked again already.
 */
export function askAgain(request: CompleteRequest, failed: Failed, before: ReadonlySet<FailureReason>): CompleteRequest | undefined {
  const { reason, offSchema } = failed;
  if (before.has(reason)) return undefined;
  if (reason === "reasoning-only") return { ...request, reasoning: "off" };
  if (reason === "markup-only") {
    const { tools: _tools, ...without } = request;
    return { ...without, messages: [...request.messages, { role: "user", content: WITHOUT_TOOLS }] };
  }
  if (reason !== "off-schema" || offSchema === undefined) return undefined;
  const complaints = offSchema.complaints.map((complaint) => `- ${complaint.replaceAll(/\s+/g, " ")}`).join("\n");
  const content = `Your answer does not fit what is asked for:\n\n${complaints}\n\nGive the whole answer again, mended, and nothing else.`;
  return { ...request, messages: [...request.messages, { role: "assistant", content: offSchema.text }, { role: "user", content }] };
}
