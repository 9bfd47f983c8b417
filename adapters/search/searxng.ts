import { z } from "zod";
import type { PoliteClient } from "../web/index.js";
import { askJson } from "./ask-json.js";
import type { WebHit } from "./search.js";

/**
 * The answer of SearXNG's `/search?format=json`, and of what speaks like it; only what is used of it.
 * Source: docs.searxng.org, "Search API".
 */
const Answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      engine: z.string().nullish(),
      engines: z.array(z.string()).nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
  /** Pairs of an engine and what is wrong with it. */
  unresponsive_engines: z.array(z.array(z.unknown())).nullish(),
});

export interface SearxngRequest {
  readonly query: string;
  readonly limit: number;
  readonly page: number;
  readonly language?: string | undefined;
}

interface Searxng {
  readonly client: PoliteClient;
  /** Its address, without `/search`. */
  readonly endpoint: URL;
  /** For a service behind a gate that wants `Authorization: Bearer`. */
  readonly token: string | undefined;
}

export async function searchWeb(request: SearxngRequest, { client, endpoint, token }: Searxng, signal: AbortSignal) {
  const url = new URL(`${endpoint.pathname.replace(/\/+$/, "")}/search`, endpoint);
  const { query, limit, page, language } = request;
  url.search = new URLSearchParams({
    q: query,
    format: "json",
    pageno: String(page),
    ...(language !== undefined && { language }),
  }).toString();
  const answer = await askJson({
    service: "the search service",
    client,
    url,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    answer: Answer,
    signal,
    hints: {
      403: 'let it answer in JSON: "formats: [html, json]" under "search" in its settings.yml; and check the key in the environment',
    },
  });
  const hits = new Map<string, WebHit>();
  for (const { url: found, title, content, engine, engines, publishedDate } of answer?.results ?? []) {
    // A result that leads to no page (a file's name, a script) is none.
    if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol) || hits.has(found)) continue;
    hits.set(found, {
      url: found,
      title: plain(title),
      snippet: plain(content),
      engines: [...new Set(engines ?? (engine ? [engine] : []))].sort(),
      publishedAt: publishedDate || null,
    });
  }
  const silentEngines = (answer?.unresponsive_engines ?? []).map(([name]) => String(name)).sort();
  return { results: [...hits.values()].slice(0, limit), silentEngines };
}

function plain(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim().slice(0, 2_000);
}
