import { Credential, credentialIfAny } from "../../src/credentials/index.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { isThisMachine } from "../this-machine.js";
import { elsewhere, REDIRECTS, refusal, tooLate, unreachable } from "./caldav-refusal.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface CalDavServerOptions {
  /** The address of the calendar itself; that of its server where the calendar is looked for by its name. */
  readonly url: string;
  readonly user?: string;
  /** The name that the password has in the environment, or in the credentials file; or the password, which shows its name alone. */
  readonly passwordFrom?: string | Credential;
  readonly env?: Environment;
  /** A file of mode 600; `~/.config/stagewright/credentials` if left out. */
  readonly credentialsFile?: string;
  /** For one request and its answer. */
  readonly timeoutMs?: number;
  readonly deadline?: (ms: number) => AbortSignal;
}

export interface DavRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Left out for what, once begun, must be brought to an end that is known. */
  readonly signal?: AbortSignal | undefined;
  /** Refusals that the caller understands; any other is thrown. */
  readonly takes?: readonly number[];
}

export interface DavAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly type: string;
  readonly location: string | undefined;
  readonly text: string;
}

export interface CalDavServer {
  readonly url: string;
  ask(request: DavRequest): Promise<DavAnswer>;
  /** As tsdav takes it: what it asks comes here. */
  fetchFor(signal: AbortSignal | undefined, takes?: readonly number[]): typeof fetch;
  /** Takes the password out of what others have written. */
  inWords(text: string): string;
}

const TIMEOUT_MS = 30_000;

/**
 * One request after another to one CalDAV server, none of them made twice. The password goes nowhere else, and not in the
 * clear.
 *
 * Throws `calendar/address`, `calendar/password`, `calendar/login`, `calendar/none`, `calendar/refused`,
 * `calendar/server`, `calendar/answer`, `calendar/elsewhere`, `calendar/unreachable`, `calendar/time-limit`.
 */
export function calDavServer(options: CalDavServerOptions): CalDavServer {
  const { url, user, timeoutMs = TIMEOUT_MS, deadline = AbortSignal.timeout } = options;
  const base = addressOf(options);
  const login = () => (user === undefined ? undefined : basic(user, passwordOf(options)));
  const inWords = (text: string) => passwordIfAny(options)?.hideIn(text) ?? text;

  async function ask({ method, url: asked, headers = {}, body, signal, takes = [] }: DavRequest): Promise<DavAnswer> {
    signal?.throwIfAborted();
    if (new URL(asked).origin !== base.origin) throw elsewhere(url, asked);
    const authorization = login();
    const limit = deadline(timeoutMs);
    let answer: DavAnswer;
    try {
      const response = await fetch(asked, {
        method,
        headers: { ...headers, "user-agent": "stagewright", ...(authorization !== undefined && { authorization }) },
        ...(body !== undefined && { body }),
        // A redirect is most often to a page for people to log in.
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      answer = {
        status: response.status,
        statusText: response.statusText,
        type: response.headers.get("content-type") ?? "",
        location: response.headers.get("location") ?? undefined,
        text: await response.text(),
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (limit.aborted) throw tooLate(asked, timeoutMs);
      throw unreachable(asked, inWords(reasonOf(error)));
    }
    if ((answer.status >= 200 && answer.status < 300) || takes.includes(answer.status)) return answer;
    throw refusal({ method, asked, answer, options });
  }

  return {
    url: base.href,
    ask,
    inWords,
    fetchFor: (signal, takes) => async (input, init) => {
      const { method = "GET", body, headers, redirect } = init ?? {};
      const answer = await ask({
        method,
        url: input instanceof Request ? input.url : String(input),
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === "string" && { body }),
        signal,
        takes: [...(takes ?? []), ...(redirect === "manual" ? REDIRECTS : [])],
      });
      const { status, statusText, type, location, text } = answer;
      return new Response(text === "" ? null : text, {
        status,
        statusText,
        headers: { "content-type": type, ...(location !== undefined && { location }) },
      });
    },
  };
}

function addressOf({ url, user }: CalDavServerOptions): URL {
  const wrong = (because: string, hint: string) => new StagewrightError("calendar/address", `"${safe(url)}" ${because}`, { hint });
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw wrong("is not the address of a CalDAV server", "give `url` as https://example.org/…");
  }
  if (address.username !== "" || address.password !== "") {
    throw wrong("has the user or the password in it", "give `user`, and as `passwordFrom` the environment variable of the password");
  }
  if (user !== undefined && address.protocol === "http:" && !isThisMachine(address.hostname)) {
    throw wrong("would have the password sent in the clear", "use https://");
  }
  return address;
}

/** An address as it may be shown. */
function safe(url: string): string {
  return url.replace(/\/\/[^/]*@/, "//…@");
}

function passwordOf(options: CalDavServerOptions): Credential {
  const { url, user, passwordFrom } = options;
  const password = passwordIfAny(options);
  if (password !== undefined) return password;
  throw new StagewrightError("calendar/password", `the password of "${user}" for the calendar at "${url}" is not in the environment`, {
    hint: typeof passwordFrom === "string" ? `set ${passwordFrom}` : "name the environment variable that holds it as `passwordFrom`",
  });
}

function passwordIfAny({ passwordFrom, env = process.env, credentialsFile }: CalDavServerOptions): Credential | undefined {
  if (passwordFrom === undefined || passwordFrom instanceof Credential) return passwordFrom;
  return credentialIfAny([passwordFrom], { env, file: credentialsFile });
}

function basic(user: string, password: Credential): string {
  return `Basic ${Buffer.from(`${user}:${password.reveal()}`).toString("base64")}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof AggregateError) return error.cause.errors.map(reasonOf).join(", ");
  return error.cause instanceof Error ? error.cause.message : error.message;
}
