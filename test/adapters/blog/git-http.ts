import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CLEAN } from "../git/repository.js";

/** Git's own server over HTTP, as a CGI program, behind a login. */
export async function gitHttp(
  t: { after(fn: () => void): void },
  { root, login }: { readonly root: string; readonly login: string },
): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.headers.authorization !== `Basic ${Buffer.from(login).toString("base64")}`) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end(`no: ${request.headers.authorization}`);
      return;
    }
    const url = new URL(request.url ?? "/", "http://x");
    const program = spawn("git", ["http-backend"], {
      env: {
        ...CLEAN,
        ...{ GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: "1", PATH_INFO: url.pathname, QUERY_STRING: url.search.slice(1) },
        ...{
          REQUEST_METHOD: request.method ?? "",
          CONTENT_TYPE: request.headers["content-type"] ?? "",
          REMOTE_USER: "git",
          REMOTE_ADDR: "::1",
        },
        ...{
          HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
          GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        },
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    request.pipe(program.stdin);
    const pieces: Buffer[] = [];
    program.stdout.on("data", (piece: Buffer) => pieces.push(piece));
    program.once("close", () => {
      const all = Buffer.concat(pieces);
      const end = all.indexOf("\r\n\r\n");
      const headers = Object.fromEntries(
        all
          .subarray(0, end)
          .toString()
          .split("\r\n")
          .map((line) => line.split(": ") as [string, string]),
      );
      const { Status: status = "200", ...rest } = headers;
      response.writeHead(Number.parseInt(status, 10), rest).end(all.subarray(end + 4));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}
