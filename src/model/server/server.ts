import { StagewrightError } from "../../dsl/index.js";
import type { Key } from "./key.js";
import { FETCH_GIVES_UP_MS } from "./patient-fetch.js";
import type { Protocol } from "./protocol.js";
import type { Watch } from "./silence.js";

/** A server with models, and how to reach it. */
export interface Server {
  readonly protocol: Protocol;
  /** The address with its version and no slash at the end. */
  readonly base: string;
  readonly key: Key | undefined;
  readonly fetch: typeof fetch;
  /** Its signal ends every request. */
  readonly watch: Watch;
}

const SLOW = "a shorter prompt, a smaller model or a faster machine may help; the server's own log says what it was doing";

type Redirects = Pick<RequestInit, "redirect" | "window">;
/**
 * Followed, a redirect turns the POST into a GET and the complaint into a riddle. With these two fetch need not keep a copy of the
 * request to send it elsewhere, which is a seventh of what a call costs.
 */
const REFUSED: Redirects = { redirect: "error", window: null };
/** As an answer, which says where it leads. */
const SHOWN: Redirects = { redirect: "manual" };

function isRedirect(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && error.cause.message === "unexpected redirect";
}

/** Sends one request. A status that says no is an answer here; no answer at all is an error in a sentence. */
export async function send(server: Server, path: string, body?: unknown): Promise<Response> {
  const { signal } = server.watch;
  const headers: Record<string, string> = {
    accept: "application/json, application/x-ndjson, text/event-stream",
    ...server.protocol.headers(server.key),
  };
  if (body !== undefined) headers["content-type"] = "application/json";
  const ask = (redirects: Redirects) =>
    server.fetch(`${server.base}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers,
      signal,
      ...redirects,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  try {
    return await ask(REFUSED).catch((error: unknown) => (isRedirect(error) ? ask(SHOWN) : Promise.reject(error)));
  } catch (error) {
    signal.throwIfAborted();
    throw noAnswer(server, error);
  }
}

/** The error for a `fetch` that gave up by itself. Only without undici can it come to that before our own limits do. */
export function gaveUp({ base, watch }: Server, error: unknown): StagewrightError | undefined {
  const code = causeCode(error);
  if (code !== "UND_ERR_HEADERS_TIMEOUT" && code !== "UND_ERR_BODY_TIMEOUT") return undefined;
  const { firstTokenMs, betweenTokensMs } = watch.limits;
  const wanted = Math.max(firstTokenMs, betweenTokensMs);
  return new StagewrightError("model/silent", `the server at ${new URL(base).origin} sent nothing for 300 seconds`, {
    hint: wanted > FETCH_GIVES_UP_MS ? `Node's fetch waits no longer: to wait ${wanted / 1000} seconds, \`npm install undici@7\`` : SLOW,
  });
}

/** What it means when no answer came, by the cause that fetch gives. */
function noAnswer(server: Server, error: unknown): StagewrightError {
  const { base, protocol: own } = server;
  const silent = gaveUp(server, error);
  if (silent !== undefined) return silent;
  const { origin, port, protocol } = new URL(base);
  const code = causeCode(error);
  if (code === "ECONNREFUSED") {
    const at = port === "" ? (protocol === "https:" ? "443" : "80") : port;
    return new StagewrightError("model/unreachable", `no server is running at ${origin}`, {
      hint: `start one there, for example ${own.toStart(at)}, or name another address`,
    });
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new StagewrightError("model/unreachable", `the name of the server ${origin} leads to no address`, {
      hint: "check the spelling and the network",
    });
  }
  return new StagewrightError("model/unreachable", `the server at ${origin} cannot be reached${code === "" ? "" : ` (${code})`}`, {
    hint: "check the address, its http or https, and the network",
  });
}

function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : "";
}
