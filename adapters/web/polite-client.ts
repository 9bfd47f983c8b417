import { setTimeout as sleepFor } from "node:timers/promises";
import { StagewrightError } from "../../src/dsl/index.js";
import { mediaTypeOf } from "./decode-text.js";
import { type Cached, DiskCache, sha256 } from "./disk-cache.js";
import { exchange, type Received, type Resolve, resolveBySystem, unreachable } from "./exchange.js";
import { freshness } from "./freshness.js";
import { hostRules } from "./host-rules.js";
import { HostTurns, type Sleep } from "./host-turns.js";
import { isPublicAddress } from "./public-address.js";
import { EVERYTHING, mayRead, NOTHING, parseRobots, type RobotRules } from "./robots.js";

export interface WebOptions {
  /** Which hosts may be asked: `example.org`, `*.example.org`, `localhost:8080`, `*` for any of the open net. */
  readonly hosts: readonly string[];
  /** Which of them may lie at addresses that are not of the open net, written in the same way. Default: none. */
  readonly privateHosts?: readonly string[];
  /** Where answers are kept. Default: nowhere, and everything is fetched anew. */
  readonly cacheFolder?: string;
  /** Between two requests to one host; a robots.txt may ask for more. Default 1,000. */
  readonly pauseMs?: number;
  /** For one request, from its first byte to its answer's last. Default 30,000. */
  readonly timeoutMs?: number;
  /** Default 5. */
  readonly maxRedirects?: number;
  /** Told to the servers, so that they can complain: a mail address or a page. */
  readonly contact?: string;
  /** Certificates of the authority that speaks for hosts of your own, in PEM. Default: those that Node trusts. */
  readonly ca?: string;
  readonly now?: () => Date;
  readonly sleep?: Sleep;
  /** Aborts after a time. */
  readonly deadline?: (ms: number) => AbortSignal;
  readonly resolve?: Resolve;
}

export interface GetRequest {
  readonly url: string;
  /** Media types that are of use; another is an error. `text/*` means all of that kind, `+json` all that end so. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** An answer to a request with headers of its own (a key, for example) is not cached, and a redirect loses them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether robots.txt is asked first. Default true; an interface made for programs need not be. */
  readonly asksRobots?: boolean;
  readonly signal: AbortSignal;
}

export interface Got {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Buffer;
  readonly sha256: string;
  readonly fetchedAt: string;
  readonly checkedAt: string;
}

/** Fetches within its limits, and never faster than is polite. */
export interface PoliteClient {
  get(request: GetRequest): Promise<Got>;
}

/** As whom the robots.txt of a site knows us. */
const ROBOT = "stagewright";
const ROBOTS_MAX_BYTES = 524_288;
const ROBOTS_KEPT_MS = 86_400_000;
/** A site that asks for more is asked as if it had said this. */
const MOST_CRAWL_DELAY_MS = 60_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Throws, at once, `web/host-rule`; at a request `web/url`, `web/host`, `web/private-address`, `web/robots`,
 * `web/redirects`, `web/content-type`, `web/too-long`, `web/encoding`, `web/time-limit`, `web/unreachable`.
 */
export function politeClient(options: WebOptions): PoliteClient {
  return new Client(options);
}

interface Ask {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

class Client implements PoliteClient {
  readonly #options: WebOptions;
  readonly #isListed: (url: URL) => boolean;
  readonly #isPrivate: (url: URL) => boolean;
  readonly #now: () => Date;
  readonly #turns: HostTurns;
  readonly #cache: DiskCache | undefined;
  readonly #robots = new Map<string, { readonly rules: RobotRules; readonly untilMs: number }>();

