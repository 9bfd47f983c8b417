import { randomUUID } from "node:crypto";
import { openOutbox } from "../../dispatch/index.js";
import { spentByRun } from "../../runner/index.js";
import { type Firing, jobClock, jobStore, type RunEnd } from "../../triggers/index.js";
import type { OpenStore } from "../open-store.js";
import { setTimer } from "../set-timer.js";
import { nowOf, type Surroundings } from "../surroundings.js";
import { budgetOf, outcomeOf, reasonOf, runNameOf } from "./lane-work.js";
import { inChildren } from "./run-in-child.js";
import { chatOf, type UpSettings } from "./up-settings.js";

interface Needs {
  readonly settings: UpSettings;
  readonly configFile: string | undefined;
  readonly open: OpenStore;
  readonly surroundings: Surroundings;
  /** Aborted when it is to come to a safe point. */
  readonly signal: AbortSignal;
}

/**
 * Runs a job beside its schedule, at once and in no lane: a person waits for it.
 *
 * @throws StagewrightError `job/unknown`, `job/running`
 */
export async function runJobNow(job: string, { settings, configFile, open, surroundings, signal }: Needs): Promise<RunEnd> {
  const { err } = surroundings;
  const carryOut = inChildren(configFile, open, surroundings);
  const now = () => nowOf(surroundings);
  let ended: RunEnd = { outcome: "cancelled" };
  const fire = async ({ definition, key, deliver, budget, began }: Firing): Promise<RunEnd> => {
    const { pipeline, input, agent = `job-${job}` } = definition;
    const run = runNameOf(key);
    await began(run);
    err.write(`${job} begins (run ${run})\n`);
    const work = { kind: "pipeline" as const, pipeline, input, source: `job ${job}`, agent, ...budgetOf(budget) };
    const from = now().getTime();
    const end = await carryOut(work, run, signal);
    const spent = { ...(await spentByRun(open.store, run)), ms: now().getTime() - from };
    const reason = reasonOf(end, run);
    if (deliver !== undefined) {
      const outbox = openOutbox(open.root, {
        ...{ rules: () => settings.dispatch, channels: () => Object.keys(settings.channels), now, newId: randomUUID },
      });
      const chat_id = chatOf(deliver, settings);
      await outbox.emit({ source: end.state.pipeline, action: "reply", chat_id, message: `${job}: ${reason}` }, `${run}/ended`);
    }
    ended = { outcome: outcomeOf(end), reason, spent, ...(deliver !== undefined && { delivered: true }) };
    return ended;
  };
  const clock = jobClock({
    ...{ jobs: settings.jobs, now, setTimer, store: jobStore(open.root) },
    fire: async (firing) => {
      try {
        return await fire(firing);
      } catch (error) {
        ended = { outcome: "failed", reason: error instanceof Error ? error.message : String(error) };
        return ended;
      }
    },
  });
  // Takes the schedules in, as `up` does, and fires nothing: it was not started.
  await clock.change(settings.jobs);
  await clock.runNow(job);
  await clock.stop();
  return ended;
}
