import { z } from "zod";
import { bearer, type Protocol } from "../server/protocol.js";

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) });

export const protocol: Protocol = {
  provider: "ollama",
  askPath: "/chat",
  listPath: "/tags",
  headers: bearer,
  stream: "lines",
  namesIn: (list) => Tags.safeParse(list).data?.models.map(({ name }) => name),
  anAnswer: "a chat answer of Ollama",
  aServer: "an Ollama server",
  aFormat: "Ollama's format",
  toStart: (port) => `\`OLLAMA_HOST=127.0.0.1:${port} ollama serve\``,
  toLoad: "load one there, for example with `ollama pull qwen3`",
};
