export { type Fired, type GuardReason, Guards } from "./guards.js";
export type { Declared, McpServer } from "./mcp/mcp-server.js";
export { type McpTools, mcpTools } from "./mcp/mcp-tools.js";
export { ToolOutcome } from "./outcome.js";
export { folderSpill, memorySpill, type Spill } from "./spill.js";
export { type Prepared, type Reading, type Tool, type ToolContext, type ToolKind, tool, type Writing } from "./tool.js";
export { type Toolbox, toolbox } from "./toolbox.js";
export type { Counts, Evidence, WorkEnd, WorkOptions, WorkReason, WorkStep } from "./work.js";
export { workWithTools } from "./work-with-tools.js";
