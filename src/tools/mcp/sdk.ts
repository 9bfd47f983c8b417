import { StagewrightError } from "../../dsl/index.js";

/** The parts of the official SDK that a client needs. */
export interface Sdk {
  readonly client: typeof import("@modelcontextprotocol/sdk/client/index.js");
  readonly stdio: typeof import("@modelcontextprotocol/sdk/client/stdio.js");
  readonly http: typeof import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  readonly types: typeof import("@modelcontextprotocol/sdk/types.js");
}

/**
 * Loads the SDK, which whoever uses MCP servers installs.
 *
 * @throws StagewrightError `tools/mcp-package` where it is not installed.
 */
export async function loadSdk(load: () => Promise<Sdk> = installedSdk): Promise<Sdk> {
  try {
    return await load();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new StagewrightError(
      "tools/mcp-package",
      'tools from MCP servers need the package "@modelcontextprotocol/sdk", which is not installed',
      {
        hint: "install it beside stagewright: npm install @modelcontextprotocol/sdk",
        cause,
      },
    );
  }
}

async function installedSdk(): Promise<Sdk> {
  const [client, stdio, http, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/client/stdio.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  return { client, stdio, http, types };
}
