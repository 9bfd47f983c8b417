// A small MCP server, made with the official SDK. Plain JavaScript, since a process of TypeScript takes a second to start.
import { createServer } from "node:http";
import { connect } from "node:net";
import { z } from "zod";

const mode = process.argv[2] ?? "stdio";
// Whoever holds the other end sees when this process ends, and how.
const { NOTES_WATCH, NOTES_KEY } = process.env;
if (NOTES_WATCH !== undefined) connect(Number(NOTES_WATCH), "127.0.0.1").on("error", () => {});

if (mode === "fail") {
  process.stderr.write(`reading notes\nno notes here, and the key is ${NOTES_KEY}\n`);
  process.exit(1);
}
if (mode === "stubborn") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 60_000);
  await new Promise(() => {});
}

const [{ McpServer }, { StdioServerTransport }, { StreamableHTTPServerTransport }] = await Promise.all([
  import("@modelcontextprotocol/sdk/server/mcp.js"),
  import("@modelcontextprotocol/sdk/server/stdio.js"),
  import("@modelcontextprotocol/sdk/server/streamableHttp.js"),
]);

const notes = new Map([["today.md", "Bună ⚓ ziua."]]);
const text = (said) => ({ content: [{ type: "text", text: said }] });

function notesServer() {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool(
    "notes.read",
    {
      description: "Reads a note.",
      inputSchema: { path: z.string(), lines: z.array(z.number().int()).optional() },
      annotations: { readOnlyHint: true },
    },
    ({ path }) => (notes.has(path) ? text(notes.get(path)) : { ...text(`no note "${path}"`), isError: true }),
  );
  server.registerTool("write", { description: "Writes a note.", inputSchema: { path: z.string(), text: z.string() } }, (args) => {
    notes.set(args.path, args.text);
    return text("written");
  });
  server.registerTool("picture", { description: "Shows a picture." }, () => ({
    content: [
      { type: "text", text: "Here it is:" },
      { type: "image", data: "aGVsbG8=", mimeType: "image/png" },
      { type: "resource", resource: { uri: "note://today.md", text: "as a file" } },
      { type: "resource_link", uri: "note://other.md", name: "other" },
    ],
  }));
  server.registerTool("key", { description: "Repeats the key." }, (extra) => {
    const key = NOTES_KEY ?? extra.requestInfo?.headers.authorization;
    return { ...text(`refused for the key ${key}`), isError: true };
  });
  server.registerTool("pid", { description: "Says which process this is." }, () => text(String(process.pid)));
  server.registerTool("hang", { description: "Never answers." }, () => new Promise(() => {}));
  server.registerTool("die", { description: "Ends the process." }, () => process.exit(7));
  return server;
}

if (mode === "http") {
  const transports = new Map();
  const http = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = transports.get(id);
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => `session-${transports.size + 1}`,
        onsessioninitialized: (session) => transports.set(session, transport),
        onsessionclosed: (session) => {
          transports.delete(session);
          process.stdout.write(`closed ${session}\n`);
        },
      });
      await notesServer().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1", () => process.stdout.write(`port ${http.address().port}\n`));
  process.stdin.resume().on("end", () => process.exit(0));
} else {
  await notesServer().connect(new StdioServerTransport());
}
