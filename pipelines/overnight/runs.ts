import { z } from "zod";
import { type AnyImplementation, adapter, implement, isStagewrightError, query } from "../../src/dsl/index.js";
import { type Recording, recording } from "../../src/recording/index.js";
import { type ReadRun, readRun } from "../../src/runner/index.js";
import type { Store } from "../../src/store/index.js";
import { NOTHING_SPENT, plus, Spent } from "./budget.js";

const Run = z.string().min(1);

/** What a run waits for, itself or far below it. */
const Wait = z.object({ run: Run, stage: z.string(), on: z.enum(["gate", "effect", "budget", "blocker"]), what: z.string() });

export const RunFacts = z.object({
  run: Run,
  pipeline: z.string(),
  status: z.enum(["running", "blocked", "done", "failed", "cancelled"]),
  startedAt: z.string(),
  lastAt: z.string().describe("When its journal, or one below it, was last added to"),
  reason: z.string().nullable().describe("Why it failed, or stopped early"),
  output: z.string().nullable().describe("The beginning of its report, else of what its last stage gave"),
  waits: z.array(Wait),
  spent: Spent.describe("By it and by all runs below it"),
  children: z.array(z.object({ run: Run, stage: z.string(), task: z.string().nullable() })),
});
export type RunFacts = z.output<typeof RunFacts>;

/** How runs stand, from their journals. */
export const runs = adapter("runs", {
  /** Null where there is no such run. */
  read: query({ takes: z.object({ run: Run }), gives: RunFacts.nullable() }),
  /** The run of another task of the tree that the asking run is a task of. Null where it has not begun. */
  beside: query({ takes: z.object({ task: z.string().min(1) }), gives: RunFacts.nullable() }),
});

const OUTPUT_CHARS = 1_000;

export function runsIn(store: Store): AnyImplementation {
  const read = async (run: string): Promise<RunFacts | null> => {
    const found = await runOf(store, run);
    return found === undefined ? null : factsOf(store, run, found);
  };
  return implement(runs, "journals", {
    read: {
      perform: async ({ run }, { signal }) => {
        signal.throwIfAborted();
        return read(run);
      },
    },
    beside: {
      async perform({ task }, { at, signal }) {
        signal.throwIfAborted();
        const parent = at && (await runOf(store, at.run))?.state.started?.parent;
        const above = parent && (await runOf(store, parent.run));
        const beside = above && [...(above.state.stages.get(parent.stage)?.children.values() ?? [])].find((child) => child.task === task);
        return beside === undefined ? null : read(beside.run);
      },
    },
  });
}

/** Journals for a rehearsal: there is no run, unless `reads` knows one. */
export function runsRecording({ reads }: { readonly reads?: AnyImplementation } = {}): Recording {
  return recording(runs, reads === undefined ? { read: () => null, beside: () => null } : {}, reads ? { reads } : {});
}

async function runOf(store: Store, run: string): Promise<ReadRun | undefined> {
  try {
    return await readRun(store, run);
  } catch (error) {
    // A child whose first line was cut off by a kill has not begun.
    if (isStagewrightError(error) && (error.code === "store/no-run" || error.code === "journal/empty")) return undefined;
    throw error;
  }
}

async function factsOf(store: Store, run: string, { state, events, load }: ReadRun): Promise<RunFacts> {
  let spent = NOTHING_SPENT;
  let lastAt = state.at;
  const waits: RunFacts["waits"] = [];
  const children: RunFacts["children"] = [];
  for (const event of events) {
    if (event.type === "called" && "answer" in event.outcome) spent = plus(spent, spentBy(event.adapter, await load(event.outcome.answer)));
    if (event.type !== "child-started") continue;
    children.push({ run: event.child, stage: event.stage, task: event.task ?? null });
    const found = await runOf(store, event.child);
    if (found === undefined) continue;
    const below = await factsOf(store, event.child, found);
    spent = plus(spent, below.spent);
    waits.push(...below.waits);
    if (below.lastAt > lastAt) lastAt = below.lastAt;
  }
  for (const { name: stage, waiting } of state.stages.values()) {
    if (waiting?.on === "gate") waits.push({ run, stage, on: "gate", what: waiting.gate.says ?? `a decision at gate "${stage}"` });
    if (waiting?.on === "effect") waits.push({ run, stage, on: "effect", what: "word whether its effect happened" });
    if (waiting?.on === "budget") waits.push({ run, stage, on: "budget", what: waiting.refusal.message });
    if (waiting?.on === "blocker") waits.push({ run, stage, on: "blocker", what: waiting.blocker.waitingOn ?? waiting.blocker.reason });
  }
  const given = state.status === "done" ? [...state.stages.values()].filter(({ output }) => output !== undefined) : [];
  const last = (given.find(({ name }) => name === "report") ?? given.at(-1))?.output;
  const output = last === undefined ? null : await load(last);
  return {
    ...{ run, pipeline: state.pipeline, status: state.status, startedAt: state.started?.at ?? state.at, lastAt, waits, spent, children },
    reason: state.failure?.message ?? state.stopped?.because ?? null,
    output: output === null ? null : (typeof output === "string" ? output : JSON.stringify(output)).slice(0, OUTPUT_CHARS),
  };
}

const Answered = z.object({
  model: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  cost: z.object({ usd: z.number() }).optional(),
});

function spentBy(name: string, answer: unknown): Spent {
  const { data } = name === "model" ? Answered.safeParse(answer) : { data: undefined };
  // What `embedded` writes costs nothing, and is no model's.
  if (data === undefined || data.model === "embedded") return NOTHING_SPENT;
  const { usage, cost } = data;
  return { usd: cost?.usd ?? 0, unpriced: cost === undefined ? 1 : 0, tokens: usage.inputTokens + usage.outputTokens, calls: 1 };
}
