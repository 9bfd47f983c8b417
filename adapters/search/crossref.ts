import { z } from "zod";
import { beginning, type PoliteClient } from "../web/index.js";
import { askJson } from "./ask-json.js";
import { plainOfJats } from "./plain-of-jats.js";
import type { Work } from "./search.js";

const Item = z.object({
  DOI: z.string(),
  URL: z.string().nullish(),
  title: z.array(z.string()).nullish(),
  author: z.array(z.object({ given: z.string().nullish(), family: z.string().nullish(), name: z.string().nullish() })).nullish(),
  issued: z.object({ "date-parts": z.array(z.array(z.int().nullable())) }).nullish(),
  "container-title": z.array(z.string()).nullish(),
  publisher: z.string().nullish(),
  type: z.string().nullish(),
  "is-referenced-by-count": z.int().nonnegative().nullish(),
  abstract: z.string().nullish(),
});

/** The answers of Crossref's REST API, of which only what is used. Source: api.crossref.org, "Metadata API format". */
const Works = z.object({ message: z.object({ "total-results": z.int().nonnegative(), items: z.array(Item) }) });
const OneWork = z.object({ message: Item });

const FIELDS = "DOI,URL,title,author,issued,container-title,publisher,type,is-referenced-by-count,abstract";
const MOST_AUTHORS = 50;
const MOST_ABSTRACT_CHARS = 10_000;

interface Crossref {
  readonly client: PoliteClient;
  readonly endpoint: URL;
  /** A mail address: whoever gives one is served from the pool that is slowed down last. */
  readonly contact: string | undefined;
}

interface LibraryRequest {
  readonly query: string;
  readonly limit: number;
  readonly since?: string | undefined;
}

export async function findWorks({ query, limit, since }: LibraryRequest, crossref: Crossref, signal: AbortSignal) {
  const url = placed(crossref, "works", {
    "query.bibliographic": query,
    rows: String(limit),
    select: FIELDS,
    ...(since !== undefined && { filter: `from-pub-date:${since}` }),
  });
  const answer = await askJson({ service: "the library", client: crossref.client, url, answer: Works, signal });
  return { total: answer?.message["total-results"] ?? 0, works: (answer?.message.items ?? []).slice(0, limit).map(workOf) };
}

export async function findWork(doi: string, crossref: Crossref, signal: AbortSignal): Promise<Work | null> {
  const url = placed(crossref, `works/${encodeURIComponent(doi)}`, {});
  const answer = await askJson({ service: "the library", client: crossref.client, url, answer: OneWork, signal, nothing: [404] });
  return answer === undefined ? null : workOf(answer.message);
}

function placed({ endpoint, contact }: Crossref, path: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(`${endpoint.pathname.replace(/\/+$/, "")}/${path}`, endpoint);
  url.search = new URLSearchParams({ ...parameters, ...(contact?.includes("@") && { mailto: contact }) }).toString();
  return url;
}

function workOf(item: z.output<typeof Item>): Work {
  const authors = (item.author ?? []).flatMap(({ given, family, name }) => [given, family].filter(Boolean).join(" ") || name || []);
  return {
    doi: item.DOI,
    url: item.URL || `https://doi.org/${item.DOI}`,
    title: plainOfJats(item.title?.[0]),
    authors: authors.slice(0, MOST_AUTHORS),
    authorsLeftOut: Math.max(0, authors.length - MOST_AUTHORS),
    issued: dateOf(item.issued?.["date-parts"][0] ?? []),
    venue: plainOfJats(item["container-title"]?.[0]),
    publisher: item.publisher ?? null,
    type: item.type ?? null,
    citedBy: item["is-referenced-by-count"] ?? null,
    abstract: abstractOf(item.abstract),
  };
}

function abstractOf(jats: string | null | undefined): string | null {
  const text = plainOfJats(jats);
  return text === null ? null : beginning(text, MOST_ABSTRACT_CHARS);
}

/** `[2019, 5]` is May 2019; `[null]` is how the registry says that it does not know. */
function dateOf(parts: readonly (number | null)[]): string | null {
  const known = parts.slice(0, 3).filter((part) => part !== null);
  if (known.length === 0) return null;
  return known.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-");
}
