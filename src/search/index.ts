export type { Hit } from "./hit.js";
export type { Searchable } from "./passages.js";
export { type Indexed, openSearch, type SearchIndex, type SearchOptions } from "./search-index.js";
export { type SearchTool, searchTool } from "./search-tool.js";
