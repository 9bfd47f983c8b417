import { z } from "zod";
import { Credential, credential } from "../../src/credentials/index.js";
import type { AnyImplementation } from "../../src/dsl/index.js";
import { type BlogServerOptions, blogServer } from "./blog-server.js";
import { type ServedBlogOptions, type ServedPost, servedBlog } from "./served-blog.js";

export interface WordPressOptions extends Pick<BlogServerOptions, "url" | "fetch" | "timeoutMs" | "deadline">, ServedBlogOptions {
  readonly user: string;
  /** The name that the application password has in the environment, or in the credentials file; or the password; `WORDPRESS_PASSWORD` if left out. */
  readonly passwordFrom?: string | Credential;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A file of mode 600; `~/.config/stagewright/credentials` if left out. */
  readonly credentialsFile?: string;
  /** `publish` if left out. */
  readonly status?: "publish" | "draft" | "pending" | "private";
}

const Text = z.object({ raw: z.string() });

/** What is read of WordPress' answers, as its REST API documents them; all else is left. */
const WordPressPost = z.object({
  slug: z.string(),
  date: z.iso.datetime({ local: true }),
  link: z.url(),
  title: Text,
  content: Text,
});

const NewWordPressPost = z.strictObject({
  slug: z.string(),
  status: z.enum(["publish", "draft", "pending", "private"]),
  title: z.string(),
  content: z.string(),
  excerpt: z.string().optional(),
  date_gmt: z.iso.datetime({ local: true }),
});

/** Inside a block of HTML, WordPress leaves a text as it is; elsewhere it makes paragraphs of its lines. */
const [BEGIN, END] = ["<!-- wp:html -->\n", "\n<!-- /wp:html -->"];

/**
 * A WordPress site as a blog, by its REST API, with an application password.
 *
 * Throws what {@link blogServer} does, and what `credential` throws.
 */
export function wordPress(options: WordPressOptions): AnyImplementation {
  const { user, passwordFrom = "WORDPRESS_PASSWORD", env = process.env, status = "publish" } = options;
  const password = () =>
    passwordFrom instanceof Credential ? passwordFrom : credential(passwordFrom, { env, file: options.credentialsFile });
  const server = blogServer({
    ...options,
    service: "WordPress",
    login() {
      const secret = password();
      const basic = Buffer.from(`${user}:${secret.reveal()}`).toString("base64");
      return { authorization: `Basic ${basic}`, name: secret.name, hideIn: (text) => secret.hideIn(text) };
    },
  });
  const posts = "/wp-json/wp/v2/posts";
  return servedBlog(
    {
      title: "WordPress",
      async bySlugs(slugs, signal) {
        const query = new URLSearchParams({ slug: slugs.join(","), status: "any", context: "edit", per_page: "100" });
        return (await server.ask({ method: "GET", path: `${posts}?${query}`, gives: z.array(WordPressPost), signal })).map(served);
      },
      async create({ slug, title, html, summary, at }) {
        const body = { slug, status, title, content: `${BEGIN}${html}${END}`, date_gmt: at.toISOString().slice(0, 19) };
        const sends = { schema: NewWordPressPost, body: { ...body, ...(summary !== undefined && { excerpt: summary }) } };
        return served(await server.ask({ method: "POST", path: `${posts}?context=edit`, sends, gives: WordPressPost }));
      },
    },
    options,
  );
}

function served({ slug, date, link, title, content }: z.output<typeof WordPressPost>): ServedPost {
  const html = content.raw.replace(/^\s*<!-- wp:html -->\s*/, "").replace(/\s*<!-- \/wp:html -->\s*$/, "");
  return { slug, title: title.raw, html, day: date.slice(0, 10), address: link };
}
