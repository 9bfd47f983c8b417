import { request } from "node:http";
import type { TestContext } from "node:test";
import { main, type Surroundings } from "../../../../src/cli/index.js";
import { type Called, type Shell, shell } from "../../shell.js";

interface How {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

export interface Served {
  readonly cwd: string;
  readonly call: Shell["call"];
  /** The link that was printed. */
  readonly link: string;
  readonly origin: string;
  readonly port: number;
  /** Sets the clock of the page. */
  at(now: string): void;
  /** Ctrl-C, and how it then ended. */
  stop(): Promise<Called>;
}

export const NOW = "2026-03-19T18:00:00.000Z";

/** Serves the page in this process, for the runs that were started in the shell's folder. */
export async function served(t: TestContext, { call, cwd }: Shell, { env = {}, args = [] }: How = {}): Promise<Served> {
  let now = NOW;
  const out: string[] = [];
  const err: string[] = [];
  const told = new Set<() => void>();
  let tell = () => {};
  const printed = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const surroundings: Surroundings = {
    program: "stagewright",
    cwd,
    env,
    out: {
      write: (text) => {
        out.push(text);
        tell();
      },
      isTty: false,
      columns: 100,
    },
    err: { write: (text) => void err.push(text), isTty: false, columns: 100 },
    readInput: async () => "",
    canAsk: true,
    ask: async (question) => {
      throw new Error(`nobody at the terminal is to be asked: ${question}`);
    },
    onSignal: (listener) => {
      told.add(listener);
      return () => void told.delete(listener);
    },
    exit: () => {},
    environment: { now: () => new Date(now), id: () => "i".repeat(20), random: () => 0.5 },
  };
  const ended = main(["gates", "--web", ...args], surroundings);
  await Promise.race([printed, ended]);
  const link = /http:\S+/.exec(out.join(""))?.[0] ?? "";
  const stop = async () => {
    for (const listener of [...told]) listener();
    return { code: await ended, out: out.join(""), err: err.join("") };
  };
  t.after(stop);
  const { origin, port } = new URL(link);
  return {
    cwd,
    call,
    link,
    origin,
    port: Number(port),
    stop,
    at: (time) => {
      now = time;
    },
  };
}

/** The page over a new folder with one run of each of these pipelines. */
export async function servedRuns(t: TestContext, pipelines: readonly (readonly string[])[], how: How = {}): Promise<Served> {
  const here = shell(t);
  for (const given of pipelines) await here.call(["run", ...given]);
  return served(t, here, how);
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What a person reads, without the styles, each piece on a line of its own. */
  readonly text: string;
}

/** A browser without JavaScript: it keeps its cookie, follows redirects, and sends a form as it stands but for what was typed. */
export interface Visitor {
  get(path: string): Promise<Seen>;
  /** Sends the form of a page that was seen. */
  send(seen: Seen, typed: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  post(path: string, body: string | URLSearchParams, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  cookie: string;
}

export async function visitor({ origin }: Pick<Served, "origin">, link: string): Promise<Visitor> {
  const opened = await fetch(link, { redirect: "manual" });
  const self: Visitor = {
    cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "",
    get: async (path) => seenOf(await fetch(new URL(path, origin), { headers: { cookie: self.cookie } })),
    post: async (path, body, headers = {}) => {
      const response = await fetch(new URL(path, origin), {
        method: "POST",
        redirect: "manual",
        body: body.toString(),
        headers: { cookie: self.cookie, origin, "content-type": "application/x-www-form-urlencoded", ...headers },
      });
      return response.status === 303 ? self.get(response.headers.get("location") ?? "") : seenOf(response);
    },
    send: (seen, typed, headers) => {
      const form = formOf(seen.html);
      return self.post(form.action, new URLSearchParams({ ...form.fields, ...typed }), headers);
    },
  };
  return self;
}

/** The page of a run once nothing more is done for it here. */
export async function rested(visitor: Visitor, run: string): Promise<Seen> {
  for (;;) {
    const seen = await visitor.get(`/run/${run}`);
    if (!/goes on (now|when)/.test(seen.text)) return seen;
  }
}

/** By hand, for a name that no browser of this machine would send. */
export function asHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function seenOf(response: Response): Promise<Seen> {
  const html = await response.text();
  const text = html
    .replace(/<style[\s\S]*?<\/style>/, "")
    .replaceAll(/<[^>]*>/g, "\n")
    .replaceAll(/\n\s*\n+/g, "\n");
  return { status: response.status, headers: response.headers, html, text: unescaped(text).trim() };
}

/** What a browser would send of the last form of a page. */
function formOf(html: string): { readonly action: string; readonly fields: Readonly<Record<string, string>> } {
  const form = /<form method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(html);
  const inside = form?.[2] ?? "";
  const fields: Record<string, string> = {};
  for (const [, tag = ""] of inside.matchAll(/<input ([^>]*)>/g)) fields[attribute(tag, "name")] = attribute(tag, "value");
  for (const [, tag = "", text = ""] of inside.matchAll(/<textarea ([^>]*)>\n?([\s\S]*?)<\/textarea>/g)) {
    fields[attribute(tag, "name")] = unescaped(text).replaceAll("\n", "\r\n");
  }
  for (const [, tag = "", options = ""] of inside.matchAll(/<select ([^>]*)>([\s\S]*?)<\/select>/g)) {
    fields[attribute(tag, "name")] = attribute(/<option ([^>]*) selected/.exec(options)?.[1] ?? "", "value");
  }
  return { action: form?.[1] ?? "", fields };
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => named[entity] ?? entity);
}
