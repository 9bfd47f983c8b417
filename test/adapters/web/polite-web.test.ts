import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { politeWeb, type WebOptions, type WebPage, type WebResource, web, webFromEnv } from "../../../adapters/web/index.js";
import { type Loopback, loopback } from "./loopback.js";

const OPEN = { "/robots.txt": { status: 404 } };

function browser({ host }: Loopback, options: Partial<WebOptions> = {}) {
  const implementation = politeWeb({ hosts: [host], privateHosts: [host], sleep: async () => undefined, ...options });
  const call = async (name: "fetch" | "page", request: object, signal: AbortSignal = new AbortController().signal) =>
    implementation.calls[name]?.perform(web.calls[name].takes.parse(request), { key: "", signal });
  return {
    fetch: async (url: string, more: object = {}, signal?: AbortSignal) => (await call("fetch", { url, ...more }, signal)) as WebResource,
    page: async (url: string, more: object = {}) => (await call("page", { url, ...more })) as WebPage,
  };
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "web-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

describe("what stands at an address", () => {
  it("comes as text, with where it was found, when, and the digest of its bytes", async (t) => {
    const site = await loopback(t, {
      ...OPEN,
      "/a": { headers: { "content-type": "Text/Plain; charset=ISO-8859-2" }, body: Buffer.from([0xba]) },
    });
    const { fetch } = browser(site, { now: () => new Date("2026-03-19T08:00:00Z") });
    assert.deepEqual(await fetch(`${site.origin}/a#part`), {
      url: `${site.origin}/a#part`,
      finalUrl: `${site.origin}/a`,
      status: 200,
      contentType: "text/plain",
      charset: "iso-8859-2",
      bytes: 1,
      sha256: "281c93990bac2c69cf372c9a3b66c406c86cca826d6407b68e644da22eef8186",
      fetchedAt: "2026-03-19T08:00:00.000Z",
      checkedAt: "2026-03-19T08:00:00.000Z",
      text: "ş",
    });
  });

  it("is asked for under a name that the site can find, with whom to complain to", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": "x" });
    await browser(site, { contact: "ops@example.org" }).fetch(site.origin);
    assert.deepEqual(
      site.requests.map(({ headers }) => headers["user-agent"]),
      ["stagewright/1 (+ops@example.org)", "stagewright/1 (+ops@example.org)"],
    );
    assert.equal(site.requests[1]?.headers.cookie, undefined);
  });

  it("is an answer also where the site says that there is nothing", async (t) => {
    const site = await loopback(t, OPEN);
    const { status, text } = await browser(site).fetch(`${site.origin}/gone`);
    assert.deepEqual({ status, text }, { status: 404, text: "not here" });
  });

  it("is unpacked, however it was packed", async (t) => {
    const packed = (encoding: string, body: Uint8Array) => ({ headers: { "content-encoding": encoding }, body });
    const site = await loopback(t, {
      ...OPEN,
      "/gzip": packed("gzip", gzipSync("words")),
      "/br": packed("br", brotliCompressSync("words")),
      "/deflate": packed("deflate", deflateSync("words")),
      "/zstd": packed("zstd", Buffer.from("words")),
      "/broken": packed("gzip", Buffer.from("words")),
    });
    const { fetch } = browser(site);
    for (const path of ["/gzip", "/br", "/deflate"]) assert.equal((await fetch(site.origin + path)).text, "words", path);
    await assert.rejects(fetch(`${site.origin}/zstd`), {
      code: "web/encoding",
      message: `"${site.origin}/zstd" is packed as "zstd", which nobody asked for`,
      hint: "gzip, deflate and br can be read",
    });
    await assert.rejects(fetch(`${site.origin}/broken`), {
      code: "web/unreachable",
      message: `"${site.origin}/broken" could not be read: incorrect header check`,
    });
  });
});

