import { z } from "zod";
import { bearer, type Protocol } from "../server/protocol.js";

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

function namesIn(list: unknown): readonly string[] | undefined {
  return ModelList.safeParse(list).data?.data.map(({ id }) => id);
}

export const protocol: Protocol = {
  provider: "openai",
  askPath: "/chat/completions",
  listPath: "/models",
  headers: bearer,
  stream: "events",
  namesIn,
  anAnswer: "a chat completion",
  aServer: "an OpenAI-compatible server",
  aFormat: "the OpenAI format",
  toStart: (port) => `\`llama-server -m model.gguf --port ${port}\` or \`OLLAMA_HOST=127.0.0.1:${port} ollama serve\``,
  toLoad: "load one there, for example with `ollama pull qwen3`",
};
