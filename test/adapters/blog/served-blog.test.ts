import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it, type TestContext } from "node:test";
import { inspect } from "node:util";
import { blog, type GhostOptions, ghost, type WordPressOptions, wordPress } from "../../../adapters/blog/index.js";
import { type AnyImplementation, isStagewrightError } from "../../../src/dsl/index.js";
import { conforms } from "../conformance.js";
import { fakeGhost, ENV as GHOST_ENV, KEY } from "./fake-ghost.js";
import type { FakeSite } from "./fake-site.js";
import { fakeWordPress, PASSWORD, ENV as WORDPRESS_ENV } from "./fake-wordpress.js";

const { signal } = new AbortController();
const THAW = { slug: "thaw", day: "2026-03-19", title: "Thaw & ice", markdown: "# It *thawed*\r\n\n<b>Căpșună</b> -- \\--> 1 < 2\n" };
const sha256 = createHash("sha256").update(THAW.markdown).digest("hex");
const now = () => new Date("2026-03-19T18:00:00Z");

const publish = async ({ calls }: AnyImplementation, more: object = {}, key = "k1") =>
  (await calls.publish?.perform(blog.calls.publish.takes.parse({ ...THAW, ...more }), { key, signal })) as { path: string };
const read = async ({ calls }: AnyImplementation, path: string) => calls.read?.perform({ path }, { key: "", signal });
const lookup = async ({ calls }: AnyImplementation, key = "k1") =>
  calls.publish?.lookup?.(key, blog.calls.publish.takes.parse(THAW), { key, signal });

interface Service {
  readonly name: string;
  readonly secret: string;
  readonly secretFrom: string;
  site(t: TestContext): Promise<FakeSite>;
  open(url: string, options?: Partial<WordPressOptions & GhostOptions>): AnyImplementation;
  readonly path: string;
  /** Where a post of the site `url` is read. */
  address(url: string, slug: string): string;
}

const services: readonly Service[] = [
  {
    name: "WordPress",
    secret: PASSWORD,
    secretFrom: "WORDPRESS_PASSWORD",
    site: fakeWordPress,
    open: (url, options) => wordPress({ url, user: "ana", env: WORDPRESS_ENV, now, ...options, status: "publish" }),
    path: "/wp-json/wp/v2/posts",
    address: (url, slug) => `${url}/2026/03/19/${slug}/`,
  },
  {
    name: "Ghost",
    secret: KEY,
    secretFrom: "GHOST_ADMIN_KEY",
    site: fakeGhost,
    open: (url, options) => ghost({ url, env: GHOST_ENV, now, ...options, status: "published" }),
    path: "/ghost/api/admin/posts/",
    address: (url, slug) => `${url}/${slug}/`,
  },
];