describe("which hosts are asked", () => {
  it("only those on the list, each with its port", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": "x" });
    const { fetch } = browser(site, { hosts: ["example.org", "*.example.org"] });
    await assert.rejects(fetch(`${site.origin}/`), {
      code: "web/host",
      message: `"${site.host}" is not on the list of hosts that may be asked`,
      hint: `add "${site.host}" to \`hosts\`; the list is "example.org", "*.example.org"`,
    });
    for (const url of ["http://example.org:8080/", "http://example.org.evil.test/", "http://badexample.org/"]) {
      await assert.rejects(fetch(url), { code: "web/host" }, url);
    }
    assert.deepEqual(site.asked, []);
    await assert.rejects(browser(site, { hosts: [] }).fetch(site.origin), { hint: `add "${site.host}" to \`hosts\`; the list is empty` });
  });

  it("a rule that names no host is refused at once", () => {
    for (const rule of ["http://example.org", "example.org/path", "", "*.*", "a b", "*example.org", "*.", "user@example.org"]) {
      assert.throws(() => politeWeb({ hosts: [rule] }), {
        code: "web/host-rule",
        message: `"${rule}" names no host`,
        hint: 'write "example.org", "*.example.org" or "localhost:8080", without scheme and path',
      });
    }
    for (const rule of ["example.org", "*.example.org", "*", "*:*", "[::1]:80", "localhost:*", "bücher.example"])
      politeWeb({ hosts: [rule] });
  });

  it("no address of this machine or a private net, in whatever way it is written, though any host is allowed", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": "secret" });
    const port = site.host.split(":")[1];
    const { fetch } = browser(site, { hosts: ["*:*"], privateHosts: [] });
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "0",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
    ]) {
      const written = new URL(`http://${host}/`).hostname;
      await assert.rejects(fetch(`http://${host}:${port}/`), {
        code: "web/private-address",
        message: `"${written}" leads to ${written.replace(/[[\]]/g, "")}, which is not an address of the open net`,
        hint: `if this host is meant, add "${written}:${port}" to \`privateHosts\``,
      });
    }
    await assert.rejects(fetch("http://169.254.169.254/latest/meta-data/"), { code: "web/private-address" });
    await assert.rejects(fetch(`http://localhost:${port}/`), { code: "web/private-address" });
    assert.deepEqual(site.asked, []);
  });

  it("the addresses of a name are judged by the lookup that is connected to, also when it answers otherwise the second time", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": "secret" });
    const port = site.host.split(":")[1];
    const looked: string[] = [];
    const answers = [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:127.0.0.1"], []];
    const resolve = async (name: string) => {
      looked.push(name);
      return (answers.shift() ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };
    const { fetch } = browser(site, { hosts: ["rebind.example:*"], privateHosts: [], resolve });
    for (const address of ["127.0.0.1", "127.0.0.1", "::ffff:127.0.0.1"]) {
      await assert.rejects(fetch(`http://rebind.example:${port}/`), {
        code: "web/private-address",
        message: `"rebind.example" leads to ${address}, which is not an address of the open net`,
      });
    }
    await assert.rejects(fetch(`http://rebind.example:${port}/`), {
      message: `"http://rebind.example:${port}/robots.txt" could not be read: "rebind.example" has no address`,
    });
    assert.deepEqual(looked, new Array(4).fill("rebind.example"));
    assert.deepEqual(site.asked, []);
  });

  it("a private host that is named is asked, by the address that its name leads to", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": "intranet" });
    const port = site.host.split(":")[1];
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const { fetch } = browser(site, { hosts: ["wiki.internal:*"], privateHosts: ["wiki.internal:*"], resolve });
    assert.equal((await fetch(`http://wiki.internal.:${port}/`)).text, "intranet");
  });

  it("an address with a name or a password is refused, and neither is repeated", async (t) => {
    const site = await loopback(t, OPEN);
    await assert.rejects(browser(site).fetch(`http://joe:hunter2@${site.host}/`), (error: Error) => {
      assert.equal(error.message, `an address on "${site.host}" holds a name or a password`);
      return !JSON.stringify(error).includes("hunter2");
    });
  });

  it("a host that does not answer is named", async (t) => {
    const site = await loopback(t, OPEN);
    site.close();
    await assert.rejects(browser(site).fetch(site.origin), {
      code: "web/unreachable",
      message: `"${site.origin}/robots.txt" could not be read: the connection was refused`,
      hint: "check the address, and whether the host can be reached from here",
    });
  });
});

