import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, type TestContext, test } from "node:test";
import { type McpServer, mcpTools, type Tool, toolbox } from "../../../src/tools/index.js";
import { loadSdk } from "../../../src/tools/mcp/sdk.js";
import { asks, results, verdict, type Wanted, work } from "../scripted.js";
import { watched } from "./watched.js";

const SERVER = join(import.meta.dirname, "notes-server.mjs");
const KEY = "sk-notes-1234567890";

function program(more: Partial<McpServer> & { args?: readonly string[]; env?: Record<string, string> } = {}): McpServer {
  const { args = [], ...rest } = more;
  return { name: "notes", command: process.execPath, ...rest, args: [SERVER, ...args] };
}

const { signal } = new AbortController();

async function connected(t: TestContext, server: McpServer) {
  const connection = await mcpTools(server, { signal });
  t.after(() => connection.close());
  return connection;
}

/** What calls come to in a stage that may use all of the tools. */
async function resultsOf(tools: readonly Tool[], ...calls: readonly Wanted[]) {
  const { end } = await work(toolbox({ tools, allow: tools.map(({ spec }) => spec.name) }), [asks(...calls), "Done."]);
  assert.equal(verdict(end), "answer: Done.");
  return results(end);
}

/** The server behind an address, with the lines that it prints. */
async function served(t: TestContext): Promise<{ url: string; lines: AsyncIterator<string>; child: ChildProcess }> {
  const child = spawn(process.execPath, [SERVER, "http"], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const port = /^port (\d+)$/.exec((await lines.next()).value ?? "")?.[1];
  return { url: `http://127.0.0.1:${port}/mcp`, lines, child };
}

describe("tools of MCP servers", { concurrency: 3 }, () => {
  test("a server's tools, by stdio: what they are, what they give, how they fail, and that the process ends", async (t) => {
    const { port, ended } = await watched(t);
    const { tools, close } = await connected(
      t,
      program({
        env: { NOTES_WATCH: port, NOTES_KEY: KEY },
        prefix: "notes_",
        declare: { "notes.read": { reads: ({ path }) => ({ path: String(path) }) }, pid: { kind: "live" } },
      }),
    );
    assert.deepEqual(
      tools.map(({ spec, kind }) => `${spec.name}: ${kind}`),
      [
        "notes_notes_read: read",
        "notes_write: write",
        "notes_picture: write",
        "notes_key: write",
        "notes_pid: live",
        "notes_hang: write",
        "notes_die: write",
      ],
    );
    assert.deepEqual(tools[0]?.spec, {
      name: "notes_notes_read",
      description: "Reads a note.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, lines: { type: "array", items: { type: "integer" } } },
        required: ["path"],
      },
    });
    const said = await resultsOf(
      tools,
      ["notes_notes_read", { path: "today.md" }],
      ["notes_notes_read", { path: "no.md" }],
      ["notes_notes_read", { path: 7 }],
      ["notes_notes_read", { path: "today.md", lines: ["one"] }],
      ["notes_picture"],
      ["notes_key"],
    );
    assert.deepEqual(said, [
      "Bună ⚓ ziua.",
      '"notes_notes_read" failed: no note "no.md".',
      '"notes_notes_read" was not run: "path": expected string, received number.',
      '"notes_notes_read" was not run: "lines[0]": expected number, received string.',
      "Here it is:\n[image, image/png: not shown]\nas a file\n[a file: note://other.md]",
      '"notes_key" failed: refused for the key [key].',
    ]);
    await close();
    await ended;
    assert.deepEqual(await resultsOf(tools, ["notes_pid"]), ['"notes_pid" failed: MCP server "notes" has ended.']);
  });

  test("a server that ends in the middle of a call fails that call and those after it", async (t) => {
    const { tools } = await connected(t, program());
    assert.deepEqual(await resultsOf(tools, ["die"], ["pid"]), [
      '"die" failed: MCP server "notes" ended before it answered.',
      '"pid" failed: MCP server "notes" has ended.',
    ]);
  });

  test("when the stage is aborted in the middle of a call, the call ends with the reason and the process is gone", async (t) => {
    const { port, ended } = await watched(t);
    const controller = new AbortController();
    const reason = new Error("cancelled by a person");
    const { tools } = await mcpTools(program({ env: { NOTES_WATCH: port } }), { signal: controller.signal });
    const worked = work(toolbox({ tools, allow: ["hang"] }), [asks(["hang"])], {
      signal: controller.signal,
      onStep: () => setImmediate(() => controller.abort(reason)),
    });
    await assert.rejects(worked, reason);
    await ended;
  });

  test("a server that does not heed the word to end is ended, also while it is being connected to", async (t) => {
    const { port, started, ended } = await watched(t);
    const controller = new AbortController();
    const reason = new Error("cancelled by a person");
    const connecting = mcpTools(program({ args: ["stubborn"], env: { NOTES_WATCH: port } }), { signal: controller.signal });
    void started.then(() => controller.abort(reason));
    await assert.rejects(connecting, reason);
    await ended;
    await assert.rejects(mcpTools(program(), { signal: controller.signal }), reason);
  });

  test("no server outlives the process that started it", async (t) => {
    const { port, started, ended } = await watched(t);
    const victim = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "exit-victim.ts"), SERVER, port], {
      stdio: ["pipe", "inherit", "inherit"],
    });
    await started;
    victim.stdin?.write("end\n");
    await ended;
  });

  test("a server's tools, by streamable HTTP: the same, with headers, and the session is ended", async (t) => {
    const { url, lines, child } = await served(t);
    const { tools, close } = await connected(t, { name: "notes", url, headers: { Authorization: `Bearer ${KEY}` } });
    assert.equal(tools.length, 7);
    const said = await resultsOf(
      tools,
      ["write", { path: "new.md", text: "Nou." }],
      ["notes_read", { path: "new.md" }],
      ["notes_read", { path: "x" }],
      ["key"],
    );
    assert.deepEqual(said, ["written", "Nou.", '"notes_read" failed: no note "x".', '"key" failed: refused for the key [key].']);
    await assert.rejects(mcpTools({ name: "notes", url, declare: { wirte: { kind: "write" } } }, { signal }), {
      code: "tools/mcp-declared",
      message: `MCP server "notes" at ${url} has no tool "wirte", which is declared`,
      hint: 'the nearest is "write"',
    });
    assert.equal((await lines.next()).value, "closed session-2");
    const controller = new AbortController();
    const reason = new Error("time is up");
    const hang = tools.find(({ spec }) => spec.name === "hang")?.prepare({});
    assert.ok(hang && !("complaint" in hang));
    const own = new AbortController().signal;
    const pid = tools.find(({ spec }) => spec.name === "pid")?.prepare({});
    assert.ok(pid && !("complaint" in pid));
    for (const call of ["c1", "c2", "c3"]) assert.match(String(await pid.run({ signal: own, call, read: [] })), /^\d+$/);
    assert.deepEqual(getEventListeners(own, "abort"), []);
    const hanging = hang.run({ signal: controller.signal, call: "c", read: [] });
    controller.abort(reason);
    await assert.rejects(hanging, reason);
    await close();
    assert.equal((await lines.next()).value, "closed session-1");
    child.stdin?.end();
    await once(child, "exit");
  });

  test("a server that cannot be used is named, with what it said and without its key", async () => {
    const fault = async (server: McpServer) => {
      const error: unknown = await mcpTools(server, { signal }).then(
        () => assert.fail("there are tools"),
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof Error && "code" in error && "hint" in error);
      return [error.code, error.message, error.hint];
    };
    assert.deepEqual(await fault(program({ args: ["fail"], env: { NOTES_KEY: KEY } })), [
      "tools/mcp-server",
      'MCP server "notes" cannot be used: Connection closed; it said: no notes here, and the key is [key]',
      `run "${process.execPath}" by hand to see what it says`,
    ]);
    assert.deepEqual(await fault({ name: "notes", command: "/no/such/program" }), [
      "tools/mcp-server",
      'MCP server "notes" cannot be used: spawn /no/such/program ENOENT',
      'run "/no/such/program" by hand to see what it says',
    ]);
    assert.deepEqual(await fault({ name: "notes", url: "ftp://notes" }), [
      "tools/mcp-server",
      'MCP server "notes" has no address that can be used',
      "write it with http:// or https://, for example http://127.0.0.1:3000/mcp",
    ]);
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, "close");
    assert.deepEqual(await fault({ name: "notes", url: `http://127.0.0.1:${port}/mcp?key=${KEY}` }), [
      "tools/mcp-server",
      `MCP server "notes" at http://127.0.0.1:${port}/mcp cannot be used: fetch failed: connect ECONNREFUSED 127.0.0.1:${port}`,
      "check its address, and that it runs",
    ]);
  });

  test("without the SDK the error names the package to install; any other fault of loading is thrown as it is", async () => {
    const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    await assert.rejects(
      loadSdk(() => Promise.reject(missing)),
      {
        code: "tools/mcp-package",
        message: 'tools from MCP servers need the package "@modelcontextprotocol/sdk", which is not installed',
        hint: "install it beside stagewright: npm install @modelcontextprotocol/sdk",
      },
    );
    const broken = new SyntaxError("Unexpected token");
    await assert.rejects(
      loadSdk(() => Promise.reject(broken)),
      broken,
    );
  });
});
