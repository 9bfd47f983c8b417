import type { Reading, ToolKind, Writing } from "../tool.js";

type Arguments = Readonly<Record<string, unknown>>;

/** What the guards cannot read off a server's tool: each part as in `tool`. */
export interface Declared {
  readonly kind?: ToolKind;
  readonly reads?: (args: Arguments) => Reading;
  readonly writes?: (args: Arguments) => Writing;
}

/** An MCP server: a program that is started and spoken to by its input and output, or an address (streamable HTTP). */
export type McpServer = {
  /** For messages. */
  readonly name: string;
  /** Stands before the names of its tools, where those of two servers would be the same. */
  readonly prefix?: string;
  /** By the server's own names. A tool that is not declared is a `read` where the server says that it only reads, else a `write`. */
  readonly declare?: Readonly<Record<string, Declared>>;
} & (
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Beside the few variables that every program needs (`PATH`, `HOME` …); no other is passed on. */
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
);

/** The server as messages name it. What stands behind the `?` of an address may be a key. */
export function nameOf(server: McpServer): string {
  const who = `MCP server "${server.name}"`;
  if (!("url" in server)) return who;
  const url = URL.canParse(server.url) ? new URL(server.url) : undefined;
  return url === undefined ? who : `${who} at ${url.origin}${url.pathname}`;
}

/** A value so short is no key, and may stand anywhere. */
const SHORTEST_KEY = 6;

/** What a server complained of, without the values that it was given in secret. */
export function withoutKeys(text: string, server: McpServer): string {
  const given = Object.values(("url" in server ? server.headers : server.env) ?? {});
  const keys = given.flatMap((value) => [value, value.replace(/^(?:Bearer|Basic) /i, "")]).filter((value) => value.length >= SHORTEST_KEY);
  return keys.reduce((rest, key) => rest.replaceAll(key, "[key]"), text);
}
