import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StagewrightError } from "../../dsl/index.js";
import { nearestOf } from "../nearest.js";
import { oneLine } from "../one-line.js";
import type { Tool } from "../tool.js";
import { causeOf, linkTo } from "./link.js";
import { type McpServer, nameOf, withoutKeys } from "./mcp-server.js";
import { type Listed, mcpTool, notListed } from "./mcp-tool.js";
import { type McpResult, resultText } from "./result-text.js";
import { loadSdk, type Sdk } from "./sdk.js";

/** The tools of a server, for as long as the connection stands. */
export interface McpTools {
  readonly tools: readonly Tool[];
  /** Ends the connection, and the process where one was started. Resolves when it is over. */
  close(): Promise<void>;
}

/** The SDK gives up on a call after a minute by itself; here the stage's limits decide. The most that a timer can count. */
const NEVER_MS = 2 ** 31 - 1;
/** A server that goes on and on listing tools. */
const MOST_PAGES = 100;
const LONGEST_COMPLAINT = 300;

/**
 * The tools of an MCP server. They go into a `toolbox` beside others, whose list says which of them a stage may use. When the
 * signal is aborted the connection ends, and with it the process.
 *
 * @throws StagewrightError `tools/mcp-package` without the SDK, `tools/mcp-server` where the server cannot be reached or started,
 * `tools/mcp-declared` for a declared tool that it does not have, `tools/name` for a tool's name that no provider takes.
 */
export async function mcpTools(server: McpServer, { signal }: { readonly signal: AbortSignal }): Promise<McpTools> {
  signal.throwIfAborted();
  const who = nameOf(server);
  const sdk = await loadSdk();
  const connection = await connect(sdk, server, signal);
  try {
    const listed = await listTools(sdk, connection.client, signal);
    const names = listed.map(({ name }) => name);
    for (const name of Object.keys(server.declare ?? {})) if (!names.includes(name)) throw notListed(who, name, nearestOf(name, names));
    const tools = listed.map((each) =>
      mcpTool({
        listed: each,
        prefix: server.prefix ?? "",
        declared: server.declare?.[each.name] ?? {},
        run: (args, context) => callTool({ sdk, server, connection, name: each.name, args, signal: context.signal }),
      }),
    );
    return { tools, close: connection.close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

interface Connection {
  readonly client: Client;
  readonly close: () => Promise<void>;
  hasEnded(): boolean;
}

async function connect(sdk: Sdk, server: McpServer, signal: AbortSignal): Promise<Connection> {
  const client = new sdk.client.Client({ name: "stagewright", version: "1" });
  const link = linkTo(sdk, server);
  let isClosed = false;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= link.farewell().then(() => client.close());
    return closing;
  };
  const stop = () => {
    link.stop();
    close().catch(() => {});
  };
  client.onclose = () => {
    isClosed = true;
    signal.removeEventListener("abort", stop);
    link.ended();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    await withOwnSignal(signal, (own) => {
      const connecting = client.connect(link.transport, { signal: own });
      link.started();
      return connecting;
    });
  } catch (cause) {
    await close();
    signal.removeEventListener("abort", stop);
    link.ended();
    signal.throwIfAborted();
    throw new StagewrightError(
      "tools/mcp-server",
      `${nameOf(server)} cannot be used: ${oneLine(withoutKeys(link.why(cause), server), LONGEST_COMPLAINT)}`,
      {
        hint: "url" in server ? "check its address, and that it runs" : `run "${server.command}" by hand to see what it says`,
        cause,
      },
    );
  }
  return { client, close, hasEnded: () => isClosed };
}

async function listTools(sdk: Sdk, client: Client, signal: AbortSignal): Promise<readonly Listed[]> {
  const tools: Listed[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const request = { method: "tools/list" as const, params: { ...(cursor !== undefined && { cursor }) } };
    // Not by `listTools`, which compiles a validator for each result and refuses all where one cannot be compiled.
    const answer = await withOwnSignal(signal, (own) => client.request(request, sdk.types.ListToolsResultSchema, { signal: own }));
    tools.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

interface ToolCalling {
  readonly sdk: Sdk;
  readonly server: McpServer;
  readonly connection: Connection;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

async function callTool({ sdk, server, connection, name, args, signal }: ToolCalling): Promise<string> {
  if (connection.hasEnded()) throw new Error(`${nameOf(server)} has ended`);
  let result: McpResult;
  try {
    const request = { method: "tools/call" as const, params: { name, arguments: { ...args } } };
    result = await withOwnSignal(signal, (own) =>
      connection.client.request(request, sdk.types.CallToolResultSchema, { signal: own, timeout: NEVER_MS }),
    );
  } catch (error) {
    signal.throwIfAborted();
    const why = connection.hasEnded() ? `${nameOf(server)} ended before it answered` : withoutKeys(causeOf(error), server);
    throw new Error(why, { cause: error });
  }
  const text = resultText(result);
  // The server reports what went wrong as a result, so that the model can read it.
  if (result.isError === true) throw new Error(withoutKeys(text, server));
  return text;
}

/** A signal for one request alone: the SDK listens to it and never stops, and a stage makes many requests. */
async function withOwnSignal<T>(signal: AbortSignal, request: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const stop = () => own.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await request(own.signal);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
