import { type AnyImplementation, implement } from "../../src/dsl/index.js";
import { decodeText, mediaTypeOf } from "./decode-text.js";
import { type Got, politeClient, type WebOptions } from "./polite-client.js";
import { readableText } from "./readable-text.js";
import { type WebResource, web } from "./web.js";

/** What is text; of the rest, PDF among it, nothing is made here. */
const TEXTS = ["text/*", "application/json", "application/xml", "application/xhtml+xml", "application/x-ndjson", "+json", "+xml"];
const HTML = new Set(["text/html", "application/xhtml+xml"]);

/**
 * The web by http and https, politely: only the hosts on the list, one request to a host at a time with a pause, as
 * its robots.txt allows, and never an address that is not of the open net unless that host is named in `privateHosts`.
 *
 * Throws what `politeClient` throws, and `adapter/package` for `page`.
 *
 * @example
 * export const adapters = [politeWeb({ hosts: ["example.org"], cacheFolder: ".cache/web" })];
 */
export function politeWeb(options: WebOptions): AnyImplementation {
  const client = politeClient(options);
  const get = async (url: string, maxBytes: number, signal: AbortSignal) =>
    resourceOf(await client.get({ url, accept: TEXTS, maxBytes, signal }));
  return implement(web, "http", {
    fetch: { perform: async ({ url, maxBytes }, { signal }) => get(url, maxBytes, signal) },
    page: {
      async perform({ url, maxBytes, maxChars, maxLinks }, { signal }) {
        const { text: source, ...facts } = await get(url, maxBytes, signal);
        const isHtml = HTML.has(facts.contentType ?? "text/html");
        const { title, text, links } = isHtml ? await readableText(source, facts.finalUrl) : { title: null, text: source, links: [] };
        const start = beginning(text, maxChars);
        const kept = links.slice(0, maxLinks);
        return { ...facts, title, text: start, isCut: start.length < text.length, links: kept, linksLeftOut: links.length - kept.length };
      },
    },
  });
}

function resourceOf({ body, contentType, ...facts }: Got): WebResource {
  return { ...facts, contentType: mediaTypeOf(contentType), bytes: body.length, ...decodeText(body, contentType) };
}

/** Cut before a character that would only half fit. */
export function beginning(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(maxChars - 1));
  return text.slice(0, isHalf ? maxChars - 1 : maxChars);
}
