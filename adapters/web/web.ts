import { z } from "zod";
import { adapter, query } from "../../src/dsl/index.js";

const Url = z
  .url({ protocol: /^https?$/ })
  .max(4_096)
  .describe("An address that begins with http:// or https://");
const MaxBytes = z.int().positive().max(16_777_216).default(1_048_576).describe("A longer body is an error; default 1 MiB, at most 16 MiB");

const facts = {
  url: z.string().describe("What was asked for"),
  finalUrl: z.string().describe("Where it was found, after redirects"),
  status: z.int().describe("The status of the answer; 404 is an answer, too"),
  contentType: z.string().nullable().describe("As the server names it, without parameters"),
  charset: z.string().describe("By which encoding the bytes became text"),
  bytes: z.int().nonnegative().describe("Length of the body, once unpacked"),
  sha256: z.string().describe("Of the body's bytes, in hexadecimal"),
  fetchedAt: z.string().describe("When the body came from the server, in ISO 8601"),
  checkedAt: z.string().describe("When the server last said that this is what it has; later than `fetchedAt` where the cache held it"),
};

export const WebResource = z.object({ ...facts, text: z.string() });
export type WebResource = z.output<typeof WebResource>;

export const WebLink = z.object({
  url: z.string().describe("Absolute, without its fragment"),
  text: z.string().describe("What a reader sees; may be empty"),
});
export type WebLink = z.output<typeof WebLink>;

export const WebPage = z.object({
  ...facts,
  title: z.string().nullable(),
  text: z.string().describe("What a reader sees: no markup, no scripts, no line broken that is one in the page"),
  isCut: z.boolean().describe("Whether `text` is only the beginning"),
  links: z.array(WebLink).describe("In the order of the page, each address once"),
  linksLeftOut: z.int().nonnegative().describe("How many more there are"),
});
export type WebPage = z.output<typeof WebPage>;

/** Reads the web, within what the implementation allows; it sends nothing but the request for an address. */
export const web = adapter("web", {
  /** What stands at an address, as text. */
  fetch: query({ takes: z.object({ url: Url, maxBytes: MaxBytes }), gives: WebResource }),
  /** What a person would read there: title, text and links. What is not HTML is given as it is. */
  page: query({
    takes: z.object({
      url: Url,
      maxBytes: MaxBytes,
      maxChars: z.int().positive().max(4_000_000).default(200_000).describe("Of the text; default 200,000"),
      maxLinks: z.int().nonnegative().max(10_000).default(500).describe("Default 500"),
    }),
    gives: WebPage,
  }),
});
