import { type AnyImplementation, implement, StagewrightError } from "../../src/dsl/index.js";
import { type Environment, politeClient, type WebOptions } from "../web/index.js";
import { findWork, findWorks } from "./crossref.js";
import { search } from "./search.js";
import { searchWeb } from "./searxng.js";

export interface SearchOptions extends Omit<WebOptions, "hosts" | "privateHosts"> {
  /** A SearXNG, or what speaks like it. Default: `STAGEWRIGHT_SEARCH_URL` of the environment. */
  readonly searxng?: string;
  /** Default: `STAGEWRIGHT_LIBRARY_URL`, else Crossref's own, `https://api.crossref.org`. */
  readonly crossref?: string;
  /** Where keys come from: `STAGEWRIGHT_SEARCH_TOKEN`; and `STAGEWRIGHT_CONTACT`. Default: that of this process. */
  readonly env?: Environment;
}

/**
 * Web search by a SearXNG of your own or one that lets you, and publications by Crossref. Each service may lie on this
 * machine or in a private net, since it is you who names it; a redirect to another host is refused.
 *
 * Throws `search/endpoint` at once for an address that is none; `search/no-endpoint`, `search/status`, `search/answer`
 * and what `politeClient` throws at a call.
 *
 * @example
 * export const adapters = [searchServices({ searxng: "http://localhost:8888" })];
 */
export function searchServices(options: SearchOptions = {}): AnyImplementation {
  const { env = process.env } = options;
  const contact = options.contact ?? env.STAGEWRIGHT_CONTACT;
  const web = endpointOf(options.searxng ?? env.STAGEWRIGHT_SEARCH_URL);
  const library = endpointOf(options.crossref ?? env.STAGEWRIGHT_LIBRARY_URL ?? "https://api.crossref.org");
  const clientOf = ({ host }: URL) =>
    politeClient({ ...options, ...(contact !== undefined && { contact }), hosts: [host], privateHosts: [host] });
  const searxng = web && { client: clientOf(web), endpoint: web, token: env.STAGEWRIGHT_SEARCH_TOKEN };
  const crossref = library && { client: clientOf(library), endpoint: library, contact };
  return implement(search, "searxng and crossref", {
    web: { perform: async (request, { signal }) => searchWeb(request, searxng ?? nowhere("STAGEWRIGHT_SEARCH_URL"), signal) },
    library: { perform: async (request, { signal }) => findWorks(request, crossref ?? nowhere("STAGEWRIGHT_LIBRARY_URL"), signal) },
    work: { perform: async ({ doi }, { signal }) => findWork(doi, crossref ?? nowhere("STAGEWRIGHT_LIBRARY_URL"), signal) },
  });
}

function endpointOf(text: string | undefined): URL | undefined {
  if (text === undefined || text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  // It may hold a password, so it is not repeated.
  throw new StagewrightError("search/endpoint", "the address of a search service is none of http or https without name and password", {
    hint: 'write "https://search.example.org"; a key belongs into STAGEWRIGHT_SEARCH_TOKEN',
  });
}

function nowhere(name: string): never {
  throw new StagewrightError("search/no-endpoint", "no search service is named that could be asked", {
    hint: `set ${name} to the address of one, or give it to \`searchServices\``,
  });
}
