/** After so long without a byte Node's own `fetch` gives up, whatever it is told. */
export const FETCH_GIVES_UP_MS = 300_000;

interface Undici {
  readonly Agent: new (options: { headersTimeout: number; bodyTimeout: number }) => object;
}

/**
 * Makes a `fetch` that waits as long as it takes, for which the package undici is needed; without that, Node's own. The
 * limits of a call still hold: they are counted elsewhere.
 */
export async function patientFetch(load: () => Promise<Undici> = () => import("undici")): Promise<typeof fetch> {
  const undici = await load().catch(() => undefined);
  if (undici === undefined) return fetch;
  const dispatcher = new undici.Agent({ headersTimeout: 0, bodyTimeout: 0 });
  // Node's `fetch` takes a dispatcher; its types know only those of the undici that is built in.
  return (input, init) => fetch(input, { ...init, dispatcher } as RequestInit);
}
