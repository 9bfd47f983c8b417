import type { AnyImplementation, Lookup } from "../../src/dsl/index.js";
import { StagewrightError } from "../../src/dsl/index.js";

export function callOf(implementation: AnyImplementation, name: string): AnyImplementation["calls"][string] {
  const call = implementation.calls[name];
  if (call !== undefined) return call;
  throw new StagewrightError("channel/call", `the adapter "${implementation.adapter}" (${implementation.title}) has no call "${name}"`, {
    hint: "make the channel from an implementation of the interface that it is for",
  });
}

/** What became of an effect; one that has no `lookup` cannot tell. */
export async function lookupOf(
  implementation: AnyImplementation,
  name: string,
  { key, request, signal }: { readonly key: string; readonly request: unknown; readonly signal: AbortSignal },
): Promise<Lookup<unknown>> {
  const { lookup } = callOf(implementation, name);
  return lookup === undefined ? { happened: "unknown" } : lookup(key, request, { key, signal });
}
