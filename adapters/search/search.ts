import { z } from "zod";
import { adapter, query } from "../../src/dsl/index.js";

const Words = z.string().trim().min(1).max(1_000);
const Limit = z.int().positive().max(100).default(10).describe("Default 10");

export const WebHit = z.object({
  url: z.string(),
  title: z.string(),
  snippet: z.string().describe("What the engine shows of it; may be empty"),
  engines: z.array(z.string()).describe("Which engines found it, in order of their names"),
  publishedAt: z.string().nullable().describe("As the engine says"),
});
export type WebHit = z.output<typeof WebHit>;

export const Work = z.object({
  doi: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  authors: z.array(z.string()).describe("At most 50"),
  authorsLeftOut: z.int().nonnegative(),
  issued: z.string().nullable().describe("As precisely as it is known: YYYY, YYYY-MM or YYYY-MM-DD"),
  venue: z.string().nullable().describe("The journal, the book or the series"),
  publisher: z.string().nullable(),
  type: z.string().nullable().describe("In the words of the registry: journal-article, book-chapter, …"),
  citedBy: z.int().nonnegative().nullable(),
  abstract: z.string().nullable().describe("As text; at most 10,000 characters"),
});
export type Work = z.output<typeof Work>;

/** Finds pages and publications. What it says of them is the engine's word: read the page itself before it counts as evidence. */
export const search = adapter("search", {
  /** Pages by words, in the engine's order, each address once. */
  web: query({
    takes: z.object({
      query: Words,
      limit: Limit,
      page: z.int().positive().max(50).default(1),
      language: z
        .string()
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z]{2,4})?$/)
        .optional()
        .describe("Such as `en` or `ro-RO`"),
    }),
    gives: z.object({
      results: z.array(WebHit),
      silentEngines: z.array(z.string()).describe("Engines that did not answer this time: the list may be shorter than it could be"),
    }),
  }),
  /** Publications by words, in the registry's order of how well they fit. */
  library: query({
    takes: z.object({ query: Words, limit: Limit, since: z.iso.date().optional().describe("Published on that day or later") }),
    gives: z.object({ total: z.int().nonnegative(), works: z.array(Work) }),
  }),
  /** The publication that a DOI names; null where the registry has none. */
  work: query({
    takes: z.object({
      doi: z
        .string()
        .regex(/^10\.\d{4,9}\/\S+$/, "is no DOI; one looks like 10.1000/xyz123")
        .max(500),
    }),
    gives: Work.nullable(),
  }),
});