  constructor(options: WebOptions) {
    this.#options = options;
    this.#isListed = hostRules(options.hosts);
    this.#isPrivate = hostRules(options.privateHosts ?? []);
    this.#now = options.now ?? (() => new Date());
    const sleep: Sleep = options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }));
    this.#turns = new HostTurns({ now: this.#now, sleep });
    this.#cache = options.cacheFolder === undefined ? undefined : new DiskCache(options.cacheFolder);
  }

  async get(request: GetRequest): Promise<Got> {
    const { signal, accept, asksRobots = true, maxBytes } = request;
    const first = addressOf(request.url);
    let url = first;
    for (let hops = 0; ; hops++) {
      signal.throwIfAborted();
      this.#check(url);
      const robots = asksRobots ? await this.#robotsOf(url, signal) : EVERYTHING;
      if (!mayRead(robots, url)) throw robotsSayNo(url);
      // A key is for the host that it was given for: who is sent elsewhere goes without.
      const own = url.origin === first.origin ? request.headers : undefined;
      const headers = { accept: accept.map(acceptable).join(", "), ...own };
      const ask = { headers, maxBytes, pauseMs: this.#pauseMs(robots), signal };
      const { received, kept } = await (own === undefined ? this.#askOrRecall(url, ask) : this.#askPlainly(url, ask));
      const next = placeOf(received, url);
      if (next === undefined) {
        const contentType = received.headers.get("content-type") ?? null;
        if (received.status === 200) judgeType(url, contentType, accept);
        const at = this.#now().toISOString();
        const { fetchedAt, checkedAt } = kept ?? { fetchedAt: at, checkedAt: at };
        const { status, body } = received;
        return { url: request.url, finalUrl: url.href, status, contentType, body, sha256: sha256(body), fetchedAt, checkedAt };
      }
      if (hops >= (this.#options.maxRedirects ?? 5)) throw tooManyRedirects(first, hops);
      url = next;
    }
  }

  /** The host is judged before anything is looked up, also in the cache: the list may have changed since. */
  #check(url: URL): void {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new StagewrightError("web/url", `"${url.href}" leads to neither http nor https`, { hint: "only these two are fetched" });
    }
    if (url.username !== "" || url.password !== "") {
      throw new StagewrightError("web/url", `an address on "${url.host}" holds a name or a password`, {
        hint: "leave them out: addresses are printed and recorded",
      });
    }
    if (this.#isListed(url)) return;
    throw new StagewrightError("web/host", `"${url.host}" is not on the list of hosts that may be asked`, {
      hint: `add "${url.host}" to \`hosts\`; the list is ${this.#options.hosts.map((host) => `"${host}"`).join(", ") || "empty"}`,
    });
  }

  async #askOrRecall(url: URL, ask: Ask): Promise<{ readonly received: Received; readonly kept?: Cached["entry"] }> {
    const cached = await this.#cache?.read(url.href);
    if (cached !== undefined && isFresh(cached, this.#now())) return recalled(cached, url, ask);
    const validators = {
      ...(cached?.entry.etag && { "if-none-match": cached.entry.etag }),
      ...(cached?.entry.lastModified && { "if-modified-since": cached.entry.lastModified }),
    };
    const received = await this.#ask(url, { ...ask, headers: { ...ask.headers, ...validators } });
    const now = this.#now();
    if (received.status === 304 && cached !== undefined) {
      const { freshUntil } = freshness(received.headers, now);
      const entry = { ...cached.entry, checkedAt: now.toISOString(), freshUntil: freshUntil?.toISOString() ?? null };
      await this.#cache?.write({ entry, body: cached.body });
      return recalled({ entry, body: cached.body }, url, ask);
    }
    await this.#keep(url, received, now);
    return { received };
  }

  async #askPlainly(url: URL, ask: Ask): Promise<{ readonly received: Received; readonly kept?: Cached["entry"] }> {
    return { received: await this.#ask(url, ask) };
  }

  async #keep(url: URL, { status, headers, body }: Received, now: Date): Promise<void> {
    const { mayKeep, freshUntil } = freshness(headers, now);
    if (status !== 200 || !mayKeep) return;
    const at = now.toISOString();
    await this.#cache?.write({
      entry: {
        url: url.href,
        contentType: headers.get("content-type") ?? null,
        etag: headers.get("etag") ?? null,
        lastModified: headers.get("last-modified") ?? null,
        fetchedAt: at,
        checkedAt: at,
        freshUntil: freshUntil?.toISOString() ?? null,
        sha256: sha256(body),
      },
      body,
    });
  }

  /** One request, in its turn and within its time. */
  #ask(url: URL, { headers, maxBytes, pauseMs, signal }: Ask): Promise<Received> {
    const { timeoutMs = 30_000, deadline = AbortSignal.timeout, resolve = resolveBySystem, contact, ca } = this.#options;
    return this.#turns.take(url.host, { pauseMs, signal }, async () => {
      const limit = deadline(timeoutMs);
      try {
        return await exchange({
          url,
          headers: { "user-agent": `${ROBOT}/1${contact === undefined ? "" : ` (+${contact})`}`, ...headers },
          maxBytes,
          mayConnect: (address) => isPublicAddress(address) || this.#isPrivate(url),
          resolve,
          ...(ca !== undefined && { ca }),
          signal: AbortSignal.any([signal, limit]),
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!limit.aborted) throw unreachable(url, error);
        throw new StagewrightError("web/time-limit", `"${url.href}" did not answer in full within ${timeoutMs} ms`, {
          hint: "ask again later, or give a larger `timeoutMs`",
          cause: error,
        });
      }
    });
  }

  #pauseMs({ crawlDelayMs = 0 }: RobotRules): number {
    return Math.max(this.#options.pauseMs ?? 1_000, Math.min(crawlDelayMs, MOST_CRAWL_DELAY_MS));
  }

  async #robotsOf(url: URL, signal: AbortSignal): Promise<RobotRules> {
    const nowMs = this.#now().getTime();
    const known = this.#robots.get(url.origin);
    if (known !== undefined && nowMs < known.untilMs) return known.rules;
    const rules = await this.#fetchRobots(new URL("/robots.txt", url), signal);
    // A refusal for want of an answer is not remembered: the site may be back by the next time.
    if (rules !== NOTHING) this.#robots.set(url.origin, { rules, untilMs: nowMs + ROBOTS_KEPT_MS });
    return rules;
  }

  async #fetchRobots(first: URL, signal: AbortSignal): Promise<RobotRules> {
    let url = first;
    for (let hops = 0; hops <= 5; hops++) {
      this.#check(url);
      const ask = { headers: { accept: "text/plain, */*;q=0.1" }, maxBytes: ROBOTS_MAX_BYTES, pauseMs: this.#pauseMs(EVERYTHING), signal };
      const received = await this.#ask(url, ask);
      const next = placeOf(received, url);
      if (next === undefined) {
        if (received.status >= 500) return NOTHING;
        return received.status === 200 ? parseRobots(received.body.toString("utf8"), ROBOT) : EVERYTHING;
      }
      url = next;
    }
    return EVERYTHING;
  }
}

