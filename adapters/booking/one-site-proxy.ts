import { createServer, type IncomingMessage, request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isOnSite } from "./is-on-site.js";

/** A header by which the proxy says that the site gave no answer. */
export const NO_ANSWER = "x-stagewright-no-answer";

/** The only way out that the browser has. */
export interface OneSiteProxy {
  readonly url: string;
  /** Addresses that were asked for and are not the site's, in order. */
  readonly refused: readonly string[];
  /**
   * From here on a form goes out once: a browser sends it again by itself where a connection breaks. In the clear the
   * proxy sees that it is one; what is encrypted gets one connection more, and no other.
   */
  sendOnce(): void;
  close(): Promise<void>;
}

/**
 * A proxy on this machine that hands on what is for one site and nothing else. A rule inside the browser would not see
 * where a redirect leads, nor what the browser asks for by itself; here all of it comes by.
 */
export async function oneSiteProxy(site: URL): Promise<OneSiteProxy> {
  const refused: string[] = [];
  const open = new Set<Duplex>();
  let left = Number.POSITIVE_INFINITY;
  const port = Number(site.port || (site.protocol === "https:" ? 443 : 80));
  const host = site.hostname.replace(/^\[(.*)\]$/, "$1");
  const keep = <S extends Duplex>(socket: S): S => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const server = createServer((asked, answer) => {
    const address = asked.url ?? "";
    if (site.protocol !== "http:" || !isOnSite(address, site)) return refuse(asked, address);
    if (asked.method === "POST" && left-- <= 0) return void asked.socket.destroy();
    const { pathname, search } = new URL(address);
    const on = requestHttp({ host, port, method: asked.method, path: `${pathname}${search}`, headers: asked.headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
      from.on("error", () => answer.destroy());
    });
    // An answer, for a browser tries again by itself where there is none.
    on.on("error", () => {
      if (answer.headersSent) asked.socket.destroy();
      else answer.writeHead(502, { [NO_ANSWER]: "1", connection: "close" }).end();
    });
    answer.on("close", () => on.destroy());
    asked.pipe(on);
  });
  server.on("connection", keep);
  server.on("connect", (asked: IncomingMessage, socket: Duplex) => {
    if (!isOnSite(`https://${asked.url}`, site)) return refuse(asked, `https://${asked.url}`);
    if (left-- <= 0) return void socket.destroy();
    const on: Socket = keep(connect(port, host, () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n")));
    on.once("close", () => socket.destroy());
    socket.once("close", () => on.destroy());
    on.pipe(socket);
    socket.pipe(on);
  });
  function refuse(asked: IncomingMessage, address: string): void {
    refused.push(address);
    asked.socket.destroy();
  }

  const cut = () => {
    for (const socket of open) socket.destroy();
  };

  await new Promise<void>((done, failed) => server.once("error", failed).listen(0, "127.0.0.1", done));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    refused,
    sendOnce() {
      left = 1;
      if (site.protocol === "https:") cut();
    },
    async close() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