describe("redirects", () => {
  const to = (location: string, status = 302) => ({ status, headers: { location } });

  it("are followed, and where they end is told", async (t) => {
    const site = await loopback(t, { ...OPEN, "/a": to("b?x=1#y", 301), "/b": to("/c", 308), "/c": "found" });
    const { url, finalUrl, text } = await browser(site).fetch(`${site.origin}/a`);
    assert.deepEqual({ url, finalUrl, text }, { url: `${site.origin}/a`, finalUrl: `${site.origin}/c`, text: "found" });
    assert.deepEqual(site.asked, ["GET /robots.txt", "GET /a", "GET /b?x=1", "GET /c"]);
  });

  it("are judged like any address: another host, another scheme, a private address", async (t) => {
    const site = await loopback(t, {
      ...OPEN,
      "/host": to("http://evil.test/"),
      "/file": to("file:///etc/passwd"),
      "/meta": to("http://169.254.169.254/latest/"),
      "/bad": to("http://[/"),
    });
    const { fetch } = browser(site, { hosts: [site.host, "169.254.169.254"] });
    await assert.rejects(fetch(`${site.origin}/host`), {
      code: "web/host",
      message: '"evil.test" is not on the list of hosts that may be asked',
    });
    await assert.rejects(fetch(`${site.origin}/file`), {
      code: "web/url",
      message: '"file:///etc/passwd" leads to neither http nor https',
    });
    await assert.rejects(fetch(`${site.origin}/meta`), { code: "web/private-address" });
    await assert.rejects(fetch(`${site.origin}/bad`), {
      code: "web/url",
      message: `"${site.origin}/bad" leads to "http://[/", which is not an address`,
    });
  });

  it("are followed so often and no more", async (t) => {
    const site = await loopback(t, { ...OPEN, "/loop": to("/loop") });
    await assert.rejects(browser(site, { maxRedirects: 3 }).fetch(`${site.origin}/loop`), {
      code: "web/redirects",
      message: `"${site.origin}/loop" leads on and on: 3 redirects were followed`,
    });
    assert.equal(site.asked.length, 5);
  });

  it("without a place to go to are an answer", async (t) => {
    const site = await loopback(t, { ...OPEN, "/a": { status: 302, body: "nowhere" } });
    assert.equal((await browser(site).fetch(`${site.origin}/a`)).status, 302);
  });
});

describe("limits", () => {
  it("a body that is too long is cut off and refused, announced or not, packed or not", async (t) => {
    const site = await loopback(t, {
      ...OPEN,
      "/announced": { headers: { "content-length": "2000" }, body: "x".repeat(2_000) },
      "/streamed": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain" });
        const more = () =>
          response.write("x".repeat(500), (error) => (error === null || error === undefined ? setImmediate(more) : undefined));
        more();
      },
      "/bomb": { headers: { "content-encoding": "gzip" }, body: gzipSync("x".repeat(10_000_000)) },
      "/fits": "x".repeat(1_000),
    });
    const { fetch } = browser(site);
    for (const path of ["/announced", "/streamed", "/bomb"]) {
      await assert.rejects(fetch(site.origin + path, { maxBytes: 1_000 }), {
        code: "web/too-long",
        message: `"${site.origin}${path}" is longer than 1000 bytes`,
        hint: "ask for something smaller, or give a larger `maxBytes`",
      });
    }
    assert.equal((await fetch(`${site.origin}/fits`, { maxBytes: 1_000 })).bytes, 1_000);
  });

  it("a server that does not end its answer in time is left", async (t) => {
    const late = new AbortController();
    const site = await loopback(t, {
      ...OPEN,
      "/slow": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain" });
        response.write("one");
        response.flushHeaders();
        late.abort(new Error("time is up"));
      },
    });
    const { fetch } = browser(site, { timeoutMs: 7_000, deadline: () => late.signal });
    await assert.rejects(fetch(`${site.origin}/slow`), {
      code: "web/time-limit",
      message: `"${site.origin}/slow" did not answer in full within 7000 ms`,
      hint: "ask again later, or give a larger `timeoutMs`",
    });
  });

  it("a run that is stopped stops the request, and waits no more for its turn", async (t) => {
    const stop = new AbortController();
    const site = await loopback(t, { ...OPEN, "/slow": () => stop.abort(new Error("stopped")) });
    const { fetch } = browser(site);
    const first = fetch(`${site.origin}/slow`, {}, stop.signal);
    const waiting = fetch(`${site.origin}/other`, {}, stop.signal);
    await assert.rejects(first, { message: "stopped" });
    await assert.rejects(waiting, { message: "stopped" });
    assert.ok(!site.asked.includes("GET /other"));
  });

  it("what is no text is refused by its type; a type that is not told is taken for text", async (t) => {
    const typed = (type: string) => ({ headers: { "content-type": type }, body: "{}" });
    const site = await loopback(t, {
      ...OPEN,
      "/pdf": typed("application/pdf"),
      "/json": typed("application/problem+json"),
      "/xml": typed("application/xml"),
      "/none": (_, response) => response.writeHead(200).end("bare"),
    });
    const { fetch } = browser(site);
    await assert.rejects(fetch(`${site.origin}/pdf`), {
      code: "web/content-type",
      message: `"${site.origin}/pdf" is "application/pdf", which cannot be read here`,
      hint: 'what can be read: "text/*", "application/json", "application/xml", "application/xhtml+xml", "application/x-ndjson", "+json", "+xml"',
    });
    assert.equal((await fetch(`${site.origin}/json`)).contentType, "application/problem+json");
    assert.equal((await fetch(`${site.origin}/xml`)).text, "{}");
    const { contentType, text } = await fetch(`${site.origin}/none`);
    assert.deepEqual({ contentType, text }, { contentType: null, text: "bare" });
  });
});

