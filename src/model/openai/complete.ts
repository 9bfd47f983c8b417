import type { Completion } from "../model.js";
import { askServer, type Question, type World } from "../server/ask.js";
import { protocol } from "./protocol.js";
import { takePiece } from "./take-piece.js";
import { wireBody } from "./wire.js";

/** Asks a model on an OpenAI-compatible server, once, and collects the whole answer. */
export async function complete(question: Question, world: World): Promise<Completion> {
  return askServer(question, world, {
    protocol,
    body: (model) => wireBody(model, question.base, question.request),
    take: takePiece,
    finishes: { stop: "stop", length: "length" },
  });
}
