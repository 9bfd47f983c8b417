import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface FakeAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly location?: string;
}

/** A server that answers what a test says; `asked` is what came in, in order. */
export async function fakeDav(t: TestContext, answer: (method: string, path: string, body: string) => FakeAnswer) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece) => {
      text += piece;
    });
    request.on("end", () => {
      const [method = "", path = ""] = [request.method, request.url];
      asked.push(`${method} ${path}`);
      const { status, type = "text/html", body = "", location } = answer(method, path, text);
      response.writeHead(status, { "content-type": type, ...(location !== undefined && { location }) }).end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

/** What a CalDAV server answers when it is asked about several things: of each the address and its properties. */
export function multistatus(
  ...responses: readonly { readonly href: string; readonly status?: string; readonly props?: string }[]
): FakeAnswer {
  const parts = responses.map(({ href, status, props = "" }) => {
    const said =
      status === undefined
        ? `<propstat><prop>${props}</prop><status>HTTP/1.1 200 OK</status></propstat>`
        : `<status>HTTP/1.1 ${status}</status>`;
    return `<response><href>${href}</href>${said}</response>`;
  });
  const body = `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${parts.join("")}</multistatus>`;
  return { status: 207, type: "application/xml; charset=utf-8", body };
}
