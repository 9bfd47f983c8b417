import { z } from "zod";
import type { SearchIndex } from "./search-index.js";

const SearchDocuments = z.object({
  query: z.string().describe('words to look for; "two words" in quotes stand one behind the other, harb* is what begins so'),
  document: z.string().optional().describe("the id of one document; all of them if not given"),
  limit: z.int().min(1).max(50).optional().describe("the most hits, 10 if not given"),
});

/** What a factory of tools needs to make this one. */
export interface SearchTool {
  readonly name: string;
  readonly description: string;
  readonly takes: typeof SearchDocuments;
  readonly run: (args: z.output<typeof SearchDocuments>) => string;
}

/**
 * A model's way to search an index.
 *
 * @example
 * work("answer", { tools: [tool(searchTool(index))], … })
 */
export function searchTool(index: SearchIndex): SearchTool {
  return {
    name: "search_documents",
    description: "Searches the documents for words, without regard to capitals and accents. Each hit names document, section and offset.",
    takes: SearchDocuments,
    run: ({ query, document, limit = 10 }) => {
      const known = index.documents();
      if (document !== undefined && !known.includes(document)) {
        return `there is no document "${document}"; there are ${known.map((id) => `"${id}"`).join(", ") || "none"}`;
      }
      const hits = index.search(query, { limit, ...(document !== undefined && { document }) });
      if (hits.length === 0) return "nothing found: try other words, fewer of them, or the beginning of one with * behind it";
      return hits.map((hit) => `[${hit.document}${hit.section === "" ? "" : ` §${hit.section}`} @${hit.offset}] ${hit.snippet}`).join("\n");
    },
  };
}
