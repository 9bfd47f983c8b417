import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { absolute } from "../web/index.js";
import type { FoundEntry, FoundFeed, Passage } from "./found-feed.js";
import { readDate } from "./read-date.js";

/** A field of another type than the format has counts as missing: one bad entry does not lose the others. */
const words = z.string().nullish().catch(null);
const Author = z.object({ name: words }).catch({ name: null });

const Item = z.object({
  // The format wants a string; numbers are common.
  id: z.union([z.string(), z.number()]).nullish().catch(null),
  ...{ url: words, external_url: words, title: words, content_html: words, content_text: words, summary: words },
  ...{ date_published: words, date_modified: words },
  authors: z.array(Author).nullish().catch(null),
  author: Author.nullish(),
  tags: z.array(z.string()).nullish().catch(null),
});

const JsonFeed = z.object({
  version: z.string().regex(/^https?:\/\/(www\.)?jsonfeed\.org\/version\//, 'expected an address of "jsonfeed.org/version"'),
  ...{ title: words, home_page_url: words, description: words, language: words },
  authors: z.array(Author).nullish().catch(null),
  author: Author.nullish(),
  items: z.array(Item).default([]),
});

/** JSON Feed 1.0 and 1.1. Throws `feeds/json`. */
export function readJsonFeed(text: string, feedUrl: string): FoundFeed {
  const parsed = JsonFeed.safeParse(jsonOf(text, feedUrl));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".") || "the top";
    throw new StagewrightError("feeds/json", `"${feedUrl}" is not a JSON feed at "${place}": ${issue?.message}`, {
      hint: "look whether the address is that of a feed",
    });
  }
  const { title, home_page_url, description, language, items, ...feed } = parsed.data;
  const authors = authorsOf(feed);
  return {
    format: "json",
    title: passage("text", title, feedUrl),
    link: linkOf(home_page_url, feedUrl),
    description: passage("text", description, feedUrl),
    language: language ?? null,
    updatedAt: null,
    entries: items.map((item) => entryOf(item, authors, feedUrl)),
  };
}

function entryOf(item: z.output<typeof Item>, feedAuthors: readonly string[], base: string): FoundEntry {
  const authors = authorsOf(item);
  return {
    id: item.id === null || item.id === undefined || item.id === "" ? null : String(item.id),
    url: linkOf(item.url ?? item.external_url, base),
    title: passage("text", item.title, base),
    authors: authors.length > 0 ? authors : feedAuthors,
    categories: [...new Set(item.tags ?? [])],
    publishedAt: readDate(item.date_published ?? null),
    updatedAt: readDate(item.date_modified ?? null),
    summary: passage("text", item.summary, base),
    content: passage("html", item.content_html, base) ?? passage("text", item.content_text, base),
  };
}

function authorsOf({ authors, author }: Pick<z.output<typeof Item>, "authors" | "author">): string[] {
  return [...new Set([...(authors ?? []), ...(author ? [author] : [])].flatMap(({ name }) => name || []))];
}

function linkOf(href: string | null | undefined, base: string): string | null {
  return href ? (absolute(href, base) ?? null) : null;
}

function passage(kind: Passage["kind"], text: string | null | undefined, base: string): Passage | null {
  return text?.trim() ? { kind, text: text.trim(), base } : null;
}

function jsonOf(text: string, feedUrl: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StagewrightError("feeds/json", `"${feedUrl}" begins like JSON and is none`, {
      hint: "look whether the address is that of a feed",
      cause,
    });
  }
}
