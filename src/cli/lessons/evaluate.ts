import type { RunEvent, RunStatus } from "../../core/index.js";
import type { AnyPipeline } from "../../dsl/index.js";
import { type RunnerOptions, readRun, type Sources, startRun } from "../../runner/index.js";
import { memoryStore } from "../../store/index.js";
import { type PairedRates, pairedRates } from "./paired.js";

export interface Trial {
  readonly status: RunStatus;
  /** Attempts that failed and were made again. */
  readonly retries: number;
  /** Times that the run went back to an earlier stage. */
  readonly refines: number;
}

export interface TriedCase {
  readonly number: number;
  readonly without: Trial;
  readonly with: Trial;
}

export interface LessonsEvaluation {
  readonly pipeline: string;
  readonly cases: readonly TriedCase[];
  /** Cases with at least one retry, one way back, and those that failed. */
  readonly retried: PairedRates;
  readonly refined: PairedRates;
  readonly failed: PairedRates;
}

interface Evaluated {
  readonly pipeline: AnyPipeline;
  readonly inputs: readonly unknown[];
  /** What a case runs on; asked anew for each run. `store` is not used: each run has one in memory. */
  readonly optionsFor: (input: unknown) => Promise<Omit<RunnerOptions, "store"> & { readonly sources: Sources }>;
  readonly onCase: (number: number) => void;
}

/** Runs each case twice, without lessons and with them, and compares the two: only the overlay differs. */
export async function evaluateLessons({ pipeline, inputs, optionsFor, onCase }: Evaluated): Promise<LessonsEvaluation> {
  const cases: TriedCase[] = [];
  for (const [index, input] of inputs.entries()) {
    const number = index + 1;
    onCase(number);
    const options = await optionsFor(input);
    if (options.signal?.aborted) break;
    const none = { ...options.sources, lessons: async () => undefined };
    const without = await tried(pipeline, input, { ...options, sources: none });
    const lessons = await tried(pipeline, input, await optionsFor(input));
    cases.push({ number, without, with: lessons });
  }
  const rates = (isCounted: (trial: Trial) => boolean) =>
    pairedRates(cases.map((one) => ({ without: isCounted(one.without), with: isCounted(one.with) })));
  return {
    pipeline: pipeline.name,
    cases,
    retried: rates(({ retries }) => retries > 0),
    refined: rates(({ refines }) => refines > 0),
    failed: rates(({ status }) => status === "failed"),
  };
}

async function tried(pipeline: AnyPipeline, input: unknown, options: Omit<RunnerOptions, "store">): Promise<Trial> {
  const store = memoryStore();
  const { run, state } = await startRun(pipeline, { ...options, store, input });
  const { events } = await readRun(store, run);
  const count = (isCounted: (event: RunEvent) => boolean) => events.filter(isCounted).length;
  return {
    status: state.status,
    retries: count((event) => event.type === "attempt-failed" && event.retriesLeft > 0),
    refines: count((event) => event.type === "rolled-back"),
  };
}
