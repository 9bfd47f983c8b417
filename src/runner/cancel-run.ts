import { StagewrightError } from "../dsl/index.js";
import type { DecideOptions } from "./decide-gate.js";
import { bring, withOpenRun } from "./open-run.js";
import { ownChildren } from "./own-children.js";
import { settingsOf } from "./runner-options.js";

/**
 * Ends a run for good, and the child runs that it has not finished, but for those that agents carry out.
 *
 * @throws StagewrightError `run/ended`, `store/leased` while a live process writes to it.
 */
export async function cancelRun(run: string, options: DecideOptions & { readonly reason?: string }): Promise<void> {
  const settings = settingsOf({ adapters: [], ...options });
  const children = await withOpenRun(settings, run, false, async (open) => {
    const { status, stages } = open.journal.state;
    if (status !== "running" && status !== "blocked") {
      throw new StagewrightError("run/ended", `run "${run}" is ${status} already`, { hint: "there is nothing to cancel" });
    }
    await bring(open, { type: "run-cancelled", by: settings.by, ...(options.reason !== undefined && { reason: options.reason }) });
    return [...stages.values()].flatMap((stage) => [...stage.children.values()]).filter((child) => child.ended === undefined);
  });
  const runs = children.map((child) => child.run);
  for (const { state } of await ownChildren(settings.store, runs)) await cancelIfOpen(state.run, options);
}

async function cancelIfOpen(run: string, options: DecideOptions & { readonly reason?: string }): Promise<void> {
  try {
    await cancelRun(run, options);
  } catch (error) {
    if (!(error instanceof StagewrightError && (error.code === "run/ended" || error.code === "journal/empty"))) throw error;
  }
}
