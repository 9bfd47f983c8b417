import { z } from "zod";
import { Work } from "../../chief/index.js";
import { isStagewrightError } from "../../dsl/index.js";
import type { Ended, LaneItem, Lanes, Starting } from "../../lanes/index.js";
import type { Firing, LeftRun, RunEnd } from "../../triggers/index.js";
import type { OpenStore } from "../open-store.js";
import { type ChildEnd, standingOf } from "./run-in-child.js";

export interface JobRunsOptions {
  readonly lanes: Lanes;
  readonly open: OpenStore;
  /** Told that something lies in a lane. */
  readonly look: () => Promise<void>;
  /** Runs a pipeline under a name to where it rests. */
  readonly run: (work: Work, run: string, signal: AbortSignal) => Promise<ChildEnd>;
  /** Says to people how a job's run ended, where that is wanted; the same run again is the same message. */
  readonly tell: (job: string, run: string, message: string) => Promise<void>;
}

/** Between the clock, which says what is due, and the lanes, in which it waits for its turn. */
export interface JobRuns {
  fire(firing: Firing): Promise<RunEnd>;
  whatBecame(left: LeftRun): Promise<RunEnd | "running" | undefined>;
  /** Does the work of an item of a lane. */
  start(item: LaneItem, starting: Starting): Promise<Ended>;
  ended(item: LaneItem, ended: Ended): void;
}

export function jobRuns({ lanes, open, look, run, tell }: JobRunsOptions): JobRuns {
  /** The firings of this process whose item lies in a lane. */
  const waiting = new Map<string, { readonly firing: Firing; readonly settle: (ended: Ended) => void }>();

  /** Before it is noted that the item has ended: after a crash between the two it is told again, under the same name. */
  const told = async ({ id, owner }: LaneItem, ended: Ended): Promise<Ended> => {
    await tell(owner, id, `${owner}: ${ended.because ?? ended.outcome}`);
    return ended;
  };

  return {
    fire: async (firing) => {
      const { job, definition, key, deliver } = firing;
      const { pipeline, input, agent, lane = "cron" } = definition;
      const item = runNameOf(key);
      const work: Work = { kind: "pipeline", pipeline, input, source: `job ${job}`, agent: agent ?? `job-${job}` };
      const ends = new Promise<Ended>((settle) => waiting.set(item, { firing, settle }));
      await lanes.enqueue({ id: item, lane, owner: job, work: z.json().parse(work) });
      firing.signal.addEventListener("abort", () => void lanes.cancel(item).then(look), { once: true });
      await look();
      const { outcome, because } = await ends;
      return { outcome, reason: because ?? outcome, ...(deliver !== undefined && { delivered: true }) };
    },
    whatBecame: async ({ run: name }) => {
      if (lanes.log.read().places.has(name)) return "running";
      if (!(await open.store.runs()).includes(name)) return undefined;
      const { status, state } = await standingOf(open, name);
      return { outcome: outcomeOf(status), reason: reasonOf(status, state, name) };
    },
    start: async (item, { signal }) => {
      const work = Work.parse(item.work);
      await waiting.get(item.id)?.firing.began(item.id);
      try {
        const { status, state } = await run(work, item.id, signal);
        return told(item, { outcome: outcomeOf(status), because: reasonOf(status, state, item.id) });
      } catch (error) {
        if (signal.aborted) return { outcome: "cancelled", because: "it was told to end" };
        if (!isStagewrightError(error)) throw error;
        return told(item, { outcome: "failed", because: error.message });
      }
    },
    ended: ({ id }, ended) => {
      waiting.get(id)?.settle(ended);
      waiting.delete(id);
    },
  };
}

/** A run that waits for a person has done what a job can do. */
function outcomeOf(status: ChildEnd["status"]): Ended["outcome"] {
  if (status === "done" || status === "blocked") return "done";
  return status === "cancelled" ? "cancelled" : "failed";
}

function reasonOf(status: ChildEnd["status"], state: ChildEnd["state"], run: string): string {
  switch (status) {
    case "done":
      return `done (run ${run})`;
    case "blocked":
      return `waits for a person: stagewright approve ${run}`;
    case "failed": {
      const failed = [...state.stages.values()].find((stage) => stage.status === "failed");
      return `failed at "${failed?.name}": ${failed?.failure?.message} (run ${run})`;
    }
    case "cancelled":
      return `cancelled (run ${run})`;
    case "interrupted":
      return `was cut off (stagewright resume ${run})`;
    default:
      return status satisfies never;
  }
}

/** The key of a firing as the name of its run, so that one due time has one run. */
function runNameOf(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9._-]/g, "-");
}
