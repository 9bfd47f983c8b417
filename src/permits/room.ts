import { StagewrightError } from "../dsl/index.js";
import type { CompleteRequest } from "../model/index.js";
import type { NamedPool, Pool } from "./pools.js";
import { smallest, type Told } from "./told/told.js";

/** What a call may hold where neither the server nor the config says: enough for a stage, little enough for a small machine. */
export const DEFAULT_CONTEXT_TOKENS = 8_192;
/** What Ollama gives a call that asks for nothing, on the smallest machines; its own default. */
const OLLAMA_CONTEXT_TOKENS = 4_096;

/** How much a pool has, and one call of it. */
export interface Room {
  /** How many tokens all calls may hold together. */
  readonly kvTokens: number;
  /** The most that one call may hold. */
  readonly windowTokens: number;
  /** Who says how large the pool is. */
  readonly from: "server" | "config" | "default";
}

/**
 * How much room a pool has. What is certain counts: a server that may share one window among all calls is taken to do so, unless the
 * config says that it has more. The config never raises the pool over what the server can have at most.
 */
export function roomOf(pool: Pool, told: Told | undefined, asked: { readonly model?: string; readonly contextTokens?: number } = {}): Room {
  const window = windowOf(pool, told, asked);
  const kv = kvOf(pool, told, window);
  return { ...kv, windowTokens: Math.min(window, kv.kvTokens) };
}

function windowOf(
  pool: Pool,
  told: Told | undefined,
  { model, contextTokens }: { readonly model?: string; readonly contextTokens?: number },
): number {
  const own = model === undefined ? undefined : windowByName(told, model);
  const served = own ?? (told && smallest(told.windows));
  if (told?.isSizedByCall) return contextTokens ?? pool.contextTokens ?? served ?? OLLAMA_CONTEXT_TOKENS;
  const limits = [served, pool.contextTokens, contextTokens].filter((one) => one !== undefined);
  return limits.length === 0 ? (pool.kvTokens ?? DEFAULT_CONTEXT_TOKENS) : Math.min(...limits);
}

/** Ollama lists "qwen3:latest" for what is asked for as "qwen3". */
function windowByName(told: Told | undefined, model: string): number | undefined {
  const name = model.includes("#") ? model.slice(model.indexOf("#") + 1) : model;
  return told?.windows.get(name) ?? told?.windows.get(`${name}:latest`);
}

function kvOf(pool: Pool, told: Told | undefined, window: number): Pick<Room, "kvTokens" | "from"> {
  if (pool.kvTokens !== undefined) {
    const isOver = told?.atMost !== undefined && told.atMost < pool.kvTokens;
    return isOver ? { kvTokens: told.atMost, from: "server" } : { kvTokens: pool.kvTokens, from: "config" };
  }
  if (told?.isSizedByCall) return { kvTokens: Math.max(window, told.atLeast ?? 0), from: "server" };
  if (told?.atLeast !== undefined) return { kvTokens: told.atLeast, from: "server" };
  return { kvTokens: window * pool.permits, from: pool.contextTokens === undefined ? "default" : "config" };
}

/**
 * How many tokens a call is to hold: what it reads and its answer, or a whole window where the answer has no limit.
 *
 * @throws StagewrightError `permit/too-large` for a call that can never fit.
 */
export function tokensNeeded(
  { name, pool }: NamedPool,
  room: Room,
  { request, inputTokens }: { readonly request: CompleteRequest; readonly inputTokens: number },
): number {
  if (inputTokens >= room.windowTokens) throw tooLarge({ name, pool }, room, request, inputTokens);
  if (request.maxTokens === undefined) return room.windowTokens;
  return Math.min(inputTokens + request.maxTokens + (request.reasoningTokens ?? 0), room.windowTokens);
}

function tooLarge({ name, pool }: NamedPool, room: Room, { model }: CompleteRequest, inputTokens: number): StagewrightError {
  const said = { server: `as ${pool.server} tells`, config: "as the config says", default: "a default, as nothing says how large it is" }[
    room.from
  ];
  return new StagewrightError(
    "permit/too-large",
    `a call of "${model}" reads ${count(inputTokens)} tokens, and one call of pool "${name}" may hold ${count(room.windowTokens)} of ` +
      `${count(room.kvTokens)} (${said})`,
    { hint: `give the stage less to read, start the server with a larger context, or set "pools.${name}.kvTokens" and "contextTokens"` },
  );
}

export function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
