import { createHmac } from "node:crypto";
import { z } from "zod";
import { Credential, credential } from "../../src/credentials/index.js";
import { type AnyImplementation, StagewrightError } from "../../src/dsl/index.js";
import { type BlogServerOptions, blogServer } from "./blog-server.js";
import { type ServedBlogOptions, type ServedPost, servedBlog } from "./served-blog.js";

export interface GhostOptions extends Pick<BlogServerOptions, "url" | "fetch" | "timeoutMs" | "deadline">, ServedBlogOptions {
  /** The name that the Admin API key has in the environment, or in the credentials file; or the key; `GHOST_ADMIN_KEY` if left out. */
  readonly keyFrom?: string | Credential;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A file of mode 600; `~/.config/stagewright/credentials` if left out. */
  readonly credentialsFile?: string;
  /** `published` if left out. */
  readonly status?: "published" | "draft";
}

/** What is read of Ghost's answers, as its Admin API documents them; all else is left. */
const GhostPost = z.object({
  slug: z.string(),
  title: z.string(),
  html: z.string().nullish(),
  url: z.url(),
  published_at: z.iso.datetime({ offset: true }).nullish(),
});
const GhostPosts = z.object({ posts: z.array(GhostPost) });

const NewGhostPost = z.strictObject({
  posts: z.tuple([
    z.strictObject({
      slug: z.string(),
      title: z.string(),
      html: z.string(),
      status: z.enum(["published", "draft"]),
      custom_excerpt: z.string().max(300).optional(),
      published_at: z.iso.datetime(),
    }),
  ]),
});

/** Inside a card of HTML, Ghost leaves a text as it is; elsewhere it makes its own of it. */
const [BEGIN, END] = ["<!--kg-card-begin: html-->\n", "\n<!--kg-card-end: html-->"];
/** No longer than this Ghost takes an excerpt. */
const MOST_EXCERPT = 300;
/** Ghost takes a token of five minutes at most. */
const TOKEN_SECONDS = 240;

/**
 * A Ghost site as a blog, by its Admin API, with the key of a custom integration.
 *
 * Throws what {@link blogServer} does, `blog/key`, and what `credential` throws.
 */
export function ghost(options: GhostOptions): AnyImplementation {
  const { keyFrom = "GHOST_ADMIN_KEY", env = process.env, status = "published", now = () => new Date() } = options;
  const key = () => (keyFrom instanceof Credential ? keyFrom : credential(keyFrom, { env, file: options.credentialsFile }));
  const server = blogServer({
    ...options,
    service: "Ghost",
    login() {
      const whole = key();
      const token = new Credential(whole.name, tokenOf(whole, now()));
      return { authorization: `Ghost ${token.reveal()}`, name: whole.name, hideIn: (text) => token.hideIn(whole.hideIn(text)) };
    },
  });
  const posts = "/ghost/api/admin/posts/";
  const headers = { "accept-version": "v5.0" };
  return servedBlog(
    {
      title: "Ghost",
      async bySlugs(slugs, signal) {
        const query = new URLSearchParams({
          filter: `slug:[${slugs.map((slug) => `'${slug}'`).join(",")}]`,
          formats: "html",
          limit: "100",
        });
        return (await server.ask({ method: "GET", path: `${posts}?${query}`, headers, gives: GhostPosts, signal })).posts.map(served);
      },
      async create({ slug, title, html, summary, at }) {
        const excerpt = summary === undefined ? {} : { custom_excerpt: cut(summary) };
        const post = { slug, title, status, html: `${BEGIN}${html}${END}`, published_at: at.toISOString(), ...excerpt };
        const sends = { schema: NewGhostPost, body: { posts: [post] as [typeof post] } };
        const gives = z.object({ posts: z.tuple([GhostPost]) });
        return served((await server.ask({ method: "POST", path: `${posts}?source=html&formats=html`, headers, sends, gives })).posts[0]);
      },
    },
    options,
  );
}

/** A JSON Web Token, signed with the second half of the key. Throws `blog/key`. */
function tokenOf(key: Credential, now: Date): string {
  const [, id, secret] = /^([0-9a-f]+):([0-9a-f]+)$/i.exec(key.reveal().trim()) ?? [];
  if (id === undefined || secret === undefined) {
    throw new StagewrightError("blog/key", `${key.name} is no Admin API key of Ghost`, {
      hint: "copy the whole key of a custom integration, two parts with a colon between; the Content API key is another",
    });
  }
  const seconds = Math.floor(now.getTime() / 1000);
  const parts = [
    { alg: "HS256", typ: "JWT", kid: id },
    { iat: seconds, exp: seconds + TOKEN_SECONDS, aud: "/admin/" },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${createHmac("sha256", Buffer.from(secret, "hex")).update(signed).digest("base64url")}`;
}

function cut(summary: string): string {
  return summary.length <= MOST_EXCERPT
    ? summary
    : `${summary
        .slice(0, MOST_EXCERPT - 1)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}

function served({ slug, title, html, url, published_at: at }: z.output<typeof GhostPost>): ServedPost {
  const inside = (html ?? "").replace(/^\s*<!--kg-card-begin: html-->\s*/, "").replace(/\s*<!--kg-card-end: html-->\s*$/, "");
  return { slug, title, html: inside, day: at?.slice(0, 10) ?? "", address: url };
}
