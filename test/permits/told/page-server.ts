import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A server on this machine that has these pages, and knows no others. A page of `null` is never answered. */
export async function pageServer(t: TestContext, pages: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const keys = new Set<string | undefined>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    keys.add(request.headers.authorization);
    const page = pages[path];
    if (page === null) return;
    if (page === undefined) response.writeHead(404).end("{}");
    else response.end(typeof page === "string" ? page : JSON.stringify(page));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, keys, close: () => server[Symbol.asyncDispose]() };
}
