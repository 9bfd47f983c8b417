import { absolute } from "../web/index.js";
import type { FoundEntry, FoundFeed, Passage } from "./found-feed.js";
import { readDate } from "./read-date.js";
import type { XmlElement } from "./read-xml.js";
import { baseOf } from "./xml-base.js";
import { all, first, textIn } from "./xml-search.js";

const ATOM = "{http://www.w3.org/2005/Atom}";
const CONTENT = "{http://purl.org/rss/1.0/modules/content/}";
const DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}";
const RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}";

/** RSS 0.9x and 2.0, whose items stand in the channel, and RSS 1.0 and 0.90, where they stand beside it. */
export function readRss(root: XmlElement, feedUrl: string): FoundFeed | undefined {
  const isRdf = root.name === `${RDF}RDF`;
  const channel = root.children.find((child): child is XmlElement => typeof child !== "string" && /(^|\})channel$/.test(child.name));
  if (channel === undefined || !(isRdf || /(^|\})rss$/i.test(root.name))) return undefined;
  // Some writers put all of it into a namespace of their own.
  const own = channel.name.replace(/channel$/, "");
  const base = baseOf(channel, baseOf(root, feedUrl));
  return {
    format: isRdf ? "rdf" : "rss",
    title: passage("text", textIn(first(channel, `${own}title`)), base),
    link: linkOf(textIn(first(channel, `${own}link`)), base),
    description: passage("html", textIn(first(channel, `${own}description`)), base),
    language: textIn(first(channel, `${own}language`, `${DUBLIN_CORE}language`)),
    updatedAt: readDate(textIn(first(channel, `${own}lastBuildDate`, `${own}pubDate`, `${DUBLIN_CORE}date`))),
    entries: [...all(channel, `${own}item`), ...all(root, `${own}item`)].map((item) => entryOf(item, own, base)),
  };
}

function entryOf(item: XmlElement, own: string, outer: string): FoundEntry {
  const base = baseOf(item, outer);
  const guid = first(item, `${own}guid`);
  const id = textIn(guid) ?? item.attributes.get(`${RDF}about`) ?? null;
  const isPermanentLink = guid !== undefined && guid.attributes.get("isPermaLink")?.toLowerCase() !== "false";
  const link = textIn(first(item, `${own}link`)) ?? first(item, `${ATOM}link`)?.attributes.get("href") ?? null;
  return {
    id,
    // An id counts as an address only where it is one by itself: a bare word would count from the feed's.
    url: linkOf(link, base) ?? (isPermanentLink && /^https?:/i.test(id ?? "") ? linkOf(id, base) : null),
    title: passage("text", textIn(first(item, `${own}title`, `${DUBLIN_CORE}title`)), base),
    authors: words(item, `${DUBLIN_CORE}creator`, `${own}author`),
    categories: words(item, `${own}category`, `${DUBLIN_CORE}subject`),
    publishedAt: readDate(textIn(first(item, `${own}pubDate`, `${DUBLIN_CORE}date`))),
    updatedAt: readDate(textIn(first(item, `${ATOM}updated`))),
    summary: passage("html", textIn(first(item, `${own}description`)), base),
    content: passage("html", textIn(first(item, `${CONTENT}encoded`)), base),
  };
}

function words(item: XmlElement, ...names: readonly string[]): string[] {
  return [...new Set(all(item, ...names).flatMap((element) => textIn(element) ?? []))];
}

function linkOf(href: string | null, base: string): string | null {
  return href === null ? null : (absolute(href, base) ?? null);
}

function passage(kind: Passage["kind"], text: string | null, base: string): Passage | null {
  return text === null ? null : { kind, text, base };
}
