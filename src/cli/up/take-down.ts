import type { Lanes } from "../../lanes/index.js";
import type { EndedRun } from "../../registry/index.js";
import { cancelRun, readableRun } from "../../runner/index.js";
import type { OpenStore } from "../open-store.js";

interface Needs {
  readonly run: EndedRun;
  readonly lanes: Lanes;
  readonly open: OpenStore;
  /** Told that something is to end. */
  readonly look: () => Promise<void>;
}

/** Takes down what is left of a run that nobody wants any more: its places in lanes, and the gate that it may rest at. */
export async function takeDown({ run: { id, stand }, lanes, open: { store }, look }: Needs): Promise<void> {
  // All others have come to rest by themselves.
  if (stand.how !== "terminated") return;
  const places = [...lanes.log.read().places.keys()].filter((item) => item === id || item.startsWith(`${id}+`));
  for (const item of places) await lanes.cancel(item);
  if (places.length > 0) return look();
  const status = (await readableRun(store, id))?.state.status;
  if (status === "blocked" && (await store.owner(id)) === undefined) await cancelRun(id, { store, reason: stand.because ?? stand.how });
}
