import { z } from "zod";
import { LaneWork, type SetTimer, Wanted, type Work } from "../../chief/index.js";
import { isStagewrightError } from "../../dsl/index.js";
import type { Ended, LaneItem, Lanes, Starting } from "../../lanes/index.js";
import { spentByRun } from "../../runner/index.js";
import { type Firing, type HookWork, type LeftRun, msOfLength, type RunEnd } from "../../triggers/index.js";
import type { OpenStore } from "../open-store.js";
import { endElsewhere, type KnownRuns } from "./known-runs.js";
import { type CarryOut, type ChildEnd, standingOf } from "./run-in-child.js";

export interface LaneWorkOptions {
  readonly lanes: Lanes;
  readonly open: OpenStore;
  /** Told that something lies in a lane. */
  readonly look: () => Promise<void>;
  /** Runs what lies in a lane to where it rests. */
  readonly run: CarryOut;
  /** Whom a job or a hook tells how it ended: a chat as the outbox takes it. */
  readonly chatOf: (deliver: { readonly channel: string; readonly to?: string | undefined }) => string;
  /** Says to a person how their run ended; the same `id` again is the same message. */
  readonly tell: (work: Work, said: { readonly source: string; readonly message: string; readonly id: string }) => Promise<void>;
  readonly runs: KnownRuns;
  /** What a run brought, in its pipeline's own words, where it has any. */
  readonly resultOf: (work: Work, end: ChildEnd) => Promise<string | undefined>;
  /** Work that somebody's thread waited for is over; `reading` where it was that of an unclear message. */
  readonly finished: (work: Work, item: string, reading: Wanted | undefined) => Promise<void>;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly setTimer: SetTimer;
  /** Told of what went wrong and is tried again. */
  readonly trouble: (error: unknown) => void;
}

/** Between what starts runs (the clock, hooks, people) and the lanes, in which they wait for their turn. */
export interface WorkInLanes {
  fire(firing: Firing): Promise<RunEnd>;
  /** The run that lies in a lane for a firing, or has. */
  foundAs(key: string): string | undefined;
  whatBecame(left: LeftRun): Promise<RunEnd | "running" | undefined>;
  /** Puts what a hook starts into its lane. */
  take(hook: HookWork & { readonly pipeline: string }): Promise<void>;
  /** Lets a run go on, behind what waits. Under the same id it goes on once. */
  goOn(run: string, why: string, id?: string): Promise<void>;
  /** Says how runs ended that somebody else has gone on with, after a decision at the terminal, say. */
  settle(): Promise<void>;
  /** Does the work of an item of a lane. */
  start(item: LaneItem, starting: Starting): Promise<Ended>;
  ended(item: LaneItem, ended: Ended): void;
}

/** The stage of the pipeline that reads unclear messages whose output says what is wanted. */
const READING = "reading";

