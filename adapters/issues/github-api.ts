import type { z } from "zod";
import type { Credential } from "../../src/credentials/index.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { realWait, type Wait } from "../locked.js";

export interface GitHubApiOptions {
  /** Asked for with the first request. Without one GitHub answers what everybody may read, at 60 requests an hour. */
  readonly token: () => Credential | undefined;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  readonly wait: Wait;
  /** How long to wait where GitHub says to; past that the call fails and says until when. */
  readonly mostWaitMs: number;
}

export interface GitHubRequest<S extends z.ZodType> {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base, or an address that GitHub named itself. */
  readonly path: string;
  readonly body?: object;
  readonly schema: S;
  readonly signal: AbortSignal;
}

export interface GitHubAnswer<T> {
  readonly value: T;
  /** The address of the next page. */
  readonly next: string | undefined;
}

export interface GitHubApi {
  /** Undefined where GitHub says that there is no such thing. */
  ask<S extends z.ZodType>(request: GitHubRequest<S>): Promise<GitHubAnswer<z.output<S>> | undefined>;
}

interface Kept {
  readonly etag: string;
  readonly body: unknown;
  readonly next: string | undefined;
}

/** Answers that are kept to be asked "is it still this?", which costs nothing of the limit. */
const MOST_KEPT = 500;
const TRIES = 4;

export function gitHubApi(options: GitHubApiOptions): GitHubApi {
  const { baseUrl, now, wait = realWait, mostWaitMs } = options;
  const kept = new Map<string, Kept>();
  let found: { readonly token: Credential | undefined } | undefined;
  const token = () => {
    found ??= { token: options.token() };
    return found.token;
  };
  const inWords = (text: string) => token()?.hideIn(text) ?? text;

  async function send(url: string, { method = "GET", body, signal }: Omit<GitHubRequest<z.ZodType>, "schema">): Promise<Response> {
    const login = token();
    const etag = method === "GET" ? kept.get(url)?.etag : undefined;
    try {
      return await options.fetch(url, {
        method,
        signal,
        headers: {
          accept: "application/vnd.github+json",
          "x-github-api-version": "2022-11-28",
          "user-agent": "stagewright",
          ...(login !== undefined && { authorization: `Bearer ${login.reveal()}` }),
          ...(etag !== undefined && { "if-none-match": etag }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      signal.throwIfAborted();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new StagewrightError("issues/unreachable", `GitHub at ${baseUrl} cannot be reached: ${inWords(cause)}`, {
        hint: "check the connection; what was already done is found by its key",
      });
    }
  }

  /** A refusal for being too many was not carried out, so that it may be asked again, whatever it asked for. */
  async function withinLimits(url: string, request: Omit<GitHubRequest<z.ZodType>, "schema">): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const response = await send(url, request);
      const ms = waitOf(response, now());
      if (ms === undefined) return response;
      await response.body?.cancel();
      if (ms > mostWaitMs || tries === TRIES) throw limited(new Date(now().getTime() + ms));
      await wait(ms, request.signal);
    }
  }

  return {
    async ask({ schema, ...request }) {
      const url = addressOf(request.path, baseUrl, inWords);
      const response = await withinLimits(url, request);
      const found = response.status === 304 ? kept.get(url) : undefined;
      if (response.status === 404 || response.status === 410) {
        await response.body?.cancel();
        return undefined;
      }
      if (found === undefined && !response.ok) {
        throw await refused(response, request, { inWords, tokenName: token()?.name ?? "GITHUB_TOKEN" });
      }
      const body: unknown = found ? found.body : await bodyOf(response, inWords);
      const next = found ? found.next : nextOf(response.headers.get("link"));
      const etag = response.headers.get("etag");
      if (found === undefined && etag !== null && (request.method ?? "GET") === "GET") keep(kept, url, { etag, body, next });
      const parsed = await schema.safeParseAsync(body);
      if (parsed.success) return { value: parsed.data, next };
      throw surprise(request.path, parsed.error, inWords);
    },
  };
}

function keep(kept: Map<string, Kept>, url: string, answer: Kept): void {
  kept.delete(url);
  kept.set(url, answer);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The token goes nowhere but to the address that was set up, whatever an answer names as the next page. */
function addressOf(path: string, baseUrl: string, inWords: (text: string) => string): string {
  if (!/^https?:/.test(path)) return `${baseUrl.replace(/\/+$/, "")}${path}`;
  if (new URL(path).origin === new URL(baseUrl).origin) return path;
  throw new StagewrightError("issues/answer", `GitHub at ${baseUrl} names a next page elsewhere: ${inWords(new URL(path).origin)}`, {
    hint: "check the address that was set up",
  });
}

function waitOf({ status, headers }: Response, now: Date): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const after = Number(headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(after)) return after * 1000;
  if (headers.get("x-ratelimit-remaining") === "0") {
    return Math.max(0, Number(headers.get("x-ratelimit-reset") ?? 0) * 1000 - now.getTime()) + 1000;
  }
  // A second limit, against many writes at once, may name no time: GitHub asks for a minute.
  return status === 429 ? 60_000 : undefined;
}

function nextOf(link: string | null): string | undefined {
  return /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? "")?.[1];
}

/** Without the token: what a server repeats of it, or a person has pasted into an issue, is not to be written down. */
async function bodyOf(response: Response, inWords: (text: string) => string): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (_key, value) => (typeof value === "string" ? inWords(value) : value));
  } catch {
    throw new StagewrightError("issues/answer", "GitHub's answer is not JSON", { hint: "check the address that was set up" });
  }
}

type Asked = Pick<GitHubRequest<z.ZodType>, "method" | "path">;

async function refused(
  response: Response,
  { method = "GET", path }: Asked,
  { inWords, tokenName }: { readonly inWords: (text: string) => string; readonly tokenName: string },
): Promise<StagewrightError> {
  const text = await response.text();
  if (response.status === 401) {
    return new StagewrightError("issues/token", "GitHub does not accept the token", {
      hint: `set ${tokenName} to one that is valid and may write issues`,
    });
  }
  const said = messageIn(text) || response.statusText;
  return new StagewrightError("issues/refused", inWords(`GitHub refused ${method} ${path} with ${response.status}: ${said}`), {
    hint: response.status === 403 ? `the token in ${tokenName} may lack the right to do this` : "correct the request",
  });
}

function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "message" in body ? String(body.message) : "";
  } catch {
    return "";
  }
}

function limited(until: Date): StagewrightError {
  return new StagewrightError("issues/limit", `GitHub takes no more requests until ${until.toISOString()}`, {
    hint: "go on with the run then",
  });
}

function surprise(path: string, error: z.ZodError, inWords: (text: string) => string): StagewrightError {
  const [issue] = error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "the answer" : `"${issue.path.join(".")}"`;
  const found = `GitHub's answer to ${path} is not what was expected at ${where}: ${issue?.message ?? ""}`;
  return new StagewrightError("issues/answer", inWords(found), {
    hint: "the server may speak another version of its API",
  });
}
