import { z } from "zod";
import type { Check, Finding, Task, TaskResult } from "../dsl/index.js";
import { oneLine } from "./one-line.js";
import { type TaskAnswer, TaskOutcome } from "./task-outcome.js";

const MOST_TITLE = 200;

/** The tasks that a finished one proposes: named after it, and beginning with what it found. */
export function proposedTasks({ task, output }: Extract<TaskResult, { status: "done" }>): readonly Task[] {
  const outcome = TaskOutcome.safeParse(output);
  if (!outcome.success) return [];
  return outcome.data.proposes.map(({ kind, title }, index) => ({
    name: `${task.name}-${index + 1}`,
    kind,
    title: oneLine(title, MOST_TITLE),
    needs: [task.name],
    about: { proposedBy: task.name },
  }));
}

const Proposed = z.object({ proposedBy: z.string() });

/** The task that proposed this one. */
export function proposerOf(task: Task | undefined): string | undefined {
  return Proposed.safeParse(task?.about).data?.proposedBy;
}

interface Bounds {
  readonly kinds: readonly string[];
  readonly perTask: number;
}

/** A task proposes only what its kind may, and only so much: so its model is told, and mends it, before code decides. */
export function proposals({ kinds, perTask }: Bounds): Check<TaskAnswer> {
  const rule = "project/proposals";
  return {
    rule,
    options: { kinds, perTask },
    run({ proposes }) {
      const found: Finding[] = [];
      const may = kinds.length === 0 ? "this task may propose none" : `the kinds are ${kinds.map((kind) => `"${kind}"`).join(", ")}`;
      for (const { kind, title } of proposes) {
        if (kinds.includes(kind)) continue;
        const what = kind === "" ? "names no kind: write `- kind: what to do`" : `is of kind "${kind}"`;
        found.push({ rule, severity: "error", message: `the proposed task "${oneLine(title, 60)}" ${what}; ${may}` });
      }
      if (kinds.length > 0 && proposes.length > perTask) {
        found.push({
          rule,
          severity: "error",
          message: `${proposes.length} tasks are proposed, expected at most ${perTask}: keep the most needed`,
        });
      }
      return found;
    },
  };
}
