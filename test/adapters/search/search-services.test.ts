import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { search, searchServices } from "../../../adapters/search/index.js";
import { type Answer, type Loopback, loopback } from "../web/loopback.js";
import { services } from "./services.js";

const { signal } = new AbortController();

function asking({ origin }: Loopback, env: Readonly<Record<string, string>> = {}) {
  const implementation = searchServices({ searxng: `${origin}/searx/`, crossref: origin, env, sleep: async () => undefined });
  return async (call: keyof typeof search.calls, request: object) => {
    const { takes, gives } = search.calls[call];
    return gives.parse(await implementation.calls[call]?.perform(takes.parse(request), { key: "", signal }));
  };
}

describe("a search of the web", () => {
  it("gives pages in the engine's order, each address once, and says which engines were silent", async (t) => {
    const site = await services(t);
    assert.deepEqual(await asking(site)("web", { query: "thin ice", limit: 2, page: 3, language: "ro" }), {
      results: [
        { url: "https://a.test/1", title: "One ice", snippet: "It is thin.", engines: ["duckduckgo", "wikipedia"], publishedAt: null },
        { url: "https://a.test/2", title: "", snippet: "", engines: ["brave"], publishedAt: "2026-03-01T00:00:00" },
      ],
      silentEngines: ["google", "qwant"],
    });
    // A service for programs is asked though its robots.txt keeps crawlers away.
    assert.deepEqual(site.asked, ["GET /searx/search?q=thin+ice&format=json&pageno=3&language=ro"]);
  });

  it("sends the key of the environment in a header, and it stands in no address, answer or error", async (t) => {
    const site = await services(t);
    const ask = asking(site, { STAGEWRIGHT_SEARCH_TOKEN: "hunter2" });
    assert.doesNotMatch(JSON.stringify(await ask("web", { query: "x" })), /hunter2/);
    assert.equal(site.requests[0]?.headers.authorization, "Bearer hunter2");
    assert.doesNotMatch(site.asked.join(), /hunter2/);
    site.pages["/searx/search"] = { status: 500, body: "hunter2" };
    await assert.rejects(ask("web", { query: "x" }), (error: Error) => !/hunter2/.test(`${error.message}${JSON.stringify(error)}`));
    await ask("library", { query: "x" });
    assert.equal(site.requests.at(-1)?.headers.authorization, undefined);
  });

  it("a key does not go where a redirect leads, which is refused besides", async (t) => {
    const site = await services(t);
    const other = await services(t);
    site.pages["/searx/search"] = { status: 302, headers: { location: `${other.origin}/searx/search` } };
    await assert.rejects(asking(site, { STAGEWRIGHT_SEARCH_TOKEN: "hunter2" })("web", { query: "x" }), { code: "web/host" });
    assert.deepEqual(other.asked, []);
  });

  it("says what to do where the service refuses, or answers in another form", async (t) => {
    const site = await services(t);
    const answers: readonly [Answer, object][] = [
      [
        { status: 403 },
        {
          code: "search/status",
          message: `the search service at "${site.host}" answered 403`,
          hint: 'let it answer in JSON: "formats: [html, json]" under "search" in its settings.yml; and check the key in the environment',
        },
      ],
      [{ status: 429 }, { code: "search/status", hint: "it was asked too often: ask again later, and less" }],
      [{ status: 500 }, { code: "search/status", hint: "ask again later" }],
      [
        "<html>",
        {
          code: "search/answer",
          message: `the search service at "${site.host}" answered in another form than expected, at "the top": Invalid input: expected object, received undefined`,
          hint: "check the address of the service, and its version",
        },
      ],
      [
        { headers: { "content-type": "application/json" }, body: '{"results":[{"url":1}]}' },
        {
          message: `the search service at "${site.host}" answered in another form than expected, at "results.0.url": Invalid input: expected string, received number`,
        },
      ],
    ];
    for (const [answer, error] of answers) {
      site.pages["/searx/search"] = answer;
      await assert.rejects(asking(site)("web", { query: "x" }), error);
    }
  });

  it("without a service there is none to ask", async () => {
    const implementation = searchServices({ env: {} });
    const request = search.calls.web.takes.parse({ query: "x" });
    await assert.rejects(async () => implementation.calls.web?.perform(request, { key: "", signal }), {
      code: "search/no-endpoint",
      message: "no search service is named that could be asked",
      hint: "set STAGEWRIGHT_SEARCH_URL to the address of one, or give it to `searchServices`",
    });
  });

  it("an address with a password, or that is none, is refused at once and not repeated", () => {
    for (const searxng of ["http://joe:hunter2@a.test", "ftp://a.test", "a.test"]) {
      assert.throws(() => searchServices({ searxng, env: {} }), {
        code: "search/endpoint",
        message: "the address of a search service is none of http or https without name and password",
        hint: 'write "https://search.example.org"; a key belongs into STAGEWRIGHT_SEARCH_TOKEN',
      });
    }
  });
});

