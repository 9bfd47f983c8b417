import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** A port to which a process connects, so that its start and its end can be awaited. */
export async function watched(t: TestContext) {
  const server = createServer();
  const connected = once(server, "connection").then(([socket]) => socket as Socket);
  const ended = connected.then((socket) => {
    // A process that is killed resets the line.
    socket.on("error", () => {}).resume();
    return once(socket, "close");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { port: String(port), started: connected, ended };
}