describe("politeness", () => {
  it("what the robots.txt keeps to itself is not asked for, also behind a redirect", async (t) => {
    const site = await loopback(t, {
      "/robots.txt": "User-agent: *\nDisallow: /private",
      "/a": { status: 302, headers: { location: "/private/x?y" } },
      "/private": "secret",
    });
    const { fetch } = browser(site);
    await assert.rejects(fetch(`${site.origin}/a`), {
      code: "web/robots",
      message: `the robots.txt of "${site.host}" does not let "/private/x?y" be read`,
      hint: "ask the site's owner, or gather this by hand",
    });
    await assert.rejects(fetch(`${site.origin}/private`), { code: "web/robots" });
    assert.deepEqual(site.asked, ["GET /robots.txt", "GET /a"]);
  });

  it("a robots.txt that fails says no, and is asked again; one that is not there says yes, and is remembered for a day", async (t) => {
    let now = new Date("2026-03-19T08:00:00Z");
    const site = await loopback(t, { "/robots.txt": { status: 503 }, "/": "x" });
    const { fetch } = browser(site, { now: () => now });
    await assert.rejects(fetch(`${site.origin}/`), { code: "web/robots" });
    site.pages["/robots.txt"] = { status: 403 };
    for (let i = 0; i < 2; i++) await fetch(`${site.origin}/`);
    now = new Date("2026-03-20T08:00:01Z");
    await fetch(`${site.origin}/`);
    assert.deepEqual(
      site.asked,
      ["/robots.txt", "/robots.txt", "/", "/", "/robots.txt", "/"].map((path) => `GET ${path}`),
    );
  });

  it("a robots.txt may have moved, within the list of hosts", async (t) => {
    const site = await loopback(t, {
      "/robots.txt": { status: 301, headers: { location: "/r" } },
      "/r": "User-agent: *\nDisallow: /x",
      "/x": "x",
    });
    await assert.rejects(browser(site).fetch(`${site.origin}/x`), { code: "web/robots" });
    site.pages["/robots.txt"] = { status: 301, headers: { location: "/robots.txt" } };
    assert.equal((await browser(site).fetch(`${site.origin}/x`)).text, "x");
    site.pages["/robots.txt"] = { status: 301, headers: { location: "http://evil.test/robots.txt" } };
    await assert.rejects(browser(site).fetch(`${site.origin}/x`), { code: "web/host" });
  });

  it("one request to a host at a time, and a pause after each, longer where the robots.txt asks for it", async (t) => {
    let ms = 1_000_000;
    const slept: number[] = [];
    let underway = 0;
    const page = (_: unknown, response: import("node:http").ServerResponse) => {
      assert.equal(++underway, 1);
      setImmediate(() => {
        underway--;
        ms += 300;
        response.writeHead(200, { "content-type": "text/plain" }).end("x");
      });
    };
    const site = await loopback(t, { "/robots.txt": "User-agent: *\nCrawl-delay: 3", "/a": page, "/b": page, "/c": page });
    const { fetch } = browser(site, {
      pauseMs: 500,
      now: () => new Date(ms),
      sleep: async (waitMs) => {
        slept.push(waitMs);
        ms += waitMs;
      },
    });
    await fetch(`${site.origin}/a`);
    await Promise.all([fetch(`${site.origin}/b`), fetch(`${site.origin}/c`)]);
    assert.deepEqual(slept, [3_000, 3_000, 3_000]);
    ms += 10_000;
    await fetch(`${site.origin}/a`);
    assert.equal(slept.length, 3);
  });

  it("a site cannot ask for more than a minute", async (t) => {
    const slept: number[] = [];
    const site = await loopback(t, { "/robots.txt": "User-agent: *\nCrawl-delay: 86400", "/": "x" });
    const sleep = async (ms: number) => void slept.push(ms);
    await browser(site, { now: () => new Date(0), sleep }).fetch(`${site.origin}/`);
    assert.deepEqual(slept, [60_000]);
  });
});

