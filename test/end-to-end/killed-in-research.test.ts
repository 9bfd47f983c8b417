import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { house } from "./house.js";

interface Library {
  readonly url: string;
  /** What was asked for, in its order. */
  readonly asked: readonly string[];
  /** Settles with the process that asks for a source which is not given out yet. */
  readonly reader: Promise<number>;
  open(): void;
}

/** A server of sources that keeps whoever asks for one of them waiting. */
async function library(t: TestContext, keeps: string): Promise<Library> {
  const asked: string[] = [];
  let isOpen = false;
  let found = (_pid: number) => {};
  const reader = new Promise<number>((settle) => {
    found = settle;
  });
  const server = createServer((request, response) => {
    const name = (request.url ?? "").slice(1);
    asked.push(name);
    if (name === keeps && !isOpen) found(Number(request.headers["x-process"]));
    else response.end(`All about ${name}.`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ asked, reader, url: `http://127.0.0.1:${port}` },
    open: () => {
      isOpen = true;
    },
  };
}

test("research whose processes are killed in the middle goes on where it was, fetches nothing again, and is told once", async (t) => {
  const { call, start, round, saidAtTerminal, runsOf, journal, delivered } = house(t, ["research"]);
  const { url, asked, reader, open } = await library(t, "seas");

  const up = start(["up"]);
  await up.hears(/Ctrl-C ends this/);
  const told = await call(["tell", `/run research ${JSON.stringify({ question: "What freezes?", library: url })}`]);
  assert.match(told.out, /^told;/);
  const child = await reader;
  assert.notEqual(child, up.pid);
  process.kill(up.pid, "SIGKILL");
  process.kill(child, "SIGKILL");
  assert.equal(await up.ended, "SIGKILL");
  assert.deepEqual(asked, ["lakes", "rivers", "seas"]);
  assert.deepEqual(delivered(), []);

  open();
  for (let times = 0; times < 2; times += 1) await round();
  assert.deepEqual(asked, ["lakes", "rivers", "seas", "seas"]);
  const [run = "", ...others] = await runsOf("research");
  assert.deepEqual(others, []);
  assert.equal(journal(run).filter(({ type }) => type === "run-done").length, 1);
  assert.equal(delivered().length, 1);
  assert.match(delivered()[0] ?? "", /What freezes\? All about lakes\. All about rivers\. All about seas\.$/);
  assert.deepEqual(
    saidAtTerminal().map((text) => text.replace(/[ (][\s\S]*/, "")),
    ["Queued:", "research:"],
  );
  assert.match(saidAtTerminal()[1] ?? "", /^research: done \(run \S+\)\n\nWhat freezes\? All about lakes/);
});
