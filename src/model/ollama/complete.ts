import type { Completion } from "../model.js";
import { askServer, type Question, type World } from "../server/ask.js";
import { protocol } from "./protocol.js";
import { takeLine } from "./take-line.js";
import { wireBody } from "./wire.js";

/** Asks a model by Ollama's own API, once, and collects the whole answer. */
export async function complete(question: Question, world: World): Promise<Completion> {
  const completion = await askServer(question, world, {
    protocol,
    body: (model) => wireBody(model, question.request),
    take: takeLine,
    finishes: { stop: "stop", length: "length" },
  });
  const { reasoning, calls } = completion;
  // Between the calls of one task it wants its reasoning back.
  return reasoning === undefined || calls === undefined ? completion : { ...completion, signed: [{ text: reasoning, by: "ollama" }] };
}
