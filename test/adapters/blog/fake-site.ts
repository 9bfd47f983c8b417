import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeSite {
  readonly url: string;
  /** `GET /wp-json/…` and so on, in the order in which they came, without the query. */
  readonly requests: string[];
  /** What the site holds, as it came in. */
  readonly posts: { slug: string; title: string; html: string; status: string; at: string; excerpt?: string | undefined }[];
  /** Takes the next request before anything else does; true where it has answered it. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

export interface Asked {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly text: string;
  readonly site: FakeSite;
  send(status: number, body: unknown): void;
}

/** A site on this machine whose answers are given by `answer`. */
export async function fakeSite(t: { after(fn: () => void): void }, answer: (asked: Asked) => void): Promise<FakeSite> {
  const site: FakeSite = { url: "", requests: [], posts: [], intercept: undefined };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    site.requests.push(`${request.method} ${url.pathname}`);
    let text = "";
    for await (const piece of request) text += piece;
    if (site.intercept?.(request, response)) return;
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    answer({ request, url, text, site, send });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(site, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Both services give a post whose name is taken the next one with a number. */
export function freeSlug(site: FakeSite, wanted: string): string {
  let slug = wanted;
  for (let number = 2; site.posts.some((post) => post.slug === slug); number++) slug = `${wanted}-${number}`;
  return slug;
}
