import { absolute } from "../web/index.js";
import type { FoundEntry, FoundFeed, Passage } from "./found-feed.js";
import { readDate } from "./read-date.js";
import type { XmlElement } from "./read-xml.js";
import { baseOf } from "./xml-base.js";
import { all, first, markupIn, textIn } from "./xml-search.js";

const LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang";
/** Atom 1.0 (RFC 4287) and 0.3, which has other words for the dates. */
const ROOTS = ["{http://www.w3.org/2005/Atom}feed", "{http://purl.org/atom/ns#}feed"];

export function readAtom(root: XmlElement, feedUrl: string): FoundFeed | undefined {
  if (!ROOTS.includes(root.name)) return undefined;
  const own = root.name.replace(/feed$/, "");
  const base = baseOf(root, feedUrl);
  return {
    format: "atom",
    title: passageOf(first(root, `${own}title`), base),
    link: linkOf(root, own, base),
    description: passageOf(first(root, `${own}subtitle`, `${own}tagline`), base),
    language: root.attributes.get(LANGUAGE) ?? null,
    updatedAt: readDate(textIn(first(root, `${own}updated`, `${own}modified`))),
    entries: all(root, `${own}entry`).map((entry) => entryOf(entry, { own, base, authors: authorsOf(root, own) })),
  };
}

interface Around {
  readonly own: string;
  readonly base: string;
  /** Who wrote what names no author of its own. */
  readonly authors: readonly string[];
}

function entryOf(entry: XmlElement, { own, base: outer, authors: feedAuthors }: Around): FoundEntry {
  const base = baseOf(entry, outer);
  const authors = authorsOf(entry, own);
  const sourceAuthors = authorsOf(first(entry, `${own}source`), own);
  return {
    id: textIn(first(entry, `${own}id`)),
    url: linkOf(entry, own, base),
    title: passageOf(first(entry, `${own}title`), base),
    authors: authors.length > 0 ? authors : sourceAuthors.length > 0 ? sourceAuthors : feedAuthors,
    categories: [
      ...new Set(all(entry, `${own}category`).flatMap(({ attributes }) => attributes.get("label") ?? attributes.get("term") ?? [])),
    ],
    publishedAt: readDate(textIn(first(entry, `${own}published`, `${own}issued`, `${own}created`))),
    updatedAt: readDate(textIn(first(entry, `${own}updated`, `${own}modified`))),
    summary: passageOf(first(entry, `${own}summary`), base),
    content: passageOf(first(entry, `${own}content`), base),
  };
}

function authorsOf(element: XmlElement | undefined, own: string): string[] {
  if (element === undefined) return [];
  const names = all(element, `${own}author`).flatMap((author) => textIn(first(author, `${own}name`, `${own}email`)) ?? []);
  return [...new Set(names)];
}

/** The page that it stands for: of several, one that is HTML. */
function linkOf(element: XmlElement, own: string, base: string): string | null {
  const alternates = all(element, `${own}link`).filter(({ attributes }) => (attributes.get("rel") ?? "alternate") === "alternate");
  const best = alternates.find(({ attributes }) => /html/.test(attributes.get("type") ?? "")) ?? alternates[0];
  return best === undefined ? null : (absolute(best.attributes.get("href") ?? "", baseOf(best, base)) ?? null);
}

function passageOf(element: XmlElement | undefined, outer: string): Passage | null {
  if (element === undefined) return null;
  const base = baseOf(element, outer);
  const type = element.attributes.get("type") ?? "text";
  if (type === "xhtml" || type === "application/xhtml+xml") return found("html", markupIn(element), base);
  if (type === "html" || type === "text/html") return found("html", textIn(element), base);
  // What is not text (a picture, another feed) is nothing to read.
  return type === "text" || type.startsWith("text/") ? found("text", textIn(element), base) : null;
}

function found(kind: Passage["kind"], text: string | null, base: string): Passage | null {
  return text === null || text.trim() === "" ? null : { kind, text, base };
}
