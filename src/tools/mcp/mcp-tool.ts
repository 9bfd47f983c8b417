import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { complaintOf } from "../complaint.js";
import { specOf, type Tool, type ToolContext } from "../tool.js";
import type { Declared } from "./mcp-server.js";

/** A tool as a server lists it. */
export interface Listed {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly type: "object"; readonly properties?: Readonly<Record<string, object>> | undefined };
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

interface Parts {
  readonly listed: Listed;
  readonly prefix: string;
  readonly declared: Declared;
  readonly run: (args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<unknown>;
}

/** A server's tool as one of ours. Its arguments are checked here too: what the server says of wrong ones is often a page long. */
export function mcpTool({ listed, prefix, declared, run }: Parts): Tool {
  const { description } = listed;
  const schema = schemaOf(listed);
  const known = Object.keys(listed.inputSchema.properties ?? {});
  const { reads, writes } = declared;
  const kind = declared.kind ?? (listed.annotations?.readOnlyHint === true ? "read" : "write");
  return Object.freeze({
    // Servers may use dots and slashes, which providers do not take.
    spec: specOf({
      name: `${prefix}${listed.name}`.replaceAll(/[./ ]/g, "_"),
      ...(description !== undefined && { description }),
      parameters: forModels(listed),
    }),
    kind: writes === undefined ? kind : "write",
    prepare: (args: Readonly<Record<string, unknown>>) => {
      const parsed = schema?.safeParse(args);
      if (parsed && !parsed.success) return { complaint: complaintOf(parsed.error, known) };
      return { reads: reads?.(args), writes: writes?.(args), run: (context: ToolContext) => run(args, context) };
    },
  });
}

/** The schema without what servers of models choke on: the bounds of every whole number, the pattern beside a format. */
function forModels({ inputSchema }: Listed): Record<string, unknown> {
  const isBound = (key: string) => key === "minimum" || key === "maximum";
  const widest = (value: unknown) => value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
  const kept = (key: string, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return isBound(key) && widest(value) ? undefined : value;
    const hasFormat = "format" in value && typeof value.format === "string" && "pattern" in value;
    return Object.fromEntries(
      Object.entries(value).filter(([part]) => !(hasFormat && part === "pattern") && !(key === "" && part === "$schema")),
    );
  };
  return JSON.parse(JSON.stringify(inputSchema, kept));
}

/** What zod cannot make a schema of is left to the server to check. */
function schemaOf({ inputSchema }: Listed): z.ZodType | undefined {
  try {
    // The cast: a schema as a server sent it, whatever stands in it; what zod cannot read it throws at.
    return z.fromJSONSchema(inputSchema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return undefined;
  }
}

/** @throws StagewrightError `tools/mcp-declared` for a declared tool that the server does not have. */
export function notListed(who: string, name: string, nearest: string | undefined): StagewrightError {
  return new StagewrightError("tools/mcp-declared", `${who} has no tool "${name}", which is declared`, {
    hint: nearest === undefined ? "it lists no tools" : `the nearest is "${nearest}"`,
  });
}
