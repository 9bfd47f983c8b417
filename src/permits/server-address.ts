/** What a server speaks, and where it is. */
export interface ServerAddress {
  readonly kind: "openai" | "ollama";
  /** Without the version or `/api` at its end, and without a slash: what the server tells about itself lies beside them. */
  readonly root: string;
  /** The same for every way of writing the address of one server, and fit to name a folder. */
  readonly id: string;
}

const WAYS = 'write what it speaks and its address, as in "ollama:http://127.0.0.1:11434" or "openai:http://127.0.0.1:8080"';

/** Reads the `server` of a pool. What is wrong with it is a sentence, for whoever reads the config. */
export function readServer(server: string): ServerAddress | { readonly fault: string } {
  const kind = (["openai", "ollama"] as const).find((one) => server.startsWith(`${one}:`));
  if (kind === undefined) return { fault: `"${server}" is no server that can be shared: ${WAYS}` };
  const written = server.slice(kind.length + 1).trim();
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return { fault: `"${written}" is not the address of a server: ${WAYS}` };
  }
  // What is wrong is printed, so the secret must not stand in it.
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    return { fault: `the address of the server at "${url.host}" holds a name, a password or a query: leave it out` };
  }
  if (url.hash !== "") return { fault: `"${written}" names a model: a pool is a server, with all of its models` };
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(v\d+|api)$/, "");
  return { kind, root: `${url.origin}${path}`, id: idOf(url, path) };
}

/** The names that a machine has for itself are one; the port is always said. */
function idOf(url: URL, path: string): string {
  const host = /^(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\[::\])$/.test(url.hostname) ? "127.0.0.1" : url.hostname;
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return `${host}-${port}${path}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "_");
}
