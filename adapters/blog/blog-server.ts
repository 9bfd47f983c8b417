import type { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { isThisMachine } from "../this-machine.js";

export interface BlogServerOptions {
  /** Of the site: what is asked lies below it. */
  readonly url: string;
  /** Who is asked, for people: "WordPress". */
  readonly service: string;
  /** What goes with each request, and how a text is shown without it. */
  readonly login: () => Login;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
  readonly deadline?: (ms: number) => AbortSignal;
}

export interface Login {
  readonly authorization: string;
  /** The name of the secret, for people. */
  readonly name: string;
  hideIn(text: string): string;
}

export interface BlogRequest<Sends extends z.ZodType, Gives extends z.ZodType> {
  readonly method: "GET" | "POST";
  /** Below the site's address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sends?: { readonly schema: Sends; readonly body: z.input<Sends> };
  readonly gives: Gives;
  /** Left out for what, once begun, must be brought to an end that is known. */
  readonly signal?: AbortSignal;
}

export interface BlogServer {
  ask<Sends extends z.ZodType, Gives extends z.ZodType>(request: BlogRequest<Sends, Gives>): Promise<z.output<Gives>>;
}

const TIMEOUT_MS = 30_000;

/**
 * One request after another to one site, none of them made twice. The secret goes nowhere else, and not in the clear.
 *
 * Throws `blog/address`, `blog/login`, `blog/refused`, `blog/limit`, `blog/server`, `blog/answer`, `blog/elsewhere`,
 * `blog/unreachable`.
 */
export function blogServer(options: BlogServerOptions): BlogServer {
  const { service, login, timeoutMs = TIMEOUT_MS, deadline = AbortSignal.timeout } = options;
  const site = siteOf(options);
  return {
    async ask({ method, path, headers = {}, sends, gives, signal }) {
      signal?.throwIfAborted();
      const who = login();
      const limit = deadline(timeoutMs);
      const body = sends && JSON.stringify(sends.schema.parse(sends.body));
      let response: Response;
      let text: string;
      try {
        response = await (options.fetch ?? fetch)(`${site}${path}`, {
          method,
          headers: {
            ...{ accept: "application/json", "user-agent": "stagewright", authorization: who.authorization },
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body }),
          redirect: "manual",
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
        text = await response.text();
      } catch (error) {
        signal?.throwIfAborted();
        const because = limit.aborted ? `it did not answer in full within ${timeoutMs} ms` : who.hideIn(reasonOf(error));
        throw new StagewrightError("blog/unreachable", `${service} at "${site}" cannot be reached: ${because}`, {
          hint: "check the address and the connection; what was already done is found by its key",
        });
      }
      if (!response.ok) throw refusal({ service, site, asked: `${method} ${pathOf(path)}`, who, response, text });
      return answerIn(text, gives, { service, asked: `${method} ${pathOf(path)}`, who });
    },
  };
}

/** Throws `blog/address`. */
function siteOf({ url, service }: BlogServerOptions): string {
  const wrong = (because: string, hint: string) =>
    new StagewrightError("blog/address", `"${url.replace(/\/\/[^/]*@/, "//…@")}" ${because}`, { hint });
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw wrong(`is not the address of a ${service} site`, "give `url` as https://example.org/");
  }
  if (address.username !== "" || address.password !== "") {
    throw wrong("has the user or the password in it", "give the name of the credential, and not the secret");
  }
  if (address.protocol === "http:" && !isThisMachine(address.hostname)) {
    throw wrong("would have the secret sent in the clear", "use https://");
  }
  return `${address.origin}${address.pathname.replace(/\/+$/, "")}`;
}

interface Refusal {
  readonly service: string;
  readonly site: string;
  readonly asked: string;
  readonly who: Login;
  readonly response: Response;
  readonly text: string;
}

function refusal({ service, site, asked, who, response, text }: Refusal): StagewrightError {
  const { status, headers } = response;
  const said = who.hideIn(complaintIn(text) || response.statusText);
  if (status >= 300 && status < 400) {
    const to = who.hideIn(headers.get("location") ?? "nowhere");
    return new StagewrightError("blog/elsewhere", `"${site}" sends ${asked} on to "${to}"`, {
      hint: "the secret is sent to no other address; give that one as `url`, if you trust it",
    });
  }
  if (status === 401) {
    return new StagewrightError("blog/login", `${service} at "${site}" does not take ${who.name}: ${said}`, {
      hint: `set ${who.name} to one that is valid and may publish`,
    });
  }
  if (status === 429) {
    const after = headers.get("retry-after");
    return new StagewrightError(
      "blog/limit",
      `${service} at "${site}" takes no more requests${after === null ? "" : ` for ${after} seconds`}`,
      {
        hint: "go on with the run then",
      },
    );
  }
  if (status >= 500) {
    return new StagewrightError("blog/server", `${service} at "${site}" could not do it: ${asked} was answered by ${status}: ${said}`, {
      hint: "go on with the run later; what was already done is found by its key",
    });
  }
  return new StagewrightError("blog/refused", `${service} at "${site}" refused ${asked} with ${status}: ${said}`, {
    hint: status === 404 ? "check the address of the site" : `correct the post, or see whether ${who.name} may do this`,
  });
}

/** Without the query: it holds nothing that a person would look for. */
function pathOf(path: string): string {
  return path.split("?")[0] ?? path;
}

/** As WordPress says it, else as Ghost does. */
function complaintIn(text: string): string {
  const body = jsonOf(text);
  if (typeof body !== "object" || body === null) return "";
  if ("message" in body && typeof body.message === "string") return body.message;
  const errors: unknown = "errors" in body ? body.errors : [];
  return Array.isArray(errors)
    ? errors.map((error) => [error?.message, error?.context].filter((part) => typeof part === "string").join(" ")).join("; ")
    : "";
}

function answerIn<S extends z.ZodType>(
  text: string,
  schema: S,
  { service, asked, who }: { readonly service: string; readonly asked: string; readonly who: Login },
): z.output<S> {
  const parsed = schema.safeParse(jsonOf(text, who));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "the answer" : `"${issue.path.join(".")}"`;
  throw new StagewrightError(
    "blog/answer",
    `${service}'s answer to ${asked} is not what was expected at ${where}: ${who.hideIn(issue?.message ?? "")}`,
    { hint: "check the address of the site, and its version" },
  );
}

/** Without the secret: what a server repeats of it is not to be written down. */
function jsonOf(text: string, who?: Login): unknown {
  try {
    return JSON.parse(text, (_key, value) => (typeof value === "string" && who !== undefined ? who.hideIn(value) : value));
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
