import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type Feed, feeds, politeFeeds } from "../../../adapters/feeds/index.js";
import { type Answer, loopback } from "../web/loopback.js";

async function read(t: TestContext, feed: Answer, request: object = {}): Promise<Feed & { readonly origin: string }> {
  const site = await loopback(t, { "/robots.txt": { status: 404 }, "/blog/feed": feed });
  const options = {
    hosts: [site.host],
    privateHosts: [site.host],
    sleep: async () => undefined,
    now: () => new Date("2026-03-19T08:00:00Z"),
  };
  const parsed = feeds.calls.read.takes.parse({ url: `${site.origin}/blog/feed`, ...request });
  const answer = await politeFeeds(options).calls.read?.perform(parsed, { key: "", signal: new AbortController().signal });
  return { ...feeds.calls.read.gives.parse(answer), origin: site.origin };
}

describe("RSS 2.0", () => {
  const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
 <channel>
  <title>Thaw &amp; frost</title><link>https://thaw.test/</link><description>&lt;b&gt;Weather&lt;/b&gt; news</description><language>ro</language>
  <atom:link href="https://thaw.test/feed" rel="self"/>
  <lastBuildDate>Wed, 18 Mar 2026 10:00:00 +0200</lastBuildDate>
  <item>
   <title><![CDATA[Ice < 2 cm]]></title><link>/posts/ice#comments</link><guid isPermaLink="false">tag:thaw.test,2026:1</guid>
   <pubDate>Tue, 17 Mar 26 09:30 EST</pubDate><dc:creator>Ana</dc:creator><category>ice</category><category>ice</category><category>lakes</category>
   <description>Short &amp;amp; thin</description>
   <content:encoded><![CDATA[<p>The ice is <b>thin</b>.</p><ul><li>one</li></ul>]]></content:encoded>
  </item>
  <item><title>Newer</title><guid>https://thaw.test/newer</guid><pubDate>2026-03-18</pubDate><author>bo@thaw.test</author></item>
 </channel>
</rss>`;

  it("is read with its namespaces, CDATA, relative links, and dates in several forms, the newest first", async (t) => {
    const { origin, sha256, ...feed } = await read(t, { headers: { "content-type": "application/rss+xml" }, body: RSS });
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(feed, {
      format: "rss",
      url: `${origin}/blog/feed`,
      finalUrl: `${origin}/blog/feed`,
      fetchedAt: "2026-03-19T08:00:00.000Z",
      title: "Thaw & frost",
      link: "https://thaw.test/",
      description: "Weather news",
      language: "ro",
      updatedAt: "2026-03-18T08:00:00.000Z",
      entries: [
        {
          id: "https://thaw.test/newer",
          url: "https://thaw.test/newer",
          title: "Newer",
          authors: ["bo@thaw.test"],
          categories: [],
          publishedAt: "2026-03-18T00:00:00.000Z",
          updatedAt: null,
          summary: null,
          content: null,
          isCut: false,
        },
        {
          id: "tag:thaw.test,2026:1",
          url: `${origin}/posts/ice`,
          title: "Ice < 2 cm",
          authors: ["Ana"],
          categories: ["ice", "lakes"],
          publishedAt: "2026-03-17T14:30:00.000Z",
          updatedAt: null,
          summary: "Short & thin",
          content: "The ice is thin.\n\n * one",
          isCut: false,
        },
      ],
      entriesLeftOut: 0,
    });
  });

  it("without an id an entry is known by its address, and without one by what it says", async (t) => {
    const item = (inside: string) => `<item>${inside}</item>`;
    const items = [
      item("<link>https://a.test/1</link>"),
      item("<title>Only words</title>"),
      item("<title>Only words</title>"),
      item("<title>Other</title>"),
    ];
    const feed = (order: readonly string[]) => `<rss><channel>${order.join("")}</channel></rss>`;
    const ids = (await read(t, feed(items))).entries.map(({ id }) => id);
    assert.equal(ids.length, 3);
    assert.equal(ids[0], "https://a.test/1");
    assert.match(ids[1] ?? "", /^sha256:[0-9a-f]{64}$/);
    assert.deepEqual((await read(t, feed([...items].reverse()))).entries.map(({ id }) => id).sort(), [...ids].sort());
  });

  it("an entry that stands there twice is given once, as it was changed last", async (t) => {
    const item = (title: string, day: string) => `<item><guid>x:1</guid><title>${title}</title><pubDate>${day}</pubDate></item>`;
    const twice = (a: string, b: string) => `<rss><channel>${a}${b}</channel></rss>`;
    const [old, later] = [item("old", "2026-03-01"), item("new", "2026-03-02")];
    for (const feed of [twice(old, later), twice(later, old)]) {
      assert.deepEqual(
        (await read(t, feed)).entries.map(({ title }) => title),
        ["new"],
      );
    }
    assert.deepEqual(
      (await read(t, twice(item("first", "2026-03-01"), item("second", "2026-03-01")))).entries.map(({ title }) => title),
      ["first"],
    );
  });

  it("entries of one moment come by their ids, those without a date last and as they stand", async (t) => {
    const item = (id: string, date = "") => `<item><guid isPermaLink="false">${id}</guid>${date && `<pubDate>${date}</pubDate>`}</item>`;
    const one = "Tue, 17 Mar 2026 10:00:00 GMT";
    const items = [
      item("z"),
      item("b", one),
      item("c", "someday"),
      item("a", "17 Mar 2026 12:00:00 +0200"),
      item("new", "2026-03-18T00:00:00Z"),
      item("ă", one),
    ];
    const { entries } = await read(t, `<rss><channel>${items.join("")}</channel></rss>`);
    assert.deepEqual(
      entries.map(({ id }) => id),
      ["new", "a", "b", "ă", "z", "c"],
    );
  });

  it("is read though its root puts all of it into a namespace, writes entities that it does not define, and forgets a prefix", async (t) => {
    const feed = `<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel><title>A&nbsp;&mdash; B & C &unknown; &#8217;&#x1F600;&#0;</title>
      <item><itunes:title>x</itunes:title><title>T</title><link>http://x.test/?a=1&b=2</link></item></channel></rss>`;
    const { title, entries } = await read(t, feed);
    assert.equal(title, "A\u00a0— B & C &unknown; ’😀\ufffd");
    assert.deepEqual(
      entries.map(({ title: words, url }) => ({ words, url })),
      [{ words: "T", url: "http://x.test/?a=1&b=2" }],
    );
  });
});

