import { readServer } from "../server-address.js";
import type { Timer } from "../timer.js";
import { toldByLlamaCpp } from "./llama-cpp.js";
import { toldByLmStudio } from "./lm-studio.js";
import { toldByOllama } from "./ollama.js";
import type { AskPath, Told } from "./told.js";
import { toldByVllm } from "./vllm.js";

/** A page about itself is short; of anything longer the beginning is no use. */
const MOST_BYTES = 4_000_000;

/** The environment variables that may hold a server's key, as the calls to models have them. */
const KEYS = { openai: ["STAGEWRIGHT_API_KEY", "OPENAI_API_KEY"], ollama: ["OLLAMA_API_KEY"] } as const;

export interface AskOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly timer: Timer;
  /** How long a server may take to tell about itself. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/** A server that answered, and what it told; or why nothing came. */
export type Asked = { readonly isReachable: true; readonly told: Told | undefined } | { readonly isReachable: false; readonly why: string };

/** Asks a server what room it has. What runs there is found out by what it answers; all is asked at once. */
export async function askServer(server: string, options: AskOptions): Promise<Asked> {
  const address = readServer(server);
  if ("fault" in address) return { isReachable: false, why: address.fault };
  const cut = new AbortController();
  const running = options.timer(options.limitMs, () => cut.abort(new Error(`no answer within ${options.limitMs / 1000} s`)));
  const pass = () => cut.abort(options.signal?.reason);
  options.signal?.addEventListener("abort", pass, { once: true });
  if (options.signal?.aborted) pass();
  let isReachable = false;
  let why = "no answer";
  const ask: AskPath = async (path) => {
    try {
      const { status, text } = await get(`${address.root}${path}`, keyOf(address.kind, options.env), {
        fetch: options.fetch,
        signal: cut.signal,
      });
      isReachable = true;
      return status === 200 ? text : undefined;
    } catch (error) {
      why = reasonOf(cut.signal.aborted ? cut.signal.reason : error);
      return undefined;
    }
  };
  try {
    const found = await Promise.all(
      address.kind === "ollama" ? [toldByOllama(ask)] : [toldByLlamaCpp(ask), toldByVllm(ask), toldByLmStudio(ask), toldByOllama(ask)],
    );
    return isReachable ? { isReachable, told: found.find((one) => one !== undefined) } : { isReachable, why };
  } finally {
    running.stop();
    options.signal?.removeEventListener("abort", pass);
  }
}

async function get(
  url: string,
  key: string | undefined,
  { fetch, signal }: { readonly fetch: AskOptions["fetch"]; readonly signal: AbortSignal },
) {
  const headers = { accept: "application/json, text/plain", ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const response = await fetch(url, { headers, signal, redirect: "manual" });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) break;
  }
  return { status: response.status, text: Buffer.concat(parts).toString("utf8") };
}

function keyOf(kind: "openai" | "ollama", env: AskOptions["env"]): string | undefined {
  const value = KEYS[kind].map((name) => env[name]?.trim() ?? "").find((one) => one !== "");
  // What no header may hold is complained of where the call itself is made.
  return value !== undefined && /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}

/** fetch hides what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") return "nothing listens there";
  return cause instanceof Error ? cause.message : String(cause);
}
