import { join } from "node:path";
import type { LaneWork } from "../../src/chief/index.js";
import type { OpenStore } from "../../src/cli/open-store.js";
import { type ChildEnd, standingOf } from "../../src/cli/up/run-in-child.js";
import { JOURNAL_FORMAT, type NewEvent, type RunEvent } from "../../src/core/index.js";
import { StagewrightError } from "../../src/dsl/index.js";
import { CHAIN_START, encodeLine, fileStore } from "../../src/store/index.js";
import type { Chance } from "./chance.js";
import type { Life, Machine } from "./machine.js";
import type { MonthTime } from "./month-time.js";

const MINUTE = 60_000;

/** What child processes would do: they write a real journal, take their time, and may end before or after what waits for them. */
export interface SimulatedRuns {
  readonly open: OpenStore;
  /** Whether the model answers. */
  isModelDown: boolean;
  /** Runs a piece of work to where it rests, as `runInChild` does. */
  run(life: Life, work: LaneWork, run: string, signal: AbortSignal): Promise<ChildEnd>;
  /** How often each run has begun anew: once, or it was done twice. */
  readonly begun: ReadonlyMap<string, number>;
  /** How each has ended, where it has. */
  readonly ended: ReadonlyMap<string, string>;
}

interface Journal {
  seq: number;
  chain: string;
}

export function simulatedRuns(root: string, { time, machine, luck }: { time: MonthTime; machine: Machine; luck: Chance }): SimulatedRuns {
  const store = fileStore(join(root, "runs"), machine.disk);
  const open: OpenStore = { given: undefined, root, store };
  const journals = new Map<string, Journal>();
  const begun = new Map<string, number>();
  const ended = new Map<string, string>();

  const write = async (run: string, events: readonly NewEvent[]): Promise<void> => {
    const journal = journals.get(run) ?? { seq: 0, chain: CHAIN_START };
    journals.set(run, journal);
    const lines = events.map((event) => {
      journal.seq += 1;
      const numbered: RunEvent = { ...event, seq: journal.seq, at: time.now().toISOString() };
      const { line, chain } = encodeLine(numbered, journal.chain);
      journal.chain = chain;
      return line;
    });
    const lease = await store.lease(run);
    await lease.append(lines);
    await lease.release();
  };

  const end = async (run: string, pipeline: string, reading: unknown): Promise<void> => {
    if (runs.isModelDown || luck.is(0.03)) {
      ended.set(run, "failed");
      return write(run, [{ type: "run-failed", stage: STAGE, message: "the model does not answer", tried: [] }]);
    }
    ended.set(run, "done");
    const attempt = { stage: STAGE, version: 1, attempt: 1 };
    const output = { inline: pipeline === "front-desk" ? reading : "done" };
    await write(run, [
      { type: "stage-started", ...attempt },
      { type: "stage-done", ...attempt, output, findings: [], fingerprint: { shape: "", schema: "", checks: "", code: "" } },
      { type: "run-done" },
    ]);
  };

  const runs = {
    open,
    begun,
    ended,
    isModelDown: false,
    run: async (life: Life, work: LaneWork, run: string, signal: AbortSignal): Promise<ChildEnd> => {
      if (signal.aborted && !journals.has(run)) throw signal.reason;
      if (work.kind === "resumption") throw new StagewrightError("up/not-begun", "nothing waits for a person here", { hint: "none" });
      if (!journals.has(run)) {
        begun.set(run, (begun.get(run) ?? 0) + 1);
        const { pipeline } = work;
        await write(run, [
          {
            ...{ type: "run-started", format: JOURNAL_FORMAT, run, pipeline, stages: [STAGE] },
            ...{ input: { inline: work.input }, by: "nobody", model: "none", launch: {} },
          },
        ]);
      }
      if (!ended.has(run)) {
        const minutes = work.pipeline === "slow" ? luck.between(60, 700) : work.pipeline === "front-desk" ? 1 : luck.between(1, 50);
        const isEnded = await new Promise<boolean>((resolve) => {
          const timer = life.setTimer(minutes * MINUTE, () => resolve(true));
          const stop = () => {
            timer.stop();
            resolve(false);
          };
          if (signal.aborted) stop();
          else signal.addEventListener("abort", stop);
        });
        await life.alive(Promise.resolve());
        if (isEnded) await end(run, work.pipeline, luck.is(0.5) ? ANSWER : WORK);
      }
      return life.alive(standingOf(open, run));
    },
  } satisfies SimulatedRuns;
  return runs;
}

const STAGE = "reading";
const ANSWER = { do: "answer", text: "It is on its way." };
const WORK = { do: "run", pipeline: "dossier", input: {} };
