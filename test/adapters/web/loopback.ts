import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A test, or a file of tests: where to say what is to be done at its end. */
export interface Closing {
  after(close: () => void): void;
}

export interface Loopback {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly host: string;
  /** What was asked for, in order: `GET /page`. */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
  /** May be changed while it runs. */
  readonly pages: Record<string, Answer>;
  close(): void;
}

/** A server on this machine; what is on none of its pages is answered 404. */
export async function loopback(t: Closing, pages: Record<string, Answer>): Promise<Loopback> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    requests.push(request);
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const answer = pages[request.url ?? ""] ?? pages[pathname];
    if (answer === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("not here");
    else if (typeof answer === "string") response.writeHead(200, { "content-type": "text/html" }).end(answer);
    else if (typeof answer === "function") answer(request, response);
    else response.writeHead(answer.status ?? 200, { "content-type": "text/html", ...answer.headers }).end(answer.body ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(close);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, asked, requests, pages, close };
}
