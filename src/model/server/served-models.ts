import { StagewrightError } from "../../dsl/index.js";
import { nearestNames } from "../nearest-names.js";
import { withoutKey } from "./key.js";
import { refusal } from "./refusal.js";
import { type Server, send } from "./server.js";

/** The names of the models that a server lists. */
async function listModels(server: Server): Promise<readonly string[]> {
  const { protocol, base, watch } = server;
  const response = await send(server, protocol.listPath);
  if (!response.ok) throw await refusal(server, response);
  const names = protocol.namesIn(await response.json().catch(() => undefined));
  watch.signal.throwIfAborted();
  if (names !== undefined) return names;
  const [path] = protocol.listPath.split("?");
  throw new StagewrightError("model/answer", `${base}${path} does not list models in ${protocol.aFormat}`, {
    hint: `check that the address is that of ${protocol.aServer}, or name the model after a #`,
  });
}

/** The model that a server lists first. */
export async function firstModel(server: Server): Promise<string> {
  const [first] = await listModels(server);
  if (first !== undefined) return first;
  throw new StagewrightError("model/not-served", `the server at ${server.base} lists no model`, {
    hint: server.protocol.toLoad,
  });
}

/** A 404 means an unknown model or an unknown path; the list of models tells which. */
export async function complaintOf(server: Server, response: Response, name: string): Promise<StagewrightError> {
  const error = await refusal(server, response);
  if (response.status !== 404) return error;
  const names = await listModels(server).catch(() => undefined);
  server.watch.signal.throwIfAborted();
  if (names === undefined || names.includes(name)) return error;
  const nearest = nearestNames(name, names).map((near) => `"${near}"`);
  return new StagewrightError("model/not-served", `the server at ${server.base} has no model "${name}"`, {
    hint:
      nearest.length === 0
        ? "it lists no model: load one there"
        : withoutKey(`of the ${names.length} that it lists, the nearest are ${nearest.join(", ")}`, server.key),
  });
}
