import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { AGENT_VARIABLE } from "../../core/index.js";
import { StagewrightError } from "../../dsl/index.js";
import { end, hasEnded, watchOver } from "./children.js";
import type { McpServer } from "./mcp-server.js";
import type { Sdk } from "./sdk.js";

/** How long a server may take to end a session before it is left alone. */
const FAREWELL_MS = 1_000;
/** How much of what a server writes beside the protocol is kept, for the message if it fails. */
const LONGEST_SAID = 2_000;

/** What differs between the two ways to a server. */
export interface Link {
  readonly transport: Transport;
  started(): void;
  ended(): void;
  /** What is told to the server before the connection is closed. */
  farewell(): Promise<void>;
  /** Ends the server without more ado. */
  stop(): void;
  why(cause: unknown): string;
}

/** @throws StagewrightError `tools/mcp-server` for an address that is none. */
export function linkTo(sdk: Sdk, server: McpServer): Link {
  if ("url" in server) {
    const url = URL.canParse(server.url) ? new URL(server.url) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new StagewrightError("tools/mcp-server", `MCP server "${server.name}" has no address that can be used`, {
        hint: "write it with http:// or https://, for example http://127.0.0.1:3000/mcp",
      });
    }
    const transport = new sdk.http.StreamableHTTPClientTransport(url, { requestInit: { headers: { ...server.headers } } });
    return {
      // The cast: the SDK's own class, whose optional fields it declares in another way than its own interface does.
      transport: transport as Transport,
      started: () => {},
      ended: () => {},
      stop: () => {},
      farewell: async () => {
        const patience = new Promise<void>((resolve) => setTimeout(resolve, FAREWELL_MS).unref());
        await Promise.race([transport.terminateSession().catch(() => {}), patience]);
      },
      why: (cause) => causeOf(cause),
    };
  }
  const { command, args = [], env, cwd } = server;
  let said = "";
  let pid: number | undefined;
  const transport = new sdk.stdio.StdioClientTransport({
    command,
    args: [...args],
    // What a tool starts is no person, and decides at no gate.
    env: { ...env, [AGENT_VARIABLE]: "tool" },
    ...(cwd !== undefined && { cwd }),
    stderr: "pipe",
  });
  transport.stderr?.on("data", (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-LONGEST_SAID);
  });
  return {
    transport,
    started: () => {
      pid = transport.pid ?? undefined;
      if (pid !== undefined) watchOver(pid);
    },
    ended: () => {
      if (pid !== undefined) hasEnded(pid);
    },
    stop: () => {
      if (pid !== undefined) end(pid);
    },
    farewell: async () => {},
    why: (cause) => {
      const last = said.trim().split("\n").at(-1) ?? "";
      return last === "" ? causeOf(cause) : `${causeOf(cause)}; it said: ${last}`;
    },
  };
}

/** Without the numbers of the protocol; with the reason that the network gives behind a bare "fetch failed". */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message.replace(/^(?:MCP error -?\d+: )+/, "");
  const because = error.cause instanceof Error ? error.cause.message : "";
  return because === "" || message.includes(because) ? message : `${message}: ${because}`;
}
