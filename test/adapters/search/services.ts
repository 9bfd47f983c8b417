import { type Closing, type Loopback, loopback } from "../web/loopback.js";

/** A work as Crossref's REST API gives it, with fields that are not used left in. */
export const ICE = {
  indexed: { "date-parts": [[2026, 1, 2]], "date-time": "2026-01-02T00:00:00Z", timestamp: 1_767_312_000_000 },
  publisher: "Polar Press",
  DOI: "10.5555/ice.1",
  type: "journal-article",
  title: ["On <i>thin</i> ice &amp; snow"],
  author: [
    { given: "Ana", family: "Pop", sequence: "first", affiliation: [] },
    { name: "The Ice Group", sequence: "additional", affiliation: [] },
  ],
  issued: { "date-parts": [[2019, 5]] },
  "container-title": ["Journal of Thaw"],
  "is-referenced-by-count": 3,
  URL: "https://doi.org/10.5555/ice.1",
  abstract: "<jats:title>Abstract</jats:title><jats:p>Ice &lt; 2 cm\n is <jats:italic>thin</jats:italic>.</jats:p>",
};
export const BARE = { DOI: "10.5555/bare", issued: { "date-parts": [[null]] } };

const json = (body: unknown) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** What SearXNG and Crossref answer, in their published forms, on one server. */
export function services(t: Closing): Promise<Loopback> {
  return loopback(t, {
    "/robots.txt": "User-agent: *\nDisallow: /",
    "/searx/search": json({
      query: "ice",
      number_of_results: 0,
      results: [
        {
          url: "https://a.test/1",
          title: " One\n ice",
          content: "It is  thin.",
          engine: "duckduckgo",
          engines: ["wikipedia", "duckduckgo"],
          score: 2,
          positions: [1],
        },
        { url: "https://a.test/1", title: "Again", content: "", engine: "brave", engines: ["brave"] },
        { url: "javascript:alert(1)", title: "No page" },
        { url: "https://a.test/2", title: null, content: null, engine: "brave", publishedDate: "2026-03-01T00:00:00" },
        { url: "https://a.test/3", title: "Three" },
      ],
      answers: [],
      suggestions: [],
      unresponsive_engines: [
        ["qwant", "timeout"],
        ["google", "access denied"],
      ],
    }),
    "/works": json({
      status: "ok",
      "message-type": "work-list",
      message: { "total-results": 17, items: [ICE, BARE], "items-per-page": 2 },
    }),
    "/works/10.5555%2Fice.1": json({ status: "ok", "message-type": "work", message: ICE }),
  });
}
