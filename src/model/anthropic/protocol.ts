import { z } from "zod";
import type { Protocol } from "../server/protocol.js";

/** The version of the API that this is written for. */
const VERSION = "2023-06-01";

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

export const protocol: Protocol = {
  provider: "anthropic",
  askPath: "/messages",
  // One page of all: a list by twenties would hide the nearest name.
  listPath: "/models?limit=1000",
  headers: (key) => ({ "anthropic-version": VERSION, ...(key !== undefined && { "x-api-key": key.value }) }),
  stream: "events",
  namesIn: (list) => ModelList.safeParse(list).data?.data.map(({ id }) => id),
  anAnswer: "a message of the Messages API",
  aServer: "a server that speaks the Messages API",
  aFormat: "the Anthropic format",
  toStart: (port) => `\`llama-server -m model.gguf --port ${port}\``,
  toLoad: "name one after a #",
};