describe("a look-up in the library", () => {
  const ICE = {
    doi: "10.5555/ice.1",
    url: "https://doi.org/10.5555/ice.1",
    title: "On thin ice & snow",
    authors: ["Ana Pop", "The Ice Group"],
    authorsLeftOut: 0,
    issued: "2019-05",
    venue: "Journal of Thaw",
    publisher: "Polar Press",
    type: "journal-article",
    citedBy: 3,
    abstract: "Abstract Ice < 2 cm is thin.",
  };

  it("gives publications in the registry's order, and how many there are", async (t) => {
    const site = await services(t);
    assert.deepEqual(
      await asking(site, { STAGEWRIGHT_CONTACT: "ops@a.test" })("library", { query: "thin ice", limit: 2, since: "2019-01-01" }),
      {
        total: 17,
        works: [
          ICE,
          {
            doi: "10.5555/bare",
            url: "https://doi.org/10.5555/bare",
            title: null,
            authors: [],
            authorsLeftOut: 0,
            issued: null,
            venue: null,
            publisher: null,
            type: null,
            citedBy: null,
            abstract: null,
          },
        ],
      },
    );
    const { searchParams } = new URL(site.requests[0]?.url ?? "", site.origin);
    assert.deepEqual(Object.fromEntries(searchParams), {
      "query.bibliographic": "thin ice",
      rows: "2",
      select: "DOI,URL,title,author,issued,container-title,publisher,type,is-referenced-by-count,abstract",
      filter: "from-pub-date:2019-01-01",
      mailto: "ops@a.test",
    });
  });

  it("of one DOI gives the work, and null where the registry has none", async (t) => {
    const site = await services(t);
    assert.deepEqual(await asking(site)("work", { doi: "10.5555/ice.1" }), ICE);
    assert.equal(await asking(site)("work", { doi: "10.5555/none" }), null);
    assert.deepEqual(site.asked, ["GET /works/10.5555%2Fice.1", "GET /works/10.5555%2Fnone"]);
    assert.equal(search.calls.work.takes.safeParse({ doi: "ice" }).error?.issues[0]?.message, "is no DOI; one looks like 10.1000/xyz123");
  });

  it("keeps no more than fifty authors and the beginning of a long abstract", async (t) => {
    const author = Array.from({ length: 60 }, (_, index) => ({ family: `A${index}` }));
    const message = { DOI: "10.5555/long", author, abstract: "a".repeat(20_000) };
    const site = await loopback(t, {
      "/works/10.5555%2Flong": { headers: { "content-type": "application/json" }, body: JSON.stringify({ message }) },
    });
    const work = search.calls.work.gives.parse(await asking(site)("work", { doi: "10.5555/long" }));
    assert.deepEqual([work?.authors.length, work?.authorsLeftOut, work?.abstract?.length], [50, 10, 10_000]);
  });
});