describe("the cache", () => {
  const at = (time: string) => new Date(`2026-03-19T${time}Z`);

  it("asks whether a page has changed, by its tag and its date, and gives what is kept where it has not", async (t) => {
    let now = at("08:00:00");
    const site = await loopback(t, {
      ...OPEN,
      "/": (request, response) => {
        const { "if-none-match": tag, "if-modified-since": date } = request.headers;
        if (tag === undefined)
          response.writeHead(200, { etag: '"1"', "last-modified": "Thu, 19 Mar 2026 07:00:00 GMT", "content-type": "text/plain" });
        else response.writeHead(304);
        response.end(tag === undefined ? "first" : undefined);
        assert.equal(date, tag && "Thu, 19 Mar 2026 07:00:00 GMT");
      },
    });
    const cacheFolder = folder(t);
    const first = await browser(site, { cacheFolder, now: () => now }).fetch(`${site.origin}/`);
    now = at("09:00:00");
    // Another one, as another process would be.
    const second = await browser(site, { cacheFolder, now: () => now }).fetch(`${site.origin}/`);
    assert.deepEqual(second, { ...first, checkedAt: "2026-03-19T09:00:00.000Z" });
    assert.equal(site.requests.at(-1)?.headers["if-none-match"], '"1"');
  });

  it("does not ask while the server's own word holds", async (t) => {
    let now = at("08:00:00");
    const site = await loopback(t, { ...OPEN, "/": { headers: { "cache-control": "public, max-age=60", age: "20" }, body: "a" } });
    const { fetch } = browser(site, { cacheFolder: folder(t), now: () => now });
    const first = await fetch(`${site.origin}/`);
    now = at("08:00:39");
    assert.deepEqual(await fetch(`${site.origin}/`), first);
    assert.equal(site.asked.length, 2);
    site.pages["/"] = "b";
    now = at("08:00:40");
    assert.equal((await fetch(`${site.origin}/`)).text, "b");
  });

  it("keeps nothing that is not to be kept, and nothing that is not the page", async (t) => {
    const site = await loopback(t, {
      ...OPEN,
      "/secret": { headers: { "cache-control": "no-store" }, body: "a" },
      "/varies": { headers: { vary: "*" }, body: "a" },
      "/busy": { status: 503, body: "later" },
    });
    const cacheFolder = folder(t);
    const { fetch } = browser(site, { cacheFolder });
    for (const path of ["/secret", "/varies", "/busy"]) await fetch(site.origin + path);
    assert.deepEqual(readdirSync(cacheFolder), []);
  });

  it("a page that was damaged on the disk is fetched again", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": { headers: { "cache-control": "max-age=3600" }, body: "whole" } });
    const cacheFolder = folder(t);
    const { fetch } = browser(site, { cacheFolder, now: () => at("08:00:00") });
    const { sha256 } = await fetch(`${site.origin}/`);
    const body = join(cacheFolder, "bodies", sha256);
    assert.equal(readFileSync(body, "utf8"), "whole");
    writeFileSync(body, "who");
    assert.equal((await fetch(`${site.origin}/`)).text, "whole");
    const [entry = ""] = readdirSync(join(cacheFolder, "entries"));
    writeFileSync(join(cacheFolder, "entries", entry), '{"url":');
    assert.equal((await fetch(`${site.origin}/`)).text, "whole");
    assert.equal(site.asked.length, 4);
  });

  it("does not open what the lists have closed since, and holds to the limits of who asks", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": { headers: { "cache-control": "max-age=3600" }, body: "kept" } });
    const cacheFolder = folder(t);
    await browser(site, { cacheFolder }).fetch(`${site.origin}/`);
    await assert.rejects(browser(site, { cacheFolder, hosts: [] }).fetch(`${site.origin}/`), { code: "web/host" });
    await assert.rejects(browser(site, { cacheFolder }).fetch(`${site.origin}/`, { maxBytes: 3 }), { code: "web/too-long" });
  });
});

