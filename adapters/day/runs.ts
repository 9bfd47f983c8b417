import { join } from "node:path";
import { z } from "zod";
import type { RunEvent, RunState, Waiting } from "../../src/core/index.js";
import { type ReadRun, readableRun } from "../../src/runner/index.js";
import { fileStore, type Store, textIfThere } from "../../src/store/index.js";
import type { DayRun, DayWait } from "./day.js";

/** What the small snapshot beside a journal says. */
const Checkpoint = z.object({ status: z.enum(["running", "blocked", "done", "failed", "cancelled"]), at: z.string() });
const Priced = z.object({ cost: z.object({ usd: z.number() }) });
const Ranked = z.object({ ranked: z.array(z.object({ lesson: z.object({ id: z.string() }) })) });

interface Wanted {
  /** Below it lies the folder `runs`. */
  readonly root: string;
  /** ISO 8601. Runs that ended before are left out, without reading their journals. */
  readonly from: string;
  /** Runs that began from then on are left out. */
  readonly to: string;
  /** The run that asks: it is no news. */
  readonly without: string | undefined;
  readonly signal: AbortSignal;
}

/** The runs that went on between two moments or have not ended yet, in the order in which they began. */
export async function runsBetween({ root, from, to, without, signal }: Wanted): Promise<readonly DayRun[]> {
  const store = fileStore(join(root, "runs"));
  const found: DayRun[] = [];
  for (const run of await store.runs()) {
    signal.throwIfAborted();
    if (run === without || (without !== undefined && run.startsWith(`${without}.`))) continue;
    if (await hasEndedBefore(root, run, from)) continue;
    const read = await readableRun(store, run);
    const startedAt = read?.events[0]?.at;
    if (read === undefined || startedAt === undefined || startedAt >= to) continue;
    const isOpen = read.state.status === "running" || read.state.status === "blocked";
    if (isOpen || read.state.at >= from) found.push(await dayRun(store, read, startedAt));
  }
  return withCostOfChildren(found).sort((a, b) =>
    a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : a.run < b.run ? -1 : 1,
  );
}

/** By the run's own clock. What cannot be read may have ended at any time. */
async function hasEndedBefore(root: string, run: string, from: string): Promise<boolean> {
  try {
    const { status, at } = Checkpoint.parse(JSON.parse((await textIfThere(join(root, "runs", run, "checkpoint.json"))) ?? ""));
    return status !== "running" && status !== "blocked" && at < from;
  } catch {
    return false;
  }
}

async function dayRun(store: Store, { state, events, load }: ReadRun, startedAt: string): Promise<DayRun> {
  const isInterrupted = state.status === "running" && (await store.owner(state.run)) === undefined;
  return {
    run: state.run,
    pipeline: state.pipeline,
    parent: state.started?.parent?.run ?? null,
    status: isInterrupted ? "interrupted" : state.status,
    startedAt,
    lastAt: state.at,
    usd: await usdIn(events, load),
    because: state.failure?.message ?? state.stopped?.because ?? null,
    failedAt: state.failure?.stage ?? null,
    waits: waitsOf(state),
    failures: events.flatMap((event) => (event.type === "attempt-failed" ? [{ stage: event.stage, cause: event.cause }] : [])),
    rejections: events.flatMap((event) =>
      event.type === "gate-decided" && event.decision === "reject"
        ? [{ stage: event.stage, by: event.by, reason: event.reason ?? "" }]
        : [],
    ),
    lessons: await lessonsIn(events, load),
  };
}

function waitsOf(state: RunState): DayWait[] {
  if (state.status !== "blocked") return [];
  return [...state.stages.values()].flatMap(({ name: stage, waiting }) => (waiting === undefined ? [] : waitOf(stage, waiting)));
}

/** A run that waits for its children has nothing of its own to wait for: theirs is told of them. */
function waitOf(stage: string, waiting: Waiting): DayWait[] {
  switch (waiting.on) {
    case "gate":
      return [{ stage, on: "gate", since: waiting.gate.at, says: waiting.gate.says ?? null }];
    case "effect":
      return [{ stage, on: "effect", since: waiting.effect.at, says: waiting.effect.why }];
    case "budget":
      return [{ stage, on: "budget", since: waiting.refusal.at, says: waiting.refusal.message }];
    case "blocker":
      return [{ stage, on: "blocker", since: waiting.blocker.at, says: waiting.blocker.waitingOn ?? waiting.blocker.reason }];
    case "children":
      return [];
    default:
      return waiting satisfies never;
  }
}

async function answersIn(events: readonly RunEvent[], load: ReadRun["load"], isOf: (adapter: string) => boolean): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const event of events) {
    if (event.type === "called" && isOf(event.adapter) && "answer" in event.outcome) answers.push(await load(event.outcome.answer));
  }
  return answers;
}

async function usdIn(events: readonly RunEvent[], load: ReadRun["load"]): Promise<number> {
  const answers = await answersIn(events, load, (adapter) => adapter === "model");
  return answers.reduce<number>((sum, answer) => sum + (Priced.safeParse(answer).data?.cost.usd ?? 0), 0);
}

async function lessonsIn(events: readonly RunEvent[], load: ReadRun["load"]): Promise<string[]> {
  const answers = await answersIn(events, load, (adapter) => adapter === "lessons");
  return [...new Set(answers.flatMap((answer) => Ranked.safeParse(answer).data?.ranked.map(({ lesson }) => lesson.id) ?? []))].sort();
}

function withCostOfChildren(runs: readonly DayRun[]): DayRun[] {
  const childrenOf = new Map<string, DayRun[]>();
  for (const run of runs) if (run.parent !== null) childrenOf.set(run.parent, [...(childrenOf.get(run.parent) ?? []), run]);
  const costOf = ({ run, usd }: DayRun): number => (childrenOf.get(run) ?? []).reduce((sum, child) => sum + costOf(child), usd);
  return runs.map((run) => ({ ...run, usd: costOf(run) }));
}
