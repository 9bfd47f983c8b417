import { StagewrightError } from "../../src/dsl/index.js";
import type { FoundFeed } from "./found-feed.js";
import { readAtom } from "./read-atom.js";
import { readJsonFeed } from "./read-json-feed.js";
import { readRss } from "./read-rss.js";
import { readXml } from "./read-xml.js";

/**
 * A feed in whatever format its text is. What the server calls it is not asked: half of them say "text/html".
 *
 * Throws `feeds/not-a-feed`, `feeds/xml`, `feeds/json`.
 */
export function findFeed(text: string, feedUrl: string): FoundFeed {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (start.startsWith("{")) return readJsonFeed(start, feedUrl);
  if (!start.startsWith("<") || /^(<!--[\s\S]{0,2000}?-->\s*)?<(!doctype\s+html|html)[\s>]/i.test(start)) throw notAFeed(feedUrl);
  const root = readXml(text);
  const found = readAtom(root, feedUrl) ?? readRss(root, feedUrl);
  if (found === undefined) throw notAFeed(feedUrl, root.tag);
  return found;
}

function notAFeed(feedUrl: string, tag?: string): StagewrightError {
  const what = tag === undefined ? "neither XML nor JSON of a feed" : `XML that begins with "${tag}"`;
  return new StagewrightError("feeds/not-a-feed", `"${feedUrl}" is no feed: it is ${what}`, {
    hint: "RSS, Atom and JSON Feed can be read; a page often names its feed in a <link rel=alternate>",
  });
}
