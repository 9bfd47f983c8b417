import type { EventOf } from "../core/index.js";
import { isStagewrightError } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { readRun } from "./read-run.js";

/** What the effects of a call were asked for, which really happened, in all runs of a store: `email.send`. */
export type DeliveredRequests = (call: string) => Promise<readonly unknown[]>;

/**
 * Reads it from the journals, and from those of runs that are over once only. A journal that cannot be read counts for
 * nothing: what is known becomes less, so more is asked about.
 */
export function deliveredRequests(store: Store): DeliveredRequests {
  const over = new Map<string, ReadonlyMap<string, readonly unknown[]>>();
  return async (call) => {
    const found: unknown[] = [];
    for (const run of await store.runs()) {
      const known = over.get(run) ?? (await requestsOf(store, run, over));
      found.push(...(known.get(call) ?? []));
    }
    return found;
  };
}

async function requestsOf(
  store: Store,
  run: string,
  over: Map<string, ReadonlyMap<string, readonly unknown[]>>,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const byCall = new Map<string, unknown[]>();
  try {
    const { events, state, load } = await readRun(store, run);
    const intents = new Map<string, EventOf<"effect-intended">>();
    for (const event of events) {
      if (event.type === "effect-intended") intents.set(event.key, event);
      if (event.type !== "effect-settled" && event.type !== "effect-answered") continue;
      const intent = intents.get(event.key);
      if (intent === undefined || event.outcome.happened !== "yes") continue;
      const call = `${intent.adapter}.${intent.name}`;
      byCall.set(call, [...(byCall.get(call) ?? []), await load(intent.request)]);
    }
    // A run that has failed may be gone on with.
    if (state.status === "done" || state.status === "cancelled") over.set(run, byCall);
  } catch (error) {
    if (!isStagewrightError(error)) throw error;
  }
  return byCall;
}
