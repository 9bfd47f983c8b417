import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { politeWeb, type WebResource, web } from "../../../adapters/web/index.js";

const canMakeCertificates = spawnSync("openssl", ["version"]).status === 0;

it("a host of https is asked where its certificate is trusted, and not where nobody vouches for it", {
  skip: !canMakeCertificates && "there is no openssl",
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "https-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["-subj", "/CN=wiki.internal", "-addext", "subjectAltName=DNS:wiki.internal"];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", ...names];
  execFileSync("openssl", [...made, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/plain" }).end("over TLS");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const hosts = ["*:*"];
  const common = { hosts, privateHosts: hosts, pauseMs: 0, resolve: async () => [{ address: "127.0.0.1", family: 4 }] };
  const fetch = async (host: string, options: object = {}) => {
    const request = web.calls.fetch.takes.parse({ url: `https://${host}:${port}/` });
    return (await politeWeb({ ...common, ...options }).calls.fetch?.perform(request, { key: "", signal: t.signal })) as WebResource;
  };
  const ca = readFileSync(cert, "utf8");
  assert.equal((await fetch("wiki.internal", { ca })).text, "over TLS");
  await assert.rejects(fetch("wiki.internal"), {
    code: "web/unreachable",
    message: `"https://wiki.internal:${port}/robots.txt" could not be read: self-signed certificate`,
  });
  await assert.rejects(fetch("other.internal", { ca }), { code: "web/unreachable", message: /does not match certificate's altnames/ });
  await assert.rejects(fetch("wiki.internal", { ca, privateHosts: [] }), {
    code: "web/private-address",
    message: '"wiki.internal" leads to 127.0.0.1, which is not an address of the open net',
  });
});