function addressOf(text: string): URL {
  if (URL.canParse(text)) return withoutFragment(new URL(text));
  throw new StagewrightError("web/url", `"${text}" is not an address`, { hint: "write it in full: https://example.org/page" });
}

function withoutFragment(url: URL): URL {
  url.hash = "";
  return url;
}

/** Where a redirect leads; undefined where there is none. */
function placeOf({ status, headers }: Received, from: URL): URL | undefined {
  const location = headers.get("location");
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  if (URL.canParse(location, from.href)) return withoutFragment(new URL(location, from));
  throw new StagewrightError("web/url", `"${from.href}" leads to "${location}", which is not an address`, {
    hint: "the site is at fault; ask for the page that was meant",
  });
}

function isFresh({ entry: { freshUntil } }: Cached, now: Date): boolean {
  return freshUntil !== null && now.getTime() < Date.parse(freshUntil);
}

function recalled({ entry, body }: Cached, url: URL, { maxBytes }: Ask): { readonly received: Received; readonly kept: Cached["entry"] } {
  if (body.length > maxBytes) {
    throw new StagewrightError("web/too-long", `"${url.href}" is longer than ${maxBytes} bytes`, {
      hint: "ask for something smaller, or give a larger `maxBytes`",
    });
  }
  const headers = new Map(entry.contentType === null ? [] : [["content-type", entry.contentType]]);
  return { received: { status: 200, headers, body }, kept: entry };
}

function acceptable(type: string): string {
  return type.startsWith("+") ? "*/*;q=0.1" : type;
}

/** A server that does not say what it sends is taken to send what was asked for. */
function judgeType(url: URL, contentType: string | null, accept: readonly string[]): void {
  const type = mediaTypeOf(contentType);
  if (type === null) return;
  const isOfUse = accept.some((wanted) =>
    wanted.startsWith("+") ? type.endsWith(wanted) : wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted,
  );
  if (isOfUse) return;
  throw new StagewrightError("web/content-type", `"${url.href}" is "${type}", which cannot be read here`, {
    hint: `what can be read: ${accept.map((one) => `"${one}"`).join(", ")}`,
  });
}

function robotsSayNo(url: URL): StagewrightError {
  return new StagewrightError("web/robots", `the robots.txt of "${url.host}" does not let "${url.pathname}${url.search}" be read`, {
    hint: "ask the site's owner, or gather this by hand",
  });
}

function tooManyRedirects(url: URL, hops: number): StagewrightError {
  return new StagewrightError("web/redirects", `"${url.href}" leads on and on: ${hops} redirects were followed`, {
    hint: "ask for the page where it ends, or give a larger `maxRedirects`",
  });
}