for (const service of services) {
  conforms({
    name: `blog, ${service.name}`,
    ref: blog,
    async open(t) {
      const { url } = await service.site(t);
      return {
        implementation: service.open(url),
        samples: [
          { call: "publish", request: { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "It thawed." } },
          { call: "read", request: { path: "2026-03-19-thaw.md" } },
        ],
      };
    },
  });

  describe(`a blog on ${service.name}`, () => {
    const opened = async (t: TestContext, options?: Partial<WordPressOptions & GhostOptions>) => {
      const site = await service.site(t);
      return { site, open: () => service.open(site.url, options), blogHere: service.open(site.url, options) };
    };

    it("shows a post as HTML, and gives its Markdown back to the byte", async (t) => {
      const { site, blogHere } = await opened(t);
      const answer = await publish(blogHere, { summary: "Ice: gone" });
      assert.deepEqual(answer, { path: "2026-03-19-thaw.md", address: service.address(site.url, "thaw"), sha256 });
      const [post] = site.posts;
      assert.deepEqual([post?.title, post?.excerpt, post?.at.slice(0, 19)], ["Thaw & ice", "Ice: gone", "2026-03-19T12:00:00"]);
      assert.match(post?.html ?? "", /<h1>It <em>thawed<\/em><\/h1>\n<p>&lt;b&gt;Căpșună&lt;\/b&gt; -- --&gt; 1 &lt; 2<\/p>/);
      assert.deepEqual(await read(blogHere, answer.path), { markdown: THAW.markdown, title: "Thaw & ice", day: "2026-03-19", sha256 });
      assert.equal(await read(blogHere, "2026-03-20-thaw.md"), null);
      assert.equal(await read(blogHere, "2026-03-19-frost.md"), null);
    });

    it("shows what a person has made of a post", async (t) => {
      const { site, blogHere } = await opened(t);
      const { path } = await publish(blogHere);
      const [post] = site.posts;
      if (post) post.html = post.html.replace("thawed", "melted");
      const { markdown, sha256: found } = (await read(blogHere, path)) as { markdown: string; sha256: string };
      assert.equal(markdown, "<h1>It <em>melted</em></h1>\n<p>&lt;b&gt;Căpșună&lt;/b&gt; -- --&gt; 1 &lt; 2</p>");
      assert.notEqual(found, sha256);
      site.posts.push({ slug: "hand", title: "By hand", html: "<p>Hand</p>", status: "publish", at: "2026-03-18T10:00:00" });
      if (service.name === "Ghost") site.posts[1] = { ...site.posts[1], at: "2026-03-18T10:00:00.000Z" } as (typeof site.posts)[number];
      assert.equal(((await read(blogHere, "2026-03-18-hand.md")) as { markdown: string }).markdown, "<p>Hand</p>");
    });

    it("finds a post by its key behind all posts of its name, and gives a new one a name that is free", async (t) => {
      const { site, open } = await opened(t);
      const others = Array.from({ length: 24 }, (_, index) => publish(open(), { day: "2026-03-18" }, `other-${index}`));
      for (const other of others) await other;
      const answer = await publish(open());
      assert.match(answer.path, /^2026-03-19-thaw-\d+\.md$/);
      assert.deepEqual(await lookup(open()), { happened: "yes", answer });
      assert.deepEqual(await publish(open()), answer);
      assert.deepEqual([await lookup(open(), "k2"), await lookup(open(), "")], [{ happened: "no" }, { happened: "unknown" }]);
      assert.equal(site.posts.length, 25);
    });

    it("does not keep a post of a day to come waiting", async (t) => {
      const { site, blogHere } = await opened(t);
      const { path } = await publish(blogHere, { day: "2026-04-01" });
      assert.equal(path, "2026-04-01-thaw.md");
      assert.equal(site.posts[0]?.at.slice(0, 19), "2026-03-19T18:00:00");
      assert.equal(((await read(blogHere, path)) as { day: string }).day, "2026-04-01");
    });

    it("is sent a post once, also if nobody hears the answer", async (t) => {
      const { site, blogHere } = await opened(t);
      site.intercept = (request) => {
        if (request.method !== "POST") return false;
        site.intercept = undefined;
        // The site goes on with it, behind a connection that is gone.
        request.socket.destroy();
        return false;
      };
      await assert.rejects(publish(blogHere), { code: "blog/unreachable" });
      const found = (await lookup(blogHere)) as { happened: string };
      assert.equal(found.happened, "yes");
      await publish(blogHere);
      assert.equal(site.posts.length, 1);
    });

    it("does not show the secret, whatever the site repeats of it", async (t) => {
      const seen: unknown[] = [];
      const wrong = service.name === "Ghost" ? KEY.replaceAll("1", "2") : "wrong-secret-18";
      const { blogHere } = await opened(t, { env: { [service.secretFrom]: wrong } });
      await assert.rejects(publish(blogHere), (error) => {
        assert.ok(isStagewrightError(error));
        assert.equal(error.code, "blog/login");
        assert.match(error.message, /\[credential \w+\]/);
        return seen.push(error) > 0;
      });
      const right = await opened(t);
      for (const [status, code] of [
        [422, "blog/refused"],
        [503, "blog/server"],
      ] as const) {
        right.site.intercept = (request, response) => {
          response.writeHead(status).end(JSON.stringify({ message: `${service.secret} in ${request.headers.authorization}` }));
          return true;
        };
        await assert.rejects(publish(right.blogHere), (error) => {
          assert.ok(isStagewrightError(error));
          assert.equal(error.code, code);
          return seen.push(error) > 0;
        });
      }
      const shown = inspect(seen, { depth: null, showHidden: true });
      for (const part of [wrong, service.secret, ...KEY.split(":").slice(1), Buffer.from(`ana:${PASSWORD}`).toString("base64")])
        assert.ok(!shown.includes(part), part);
      assert.doesNotMatch(shown, /eyJ[\w-]+\.[\w-]+\.[\w-]{20,}/);
    });

    it("names the field of an answer that is not as it is published", async (t) => {
      const { site, blogHere } = await opened(t);
      const post =
        service.name === "Ghost"
          ? { posts: [{ slug: "thaw", title: 7, url: "http://x.org/" }] }
          : [{ slug: "thaw", date: "2026-03-19T10:00:00", link: "http://x.org/", title: "x" }];
      const field = service.name === "Ghost" ? "posts.0.title" : "0.title";
      site.intercept = (_request, response) => response.writeHead(200).end(JSON.stringify(post)) !== undefined;
      await assert.rejects(publish(blogHere), ({ code, message }) => {
        assert.equal(code, "blog/answer");
        assert.ok(
          message.startsWith(`${service.name}'s answer to GET ${service.path} is not what was expected at "${field}": Invalid input`),
          message,
        );
        return true;
      });
      site.intercept = (_request, response) => response.writeHead(200).end("<html>") !== undefined;
      await assert.rejects(publish(blogHere), ({ message }) => {
        assert.ok(message.startsWith(`${service.name}'s answer to GET ${service.path} is not what was expected at the answer: `), message);
        return true;
      });
    });

    it("says what a site does that does not do as it is asked", async (t) => {
      const { site, blogHere } = await opened(t);
      const url = site.url;
      for (const [status, headers, body, wanted] of [
        [
          302,
          { location: "https://login.example.org/" },
          "",
          { code: "blog/elsewhere", message: `"${url}" sends GET ${service.path} on to "https://login.example.org/"` },
        ],
        [
          429,
          { "retry-after": "30" },
          "",
          { code: "blog/limit", message: `${service.name} at "${url}" takes no more requests for 30 seconds` },
        ],
        [
          404,
          {},
          "{}",
          {
            code: "blog/refused",
            message: `${service.name} at "${url}" refused GET ${service.path} with 404: Not Found`,
            hint: "check the address of the site",
          },
        ],
        [
          403,
          {},
          '{"errors":[{"message":"No.","context":"Not you."}]}',
          { code: "blog/refused", message: `${service.name} at "${url}" refused GET ${service.path} with 403: No. Not you.` },
        ],
        [
          502,
          {},
          "<html>",
          {
            code: "blog/server",
            message: `${service.name} at "${url}" could not do it: GET ${service.path} was answered by 502: Bad Gateway`,
          },
        ],
      ] as const) {
        site.intercept = (_request, response) => response.writeHead(status, headers).end(body) !== undefined;
        await assert.rejects(publish(blogHere), wanted);
      }
      assert.deepEqual(site.posts, []);
      await assert.rejects(publish(service.open(url, { deadline: () => AbortSignal.abort() })), {
        code: "blog/unreachable",
        message: `${service.name} at "${url}" cannot be reached: it did not answer in full within 30000 ms`,
      });
      await assert.rejects(publish(service.open("http://127.0.0.1:9")), { code: "blog/unreachable" });
    });

    it("has an address without a password in it, and not in the clear", () => {
      for (const [url, message] of [
        ["blog", `"blog" is not the address of a ${service.name} site`],
        ["https://ana:secret@example.org/", '"https://…@example.org/" has the user or the password in it'],
        ["http://example.org/", '"http://example.org/" would have the secret sent in the clear'],
      ] as const) {
        assert.throws(() => service.open(url), { code: "blog/address", message });
      }
      assert.ok(service.open("https://example.org/blog/"));
    });
  });
}

describe("a Ghost site", () => {
  it("is not asked with what is no Admin API key", async (t) => {
    const { url, requests } = await fakeGhost(t);
    await assert.rejects(publish(ghost({ url, env: { GHOST_ADMIN_KEY: "0123abc" } })), {
      code: "blog/key",
      message: "GHOST_ADMIN_KEY is no Admin API key of Ghost",
      hint: "copy the whole key of a custom integration, two parts with a colon between; the Content API key is another",
    });
    assert.deepEqual(requests, []);
  });

  it("gets a summary no longer than it takes, and refuses a title that is", async (t) => {
    const site = await fakeGhost(t);
    const blogHere = ghost({ url: site.url, env: GHOST_ENV, now });
    await publish(blogHere, { summary: `${"x".repeat(298)}😀😀` });
    assert.equal(site.posts[0]?.excerpt, `${"x".repeat(298)}…`);
    await assert.rejects(publish(blogHere, { title: "x".repeat(256) }, "k2"), {
      code: "blog/refused",
      message: `Ghost at "${site.url}" refused POST /ghost/api/admin/posts/ with 422: Validation error, cannot save post. Title cannot be longer than 255 characters.`,
    });
  });
});
