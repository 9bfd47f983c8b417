import { type FakeSite, fakeSite, freeSlug } from "./fake-site.js";

export const PASSWORD = "abcd EFGH ijkl 1234 mnop 5678";
export const ENV: Readonly<Record<string, string>> = { WORDPRESS_PASSWORD: PASSWORD };

/** Speaks the part of WordPress' REST API that posts need, as its handbook gives it. */
export function fakeWordPress(t: { after(fn: () => void): void }): Promise<FakeSite> {
  return fakeSite(t, ({ request, url, text, site, send }) => {
    const refuse = (status: number, code: string, message: string) => send(status, { code, message, data: { status } });
    if (request.headers.authorization !== `Basic ${Buffer.from(`ana:${PASSWORD}`).toString("base64")}`) {
      return refuse(
        401,
        "incorrect_password",
        `The provided password is an invalid application password: ${request.headers.authorization}`,
      );
    }
    if (url.pathname !== "/wp-json/wp/v2/posts")
      return refuse(404, "rest_no_route", "No route was found matching the URL and request method.");
    const isEdit = url.searchParams.get("context") === "edit";
    const shown = ({ slug, title, html, status, at, excerpt = "" }: FakeSite["posts"][number], index: number) => {
      const text = (raw: string) => ({ ...(isEdit && { raw }), rendered: `<p>${raw}</p>`, protected: false });
      const link = status === "publish" ? `${site.url}/${at.slice(0, 10).replaceAll("-", "/")}/${slug}/` : `${site.url}/?p=${index + 1}`;
      return {
        ...{ id: index + 1, date: at, date_gmt: at, guid: text(link), modified: at, modified_gmt: at, slug, status, type: "post", link },
        ...{ title: text(title), content: { ...text(html), block_version: 1 }, excerpt: text(excerpt), author: 1, featured_media: 0 },
        ...{
          comment_status: "open",
          ping_status: "open",
          sticky: false,
          template: "",
          format: "standard",
          meta: [],
          categories: [1],
          tags: [],
        },
      };
    };
    if (request.method === "GET") {
      const slugs = (url.searchParams.get("slug") ?? "").split(",");
      const statuses = url.searchParams.get("status") === "any" ? ["publish", "draft", "pending", "private", "future"] : ["publish"];
      const found = site.posts.flatMap((post, index) =>
        slugs.includes(post.slug) && statuses.includes(post.status) ? [shown(post, index)] : [],
      );
      return send(200, found.slice(0, Number(url.searchParams.get("per_page") ?? 10)));
    }
    const body = JSON.parse(text);
    const post = {
      title: body.title,
      html: body.content,
      status: body.status,
      at: body.date_gmt,
      excerpt: body.excerpt,
      slug: freeSlug(site, body.slug),
    };
    site.posts.push(post);
    send(201, shown(post, site.posts.length - 1));
  });
}