describe("RSS 1.0", () => {
  it("has its entries beside the channel, named by what they are about", async (t) => {
    const { origin, format, title, language, entries } = await read(
      t,
      `<?xml version="1.0"?><!DOCTYPE rdf:RDF [ <!ENTITY % x "<!-- ]> -->"> <!ENTITY bomb "boom"> ]>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel rdf:about="x"><title>Old &bomb;</title><link>http://old.test</link><dc:language>fr</dc:language></channel>
        <item rdf:about="http://old.test/1"><title>Un</title><link>http://old.test/1</link><dc:date>2026-03-17T10:00+01:00</dc:date><dc:subject>s</dc:subject></item>
      </rdf:RDF>`,
    );
    assert.deepEqual({ format, title, language }, { format: "rdf", title: "Old &bomb;", language: "fr" });
    assert.deepEqual(
      entries.map(({ id, publishedAt, categories }) => ({ id, publishedAt, categories })),
      [{ id: "http://old.test/1", publishedAt: "2026-03-17T09:00:00.000Z", categories: ["s"] }],
    );
    assert.ok(origin);
  });
});

describe("Atom", () => {
  it("is read with its bases, its kinds of text, and the authors of the feed where an entry has none", async (t) => {
    const { format, title, description, link, updatedAt, entries } = await read(t, {
      headers: { "content-type": "application/atom+xml" },
      body: `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml" xml:lang="en" xml:base="https://atom.test/en/">
        <a:title type="html">&lt;i&gt;Ice&lt;/i&gt; &amp;amp; snow</a:title><a:subtitle>Plain &lt;b&gt;</a:subtitle><a:updated>2026-03-18T10:00:00.5Z</a:updated>
        <a:link rel="self" href="feed"/><a:link type="application/json" href="j"/><a:link type="text/html" href="home"/>
        <a:author><a:name>Ana</a:name></a:author>
        <a:entry xml:base="posts/"><a:id>urn:1</a:id><a:title>One</a:title><a:link href="one"/><a:updated>2026-03-18T10:00:00Z</a:updated>
          <a:published>2026-03-17T10:00:00-05:00</a:published><a:category term="t" label="Label"/>
          <a:content type="xhtml"><h:div>Some <h:em>loud</h:em> words<h:br/>and &lt;more&gt;</h:div></a:content></a:entry>
        <a:entry><a:id>urn:2</a:id><a:title/><a:author><a:email>bo@atom.test</a:email></a:author><a:content type="image/png">AAAA</a:content>
          <a:summary type="text">a &lt; b</a:summary></a:entry>
      </a:feed>`,
    });
    assert.deepEqual(
      { format, title, description, link, updatedAt },
      {
        format: "atom",
        title: "Ice & snow",
        description: "Plain <b>",
        link: "https://atom.test/en/home",
        updatedAt: "2026-03-18T10:00:00.500Z",
      },
    );
    assert.deepEqual(entries, [
      {
        id: "urn:1",
        url: "https://atom.test/en/posts/one",
        title: "One",
        authors: ["Ana"],
        categories: ["Label"],
        publishedAt: "2026-03-17T15:00:00.000Z",
        updatedAt: "2026-03-18T10:00:00.000Z",
        summary: null,
        content: "Some loud words\nand <more>",
        isCut: false,
      },
      {
        id: "urn:2",
        url: null,
        title: null,
        authors: ["bo@atom.test"],
        categories: [],
        publishedAt: null,
        updatedAt: null,
        summary: "a < b",
        content: null,
        isCut: false,
      },
    ]);
  });

  it("in its older version has other words for the dates", async (t) => {
    const { entries } = await read(
      t,
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id><issued>2004-02-29T12:00Z</issued><modified>2004-03-01T00:00:00+01:00</modified></entry></feed>`,
    );
    assert.deepEqual(
      entries.map(({ publishedAt, updatedAt }) => [publishedAt, updatedAt]),
      [["2004-02-29T12:00:00.000Z", "2004-02-29T23:00:00.000Z"]],
    );
  });
});

describe("JSON Feed", () => {
  it("is read, and a field of another kind than it should be counts as missing", async (t) => {
    const { origin, format, title, entries } = await read(t, {
      headers: { "content-type": "application/feed+json" },
      body: JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "J",
        authors: [{ name: "Ana" }],
        items: [
          { id: 7, url: "/seven", content_html: "<p>Seven</p>", date_published: "2026-03-17T10:00:00Z", tags: ["a", "a", "b"] },
          {
            id: "8",
            external_url: "https://x.test/8",
            content_text: "Eight",
            title: 8,
            author: { name: "Bo" },
            date_modified: "2026-03-18T10:00:00Z",
          },
        ],
      }),
    });
    assert.deepEqual({ format, title }, { format: "json", title: "J" });
    const common = { summary: null, isCut: false, title: null };
    assert.deepEqual(entries, [
      {
        ...common,
        id: "8",
        url: "https://x.test/8",
        authors: ["Bo"],
        categories: [],
        publishedAt: null,
        updatedAt: "2026-03-18T10:00:00.000Z",
        content: "Eight",
      },
      {
        ...common,
        id: "7",
        url: `${origin}/seven`,
        authors: ["Ana"],
        categories: ["a", "b"],
        publishedAt: "2026-03-17T10:00:00.000Z",
        updatedAt: null,
        content: "Seven",
      },
    ]);
  });

  it("what is JSON and no feed is said to be none, with the place", async (t) => {
    await assert.rejects(read(t, '{"items":[]}'), (error: Error) => {
      assert.match(
        error.message,
        /^"http:\/\/127\.0\.0\.1:\d+\/blog\/feed" is not a JSON feed at "version": Invalid input: expected string, received undefined$/,
      );
      return true;
    });
    await assert.rejects(read(t, '{"items":'), (error: Error) => / begins like JSON and is none$/.test(error.message));
  });
});

describe("a feed", () => {
  const rss = (inside: string) => `<rss><channel>${inside}</channel></rss>`;

  it("is decoded by what the server says, what it says itself, or its byte order mark", async (t) => {
    const title = async (answer: Answer) => (await read(t, answer)).title;
    const latin2 = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><rss><channel><title>'),
      Buffer.from([0xba]),
      Buffer.from("</title></channel></rss>"),
    ]);
    assert.equal(await title({ headers: { "content-type": "text/xml" }, body: latin2 }), "ş");
    assert.equal(await title({ headers: { "content-type": "text/xml; charset=iso-8859-1" }, body: latin2 }), "º");
    assert.equal(
      await title({ headers: { "content-type": "text/xml" }, body: Buffer.from(`\uFEFF${rss("<title>ș</title>")}`, "utf16le") }),
      "ș",
    );
  });

  it("gives no more than was asked for, nothing from before, and no long texts", async (t) => {
    const item = (day: number) =>
      `<item><title>${day}</title><guid>x:${day}</guid><pubDate>2026-03-${day}</pubDate><description>${"word ".repeat(100)}</description></item>`;
    const feed = rss(`${[10, 11, 12, 13].map(item).join("")}<item><title>undated</title></item>`);
    const { entries, entriesLeftOut } = await read(t, feed, { limit: 2, maxChars: 20 });
    assert.deepEqual({ titles: entries.map(({ title }) => title), entriesLeftOut }, { titles: ["13", "12"], entriesLeftOut: 3 });
    assert.deepEqual([entries[0]?.summary, entries[0]?.isCut], ["word word word word ", true]);
    const since = await read(t, feed, { since: "2026-03-12T00:00:00Z" });
    assert.deepEqual(
      { titles: since.entries.map(({ title }) => title), left: since.entriesLeftOut },
      { titles: ["13", "12", "undated"], left: 2 },
    );
  });

  it("that is none is said to be none", async (t) => {
    const refused = (answer: Answer, code: string, message: RegExp) =>
      assert.rejects(read(t, answer), (error: Error & { code?: string }) => {
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      });
    await refused("<!doctype html><p>Hi", "feeds/not-a-feed", /^"http.*\/blog\/feed" is no feed: it is neither XML nor JSON of a feed$/);
    await refused("Hello", "feeds/not-a-feed", /is neither XML nor JSON of a feed$/);
    await refused("<sitemap><url/></sitemap>", "feeds/not-a-feed", /is no feed: it is XML that begins with "sitemap"$/);
    await refused("<rss><item/></rss>", "feeds/not-a-feed", /XML that begins with "rss"$/);
    await refused({ status: 410 }, "feeds/status", /^"http.*\/blog\/feed" answered 410 instead of a feed$/);
    await refused({ status: 500 }, "feeds/status", /answered 500/);
  });
});
