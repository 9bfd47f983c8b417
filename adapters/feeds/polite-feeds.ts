import { type AnyImplementation, implement, StagewrightError } from "../../src/dsl/index.js";
import { decodeText, politeClient, type WebOptions } from "../web/index.js";
import { dateOf, entryOf, ordered, plainText } from "./entries-of.js";
import { feeds } from "./feeds.js";
import { findFeed } from "./find-feed.js";

const FEEDS = [
  "application/rss+xml",
  "application/atom+xml",
  "application/feed+json",
  "application/json",
  "application/xml",
  "+xml",
  "text/*",
];
const MAX_BYTES = 8_388_608;

/**
 * Feeds over http and https, as politely as `politeWeb` and within the same limits.
 *
 * Throws what `politeClient` throws, `feeds/status`, `feeds/not-a-feed`, `feeds/xml`, `feeds/json`, and
 * `adapter/package` where an entry is HTML and html-to-text is not installed.
 */
export function politeFeeds(options: WebOptions): AnyImplementation {
  const client = politeClient(options);
  return implement(feeds, "http", {
    read: {
      async perform({ url, limit, since, maxChars }, { signal }) {
        const got = await client.get({ url, accept: FEEDS, maxBytes: MAX_BYTES, signal });
        if (got.status !== 200) {
          throw new StagewrightError("feeds/status", `"${got.finalUrl}" answered ${got.status} instead of a feed`, {
            hint: got.status === 404 || got.status === 410 ? "the feed is gone: look on the site for its new address" : "ask again later",
          });
        }
        const found = findFeed(decodeText(got.body, got.contentType).text, got.finalUrl);
        const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
        const all = ordered(found.entries);
        const wanted = all.filter((entry) => Date.parse(dateOf(entry) ?? "9999-12-31") >= sinceMs);
        const entries = [];
        for (const entry of wanted.slice(0, limit)) {
          signal.throwIfAborted();
          entries.push(await entryOf(entry, maxChars));
        }
        const { format, link, language, updatedAt } = found;
        const { finalUrl, fetchedAt, sha256 } = got;
        return {
          ...{ format, url, finalUrl, fetchedAt, sha256, title: await plainText(found.title), link },
          ...{ description: await plainText(found.description), language, updatedAt },
          entries,
          entriesLeftOut: all.length - entries.length,
        };
      },
    },
  });
}
