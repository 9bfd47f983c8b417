import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { refusal } from "./refusal.js";
import { type Server, send } from "./server.js";

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The names of the models that a server lists. */
export async function listModels(server: Server): Promise<readonly string[]> {
  const response = await send(server, "/models");
  if (!response.ok) throw await refusal(server, response);
  const list = ModelList.safeParse(await response.json().catch(() => undefined));
  server.signal.throwIfAborted();
  if (!list.success) {
    throw new StagewrightError("model/answer", `${server.base}/models does not list models in the OpenAI format`, {
      hint: "check that the address is that of an OpenAI-compatible server, or name the model after a #",
    });
  }
  return list.data.data.map(({ id }) => id);
}

/** The model that a server lists first. */
export async function firstModel(server: Server): Promise<string> {
  const [first] = await listModels(server);
  if (first !== undefined) return first;
  throw new StagewrightError("model/not-served", `the server at ${server.base} lists no model`, {
    hint: "load one there, for example with `ollama pull qwen3`",
  });
}