describe("a page as a person reads it", () => {
  it("has a title, text and links, each once, from the page's own base", async (t) => {
    const site = await loopback(t, {
      ...OPEN,
      "/": `<!doctype html><title> A &amp;
        B </title><base href="/deep/"><body><h1>On thaw</h1><p>See <a href="one#x">the <b>first</b></a>, <a href='one'>again</a>,
        <a href="//other.test/two?y=1">two</a>, <a href="mailto:a@b.c">mail</a>, <a href="javascript:x()">script</a>, <a name="n">none</a>
        and <a href="http://joe:hunter2@other.test/">three</a>.</p>
        <table><tr><th>Name</th><th>Age</th></tr><tr><td>Ana</td><td>7</td></tr></table>
        <script>track()</script><style>p{}</style><img src="x.png" alt="a picture"><p hidden>unseen</p>`,
    });
    const { title, text, links, isCut, linksLeftOut } = await browser(site).page(`${site.origin}/`);
    assert.deepEqual(
      { title, text, links, isCut, linksLeftOut },
      {
        title: "A & B",
        text: "On thaw\n\nSee the first, again, two, mail, script, none and three.\n\nName   Age\nAna    7",
        links: [
          { url: `${site.origin}/deep/one`, text: "the first" },
          { url: "http://other.test/two?y=1", text: "two" },
          { url: "http://other.test/", text: "three" },
        ],
        isCut: false,
        linksLeftOut: 0,
      },
    );
  });

  it("is no longer than was asked for, and ends with no half of a character", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": '<p>ab😀cd <a href="1">x</a><a href="2">y</a></p>' });
    const { text, isCut, links, linksLeftOut } = await browser(site).page(`${site.origin}/`, { maxChars: 3, maxLinks: 1 });
    assert.deepEqual({ text, isCut, links: links.length, linksLeftOut }, { text: "ab", isCut: true, links: 1, linksLeftOut: 1 });
  });

  it("is the text itself where it is no HTML", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": { headers: { "content-type": "text/plain" }, body: "<b> & so on" } });
    const { title, text, links } = await browser(site).page(`${site.origin}/`);
    assert.deepEqual({ title, text, links }, { title: null, text: "<b> & so on", links: [] });
  });

  it("is read though it nests without end", async (t) => {
    const site = await loopback(t, { ...OPEN, "/": `<p>first</p>${"<div>".repeat(50_000)}${'<a href="x">'.repeat(1_000)}deep` });
    assert.match((await browser(site).page(`${site.origin}/`)).text, /^first/);
  });
});

it("without a word in the environment no host may be asked", () => {
  assert.deepEqual(webFromEnv({ cwd: "/srv/app", env: {} }), { hosts: [], privateHosts: [], cacheFolder: "/srv/app/.stagewright/web" });
  const env = {
    STAGEWRIGHT_WEB_HOSTS: "a.test, *.b.test",
    STAGEWRIGHT_WEB_PRIVATE_HOSTS: "localhost:80",
    STAGEWRIGHT_CONTACT: "ops@a.test",
  };
  assert.deepEqual(webFromEnv({ cwd: "/srv/app", env }), {
    hosts: ["a.test", "*.b.test"],
    privateHosts: ["localhost:80"],
    cacheFolder: "/srv/app/.stagewright/web",
    contact: "ops@a.test",
  });
});
