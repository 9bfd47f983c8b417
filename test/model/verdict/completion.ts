import type { Completion } from "../../../src/model/index.js";

/** A completion with a regular end, but for the parts that a test is about. */
export function completion(parts: Partial<Completion>): Completion {
  return { text: "", finish: "stop", usage: { inputTokens: 10, outputTokens: 8_192, estimated: false }, model: "small-7b", ...parts };
}
