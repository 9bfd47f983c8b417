import type { Completion } from "../model.js";
import { askServer, type Question, type World } from "../server/ask.js";
import { tooLong } from "../server/overflow.js";
import { countTokens } from "../token-counter.js";
import { requestTexts } from "../transcript.js";
import { protocol } from "./protocol.js";
import { takeLine } from "./take-line.js";
import { wireBody } from "./wire.js";

/** Asks a model by Ollama's own API, once, and collects the whole answer. */
export async function complete(question: Question, world: World): Promise<Completion> {
  let readTokens: number | undefined;
  const completion = await askServer(question, world, {
    protocol,
    body: (model) => wireBody(model, question.request),
    take: (answer, value) => {
      const isTaken = takeLine(answer, value);
      readTokens = answer.usage.inputTokens;
      return isTaken;
    },
    finishes: { stop: "stop", length: "length" },
  });
  refuseCutPrompt(question, readTokens);
  const { reasoning, calls } = completion;
  // Between the calls of one task it wants its reasoning back.
  return reasoning === undefined || calls === undefined ? completion : { ...completion, signed: [{ text: reasoning, by: "ollama" }] };
}

/** What no prompt goes below, in a language with long words: 6 bytes to a token, where the rule of thumb says 3.6. */
const AT_LEAST = 0.6;

/**
 * Versions that know no `truncate` cut a prompt that does not fit and answer all the same. It shows by what they have read: the
 * whole window, so that nothing is left for an answer; or less than the prompt can be, where that could not fit.
 */
function refuseCutPrompt({ base, model, request }: Question, readTokens: number | undefined): void {
  const { contextTokens } = request;
  if (contextTokens === undefined || readTokens === undefined) return;
  const atLeast = AT_LEAST * countTokens(requestTexts(request));
  if (readTokens < contextTokens && (atLeast <= contextTokens || readTokens >= atLeast)) return;
  throw tooLong({
    who: model === undefined ? `the model at ${base}` : `"${model}" at ${base}`,
    overflow: { windowTokens: contextTokens },
    reason: `(it read ${readTokens} tokens, and cut off the rest without a word)`,
  });
}