export function workInLanes({
  lanes,
  open,
  look,
  run,
  chatOf,
  tell,
  runs,
  resultOf,
  finished,
  newId,
  now,
  setTimer,
  trouble,
}: LaneWorkOptions): WorkInLanes {
  /** The firings of this process whose item lies in a lane. */
  const waiting = new Map<string, (ended: Ended) => void>();
  /** What was looked at, and has not changed since. */
  const seen = new Map<string, string>();
  const put = async (item: { readonly id: string; readonly lane: string; readonly owner: string; readonly work: LaneWork }) => {
    // First into the lane: what the registry knows and no lane holds would wait for ever after a crash between the two.
    await lanes.enqueue({ ...item, work: z.json().parse(item.work) });
    if (item.work.kind === "pipeline") await runs.expect(item.id, item.work);
  };

  /** Before it is noted that the item has ended: after a crash between the two it is told again, under the same name. */
  const told = async (item: LaneItem, run: string, { ended, end }: { readonly ended: Ended; readonly end?: ChildEnd }): Promise<Ended> => {
    const own = LaneWork.parse(item.work);
    const work = own.kind === "resumption" ? runs.askedAs(run) : own;
    if (work !== undefined) await rest(work, run, { because: ended.because ?? ended.outcome, end });
    if (own.kind === "pipeline") await finished(own, item.id, end === undefined ? undefined : await readingOf(own, end));
    return ended;
  };
  /** Says how a run rests to whoever has asked for it, and notes it. */
  const rest = async (work: Work, run: string, { because, end }: { readonly because: string; readonly end?: ChildEnd | undefined }) => {
    const isWaiting = end?.status === "blocked";
    // An agent's run that waits for a person has nobody to tell but whoever has asked for the one above it.
    const asker = isWaiting ? runs.askerOf(run) : work;
    const isAgents = isWaiting && runs.waitsForAgents(run);
    if (asker?.replyTo !== undefined && !isAgents && (end === undefined || (await readingOf(work, end)) === undefined)) {
      const result = end === undefined ? undefined : await resultOf(work, end);
      const line = `${nameOf(work, end)}: ${because}`;
      const message = result === undefined ? line : `${line}\n\n${beginningOf(result)}`;
      await tell(asker, {
        source: end?.state.pipeline ?? work.pipeline,
        message,
        id: `${run}/${isWaiting ? `waits ${end.state.seq}` : "ended"}`,
      });
    }
    await runs.rested(run, { end, because });
  };

  return {
    fire: async (firing) => {
      const { job, definition, key, deliver, budget } = firing;
      const { pipeline, input, agent, lane = "cron" } = definition;
      const item = runNameOf(key);
      const replyTo = deliver === undefined ? {} : { replyTo: chatOf(deliver) };
      const work: Work = {
        kind: "pipeline",
        pipeline,
        input,
        source: `${JOB}${job}`,
        agent: agent ?? `job-${job}`,
        ...replyTo,
        ...budgetOf(budget),
      };
      const ends = new Promise<Ended>((settle) => waiting.set(item, settle));
      await put({ id: item, lane, owner: job, work });
      // From here on the lane brings it about, whatever becomes of this process: the clock is not to give it up.
      await firing.began(item);
      firing.signal.addEventListener("abort", () => void lanes.cancel(item).then(look).catch(trouble), { once: true });
      const from = now().getTime();
      const limit =
        budget?.time === undefined ? undefined : setTimer(msOfLength(budget.time), () => void lanes.cancel(item).then(look).catch(trouble));
      await look();
      const { outcome, because } = await ends;
      limit?.stop();
      const tokens = budget?.tokens === undefined ? {} : { tokens: await tokensOf(item) };
      const spent = { ms: now().getTime() - from, usd: runs.costOf(item), ...tokens };
      return { outcome, reason: because ?? outcome, spent, ...(deliver !== undefined && { delivered: true }) };
    },
    foundAs: (key) => (lanes.log.read().known.has(runNameOf(key)) ? runNameOf(key) : undefined),
    whatBecame: async ({ run: name }) => {
      if (lanes.log.read().places.has(name)) return "running";
      if (!(await open.store.runs()).includes(name)) return undefined;
      const end = await standingOf(open, name);
      return { outcome: outcomeOf(end), reason: reasonOf(end, name) };
    },
    take: async ({ id, hook, pipeline, agent, lane = "background", deliver, input }) => {
      const replyTo = deliver === undefined ? {} : { replyTo: chatOf(deliver) };
      const work: Work = { kind: "pipeline", pipeline, input, source: `hook ${hook}`, agent: agent ?? `hook-${hook}`, ...replyTo };
      await put({ id: runNameOf(id), lane, owner: hook, work });
      await look();
    },
    goOn: async (name, why, id = newId()) => {
      await put({ id: resumptionOf(name, id), lane: "main", owner: name, work: { kind: "resumption", run: name, source: why } });
      await look();
    },
    settle: async () => {
      const elsewhere = runs.elsewhere();
      if (elsewhere.length === 0) return;
      const there = new Set(await open.store.runs());
      for (const name of elsewhere) {
        const work = runs.askedAs(name);
        if (!there.has(name)) {
          // A run of an agent's is known here before it lies in a lane.
          if (!lanes.log.read().known.has(name)) continue;
          // It lay in a lane before it was known here: somebody has taken it away before it began.
          const because = "it was taken away before it began";
          await runs.rested(name, { because, how: "cancelled" });
          waiting.get(name)?.({ outcome: "cancelled", because });
          waiting.delete(name);
          continue;
        }
        const stamp = await open.store.stamp(name);
        if (work === undefined || seen.get(name) === stamp) continue;
        const end = await endElsewhere(open, name);
        if (end !== undefined) await rest(work, name, { because: reasonOf(end, name), end });
        if (stamp !== undefined) seen.set(name, stamp);
      }
    },
    start: async (item, { signal }) => {
      const work = LaneWork.parse(item.work);
      const name = work.kind === "resumption" ? work.run : runNameOf(item.id);
      if (work.kind === "pipeline") await runs.expect(name, work);
      await runs.begin(name);
      try {
        const end = await run(work, name, signal);
        // Cut off is not over: it was told to end, and says nothing of how it would have ended.
        if (signal.aborted && end.status === "interrupted") return await cutOff(item);
        const because = end.status === "blocked" && runs.waitsForAgents(name) ? `waits for agents (run ${name})` : reasonOf(end, name);
        return await told(item, name, { ended: { outcome: outcomeOf(end), because }, end });
      } catch (error) {
        if (signal.aborted) return cutOff(item);
        if (!isStagewrightError(error)) throw error;
        return told(item, name, { ended: { outcome: "failed", because: error.message } });
      }
    },
    ended: ({ id }, ended) => {
      waiting.get(id)?.(ended);
      waiting.delete(id);
    },
  };

  /** None where it was ended before it began. */
  async function tokensOf(run: string): Promise<number> {
    return (await open.store.runs()).includes(run) ? (await spentByRun(open.store, run)).tokens : 0;
  }

  /** Only what somebody has cancelled is over; where the process ends, the next one goes on with it. */
  async function cutOff({ id, work }: LaneItem): Promise<Ended> {
    const own = LaneWork.parse(work);
    const because = "it was told to end";
    const isCancelled = [...lanes.log.read().lanes.values()].some(({ running }) => running.get(id)?.isCancelled === true);
    if (own.kind === "pipeline" && isCancelled) {
      await runs.rested(runNameOf(id), { because, how: "cancelled" });
      await finished(own, id, undefined);
    }
    return { outcome: "cancelled", because };
  }
}

