/** Addresses that only lead to this machine or into a network of one's own. */
const PRIVATE =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|\[f[cd][0-9a-f:]+\]|[^.]+|.+\.(?:local|lan|internal|home\.arpa))$/;

/**
 * Whether a model runs on a server of one's own, where a call costs nothing that a provider would bill: `embedded`, or a
 * server on this machine, at a private address, or at a name without a dot.
 */
export function isOwnServer(model: string): boolean {
  if (model === "embedded") return true;
  const colon = model.indexOf(":");
  const provider = model.slice(0, Math.max(0, colon));
  const address =
    model
      .slice(colon + 1)
      .split("#", 1)[0]
      ?.trim() ?? "";
  // Of Ollama's own way the address may be left out, and is this machine's then. The hosted models that a local Ollama
  // passes on have "cloud" in their names.
  if (/[:-]cloud$/.test(model)) return false;
  if (address === "") return provider === "ollama";
  return URL.canParse(address) && PRIVATE.test(new URL(address).hostname);
}
