import { z } from "zod";
import { adapter, query } from "../../src/dsl/index.js";

const When = z.string().nullable();

export const FeedEntry = z.object({
  id: z.string().describe("As the feed gives it; else its address; else `sha256:` and the digest of what it says"),
  url: z.string().nullable().describe("Absolute, without its fragment"),
  title: z.string().nullable(),
  authors: z.array(z.string()),
  categories: z.array(z.string()),
  publishedAt: When.describe("In ISO 8601, UTC; null where the feed gives none that can be read"),
  updatedAt: When.describe("Likewise"),
  summary: z.string().nullable().describe("As text, without markup"),
  content: z.string().nullable().describe("As text, without markup"),
  isCut: z.boolean().describe("Whether summary or content is only the beginning"),
});
export type FeedEntry = z.output<typeof FeedEntry>;

export const Feed = z.object({
  format: z.enum(["rss", "rdf", "atom", "json"]).describe("RSS 0.9x and 2.0, RSS 1.0, Atom 1.0, JSON Feed"),
  url: z.string().describe("What was asked for"),
  finalUrl: z.string().describe("Where it was found, after redirects"),
  fetchedAt: z.string().describe("When it came from the server, in ISO 8601"),
  sha256: z.string().describe("Of its bytes, in hexadecimal"),
  title: z.string().nullable(),
  link: z.string().nullable().describe("The site that it is the feed of"),
  description: z.string().nullable(),
  language: z.string().nullable(),
  updatedAt: When,
  entries: z
    .array(FeedEntry)
    .describe("The newest first, by when they were published or else updated; then those without a date, in the order of the feed"),
  entriesLeftOut: z.int().nonnegative().describe("How many more it has, or which are older than `since`"),
});
export type Feed = z.output<typeof Feed>;

/** Reads what sites say is new. */
export const feeds = adapter("feeds", {
  /** A feed of any of the common formats; an entry that stands there twice is given once, as it was updated last. */
  read: query({
    takes: z.object({
      url: z.url({ protocol: /^https?$/ }).max(4_096),
      limit: z.int().positive().max(1_000).default(50).describe("The most entries; default 50"),
      since: z.iso.datetime({ offset: true }).optional().describe("Leaves out entries that are dated before; those without a date stay"),
      maxChars: z.int().positive().max(1_000_000).default(10_000).describe("Of each summary and content; default 10,000"),
    }),
    gives: Feed,
  }),
});
