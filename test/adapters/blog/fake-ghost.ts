import { createHmac } from "node:crypto";
import { type FakeSite, fakeSite, freeSlug } from "./fake-site.js";

const [ID, SECRET] = ["5f9b1c2d3e4f5a6b7c8d9e0f", "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90"];
export const KEY = `${ID}:${SECRET}`;
export const ENV: Readonly<Record<string, string>> = { GHOST_ADMIN_KEY: KEY };

/** Why a token is not taken, as Ghost checks it; undefined where it is. */
function faultOf(authorization: string | undefined): string | undefined {
  const [, head = "", claims = "", signature] = /^Ghost ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(authorization ?? "") ?? [];
  if (signature === undefined) return 'Authorization header format is "Authorization: Ghost [token]"';
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const expected = createHmac("sha256", Buffer.from(SECRET, "hex")).update(`${head}.${claims}`).digest("base64url");
  const { alg, kid, typ } = read(head);
  if (kid !== ID) return "Unknown Admin API Key";
  const { aud, iat, exp } = read(claims);
  const isRight = alg === "HS256" && typ === "JWT" && aud === "/admin/" && exp - iat > 0 && exp - iat <= 300;
  return isRight && signature === expected ? undefined : "Invalid token: invalid signature";
}

/** Speaks the part of Ghost's Admin API that posts need, as its documentation gives it. */
export function fakeGhost(t: { after(fn: () => void): void }): Promise<FakeSite> {
  return fakeSite(t, ({ request, url, text, site, send }) => {
    const refuse = (status: number, message: string, context: string | null) =>
      send(status, {
        errors: [{ message, context, type: "Error", details: null, property: null, help: null, code: null, id: "1", ghostErrorCode: null }],
      });
    const fault = faultOf(request.headers.authorization);
    if (fault !== undefined) return refuse(401, fault, `I saw ${request.headers.authorization}`);
    if (url.pathname !== "/ghost/api/admin/posts/") return refuse(404, "Resource not found", null);
    const hasHtml = url.searchParams.get("formats") === "html";
    const shown = ({ slug, title, html, status, at, excerpt }: FakeSite["posts"][number], index: number) => ({
      ...{
        id: `6${index}`,
        uuid: `u${index}`,
        title,
        slug,
        ...(hasHtml && { html }),
        comment_id: "1",
        feature_image: null,
        featured: false,
      },
      ...{ status, visibility: "public", created_at: at, updated_at: at, published_at: at, custom_excerpt: excerpt ?? null },
      ...{ tags: [], authors: [], excerpt: "", url: `${site.url}/${status === "published" ? "" : "p/"}${slug}/`, email_only: false },
    });
    if (request.method === "GET") {
      const slugs = [...(/^slug:\[(.*)\]$/.exec(url.searchParams.get("filter") ?? "")?.[1] ?? "").matchAll(/'([^']*)'/g)].map(
        ([, slug]) => slug,
      );
      const found = site.posts.flatMap((post, index) => (slugs.includes(post.slug) ? [shown(post, index)] : []));
      return send(200, {
        posts: found,
        meta: { pagination: { page: 1, limit: 100, pages: 1, total: found.length, next: null, prev: null } },
      });
    }
    const [body] = JSON.parse(text).posts;
    if (body.title.length > 255) return refuse(422, "Validation error, cannot save post.", "Title cannot be longer than 255 characters.");
    // What is not in a card is converted, and loses what Ghost does not know.
    const html = url.searchParams.get("source") === "html" ? body.html.replaceAll(/<!--(?! ?stagewright|(kg-card))[^>]*-->/g, "") : "";
    const post = {
      slug: freeSlug(site, body.slug),
      title: body.title,
      html,
      status: body.status,
      at: body.published_at,
      excerpt: body.custom_excerpt,
    };
    site.posts.push(post);
    send(201, { posts: [shown(post, site.posts.length - 1)] });
  });
}
