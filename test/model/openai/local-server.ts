import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A server on this machine that answers as the test says and keeps what it was asked. It ends with the test. */
export async function localServer(t: TestContext, answer: (request: Received, response: ServerResponse, raw: IncomingMessage) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const one = {
      method: request.method ?? "",
      path: request.url ?? "",
      authorization: request.headers.authorization,
      body: text === "" ? undefined : JSON.parse(text),
    };
    received.push(one);
    answer(one, response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received };
}

/** Sends the pieces as server-sent events and leaves the answer open. */
export function stream(response: ServerResponse, pieces: readonly (object | string)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const piece of pieces) response.write(`data: ${typeof piece === "string" ? piece : JSON.stringify(piece)}\n\n`);
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A piece of an answer. */
export function delta(part: Record<string, string>, finish: string | null = null): object {
  return { model: "qwen3-8b-q4", choices: [{ index: 0, delta: part, finish_reason: finish }] };
}
