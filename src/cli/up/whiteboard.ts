import { agentOf, type Log, type Work } from "../../chief/index.js";
import { isStagewrightError } from "../../dsl/index.js";
import { journalDue, type Memory } from "../../memory/index.js";
import type { ContextFile } from "../../state/index.js";

/** What everybody is to know of the runs: on the shared whiteboard, and in the events of the day. */
export interface Whiteboard {
  began(run: string, work: Work): Promise<void>;
  waits(run: string, work: Work, why: string): Promise<void>;
  ended(run: string, work: Work, how: string): Promise<void>;
  /** Leaves a note to the next instance, where so much was done since the last one that one is due. */
  checkpoint(standing: () => Promise<string>, isQuiet: boolean): Promise<void>;
}

interface Needs {
  readonly context: ContextFile;
  readonly memory: Memory;
  readonly now: () => Date;
  readonly log: Log;
}

export function whiteboard({ context, memory, now, log }: Needs): Whiteboard {
  /** When something happened since the last note. */
  let moments: Date[] = [];
  /** What is noted here must hold up no run: a file that is edited by hand at the moment is said, and passed over. */
  const noted = async (act: () => Promise<unknown>): Promise<void> => {
    moments.push(now());
    try {
      await act();
    } catch (error) {
      if (!isStagewrightError(error)) throw error;
      log("warn", "state", error.message);
    }
  };
  const isActive = (run: string) => context.read().context.activeTasks.some(({ task }) => task === run);
  return {
    began: (run, work) =>
      noted(async () => {
        const by = agentOf(work);
        await context.startTask({ by, task: run, title: work.pipeline });
        const { blockers } = context.read().context;
        if (blockers.some(({ task }) => task === run)) await context.unblock({ by, task: run });
      }),
    waits: (run, work, why) =>
      noted(async () => {
        if (isActive(run)) await context.block({ by: agentOf(work), task: run, why });
      }),
    ended: (run, work, how) =>
      noted(async () => {
        if (isActive(run)) await context.completeTask({ by: agentOf(work), task: run, output: how });
        await memory.note(`${work.pipeline}: ${how}`);
      }),
    checkpoint: async (standing, isQuiet) => {
      const lastEntryAt = memory.entries().at(-1)?.at;
      if (!journalDue({ lastEntryAt, moments, isQuiet })) return;
      moments = [];
      await noted(async () => memory.journal(await standing()));
    },
  };
}