const JOB = "job ";

/** What a person knows it by: the job, else the pipeline. */
function nameOf({ source, pipeline }: Work, end: ChildEnd | undefined): string {
  return source.startsWith(JOB) ? source.slice(JOB.length) : (end?.state.pipeline ?? pipeline);
}

/** As much as one likes to read in a chat. */
const SHOWN = 1_500;

function beginningOf(result: string): string {
  const text = result.trim();
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).trimEnd()} …`;
}

export function budgetOf(budget: Firing["budget"]): Pick<Work, "budgetUsd" | "budgetTokens"> {
  return {
    ...(budget?.usd !== undefined && { budgetUsd: budget.usd }),
    ...(budget?.tokens !== undefined && { budgetTokens: budget.tokens }),
  };
}

/** What was read out of an unclear message, where that is what the run was for. */
async function readingOf({ thread }: Work, { status, state, load }: ChildEnd): Promise<Wanted | undefined> {
  const output = state.stages.get(READING)?.output;
  if (thread === undefined || status !== "done" || state.pipeline !== "front-desk" || output === undefined) return undefined;
  return Wanted.safeParse(await load(output)).data;
}

/** A run that waits for a person has done what a job can do; one whose budget is spent has not. */
export function outcomeOf({ status, isSpent }: ChildEnd): Ended["outcome"] {
  if (status === "blocked" && isSpent) return "failed";
  if (status === "done" || status === "blocked") return "done";
  return status === "cancelled" ? "cancelled" : "failed";
}

export function reasonOf({ status, state, isSpent }: ChildEnd, run: string): string {
  switch (status) {
    case "done":
      return `done (run ${run})`;
    case "blocked":
      if (isSpent) return `what it may spend is spent (run ${run})`;
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

/** A resumption's name in its lane: that of its run, a plus, and one of its own. */
export function resumptionOf(run: string, id: string): string {
  return `${run}+${id}`;
}

/** An item's id as the name of its run, so that one item has one run. */
export function runNameOf(item: string): string {
  return item.replaceAll(/[^A-Za-z0-9._-]/g, "-");
}
