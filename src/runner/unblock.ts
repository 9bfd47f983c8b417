import { StagewrightError } from "../dsl/index.js";
import { assertPerson } from "./assert-person.js";
import type { DecideOptions } from "./decide-gate.js";
import { bring, withOpenRun } from "./open-run.js";
import { settingsOf } from "./runner-options.js";

/**
 * Records a person's word that what a blocked task waited for has come. The note is given to whoever goes on with it.
 *
 * @throws StagewrightError `task/not-blocked`, `gate/may-not`.
 */
export async function unblock(run: string, { note }: { readonly note?: string }, options: DecideOptions): Promise<void> {
  const settings = settingsOf({ adapters: [], ...options });
  assertPerson(settings.by, `whether that has come for which run "${run}" waits`);
  await withOpenRun(settings, run, false, async (open) => {
    const { state } = open.journal;
    const blocked = [...state.stages.values()].find(({ waiting }) => waiting?.on === "blocker");
    if (blocked?.waiting?.on !== "blocker") {
      throw new StagewrightError("task/not-blocked", `run "${run}" is not blocked by anything: it is ${state.status}`, {
        hint: `\`stagewright show ${run}\` says how it stands`,
      });
    }
    const { stage, version, attempt } = blocked.waiting.blocker;
    await bring(open, { type: "unblocked", stage, version, attempt, by: settings.by, ...(note !== undefined && { note }) });
  });
}
