import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { framesOf, type Provider, type Said } from "./frames.js";

/** What one answer does beside what it says. Without any of it the server behaves. */
export interface Answering {
  readonly says?: Said;
  /** Lines end as on Windows. */
  readonly crlf?: boolean;
  /** All frames come in one packet. */
  readonly isPacked?: boolean;
  /** Between the frames comes what only keeps a connection alive. */
  readonly keepsAlive?: boolean;
  /** Nothing says that the answer is over but the end of the body. */
  readonly isEndless?: boolean;
  /** After so many frames it breaks off: the connection, in the middle of the next frame, or the body, there too. */
  readonly breaksAfter?: number;
  readonly endsInside?: number;
  /** After so many frames it says no more and holds the line. */
  readonly hangsAfter?: number;
  /** After so many frames comes this, and the end. */
  readonly fails?: { readonly after: number; readonly frame: string };
  readonly contentType?: string;
  /** An answer of another kind than a stream. */
  readonly refuses?: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };
  /** The connection is closed before anything is said. */
  readonly hangsUp?: boolean;
}

/** The answers in their order, the last for ever; or what each request is answered with. */
export type Answers = readonly Answering[] | ((request: Received) => Answering);

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

const TYPES = { openai: "text/event-stream", anthropic: "text/event-stream", ollama: "application/x-ndjson" };
const KEEP_ALIVE = { openai: ": keep-alive\n\n", anthropic: 'event: ping\ndata: {"type": "ping"}\n\n', ollama: "\n" };

/** A server on this machine that speaks one protocol and misbehaves on command. */
export async function modelServer(t: TestContext, provider: Provider, answers: Answers, list: readonly string[] = ["m"]) {
  const received: Received[] = [];
  const closed: Promise<unknown>[] = [];
  const left = typeof answers === "function" ? [] : [...answers];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const one = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: text === "" ? {} : JSON.parse(text),
    };
    received.push(one);
    if (request.method === "GET") return response.end(JSON.stringify(listOf(provider, list)));
    const [inOrder = {}] = left.length > 1 ? left.splice(0, 1) : left;
    const next = typeof answers === "function" ? answers(one) : inOrder;
    closed.push(once(response, "close"));
    await answer(provider, next, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { origin, base: `${origin}/${provider === "ollama" ? "api" : "v1"}`, model: `${provider}:${origin}#m`, received, closed };
}

async function answer(provider: Provider, how: Answering, response: ServerResponse): Promise<void> {
  const { refuses, says = { parts: [{ text: "Hello." }] }, crlf = false, keepsAlive = false } = how;
  if (how.hangsUp) {
    response.destroy();
    return;
  }
  if (refuses) {
    response.writeHead(refuses.status, refuses.headers ?? {}).end(refuses.body ?? "");
    return;
  }
  const { frames, ends } = framesOf(provider, says);
  const kept = how.isEndless ? frames.slice(0, frames.length - ends) : frames;
  const sent = how.isPacked ? [kept.join("")] : kept;
  response.writeHead(200, { "content-type": how.contentType ?? TYPES[provider] });
  const write = async (text: string) => {
    await new Promise<unknown>((resolve) => response.write(crlf ? text.replaceAll("\n", "\r\n") : text, resolve));
  };
  for (const [index, frame] of sent.entries()) {
    if (how.fails?.after === index) {
      response.end(how.fails.frame);
      return;
    }
    if (how.hangsAfter === index) return;
    if (how.breaksAfter === index || how.endsInside === index) {
      await write(frame.slice(0, Math.ceil(frame.length / 2)));
      if (how.endsInside === index) response.end();
      else setImmediate(() => response.destroy());
      return;
    }
    if (keepsAlive) await write(KEEP_ALIVE[provider]);
    await write(frame);
  }
  if (how.hangsAfter === undefined) response.end();
}

function listOf(provider: Provider, names: readonly string[]): object {
  return provider === "ollama" ? { models: names.map((name) => ({ name })) } : { data: names.map((id) => ({ id, type: "model" })) };
}
