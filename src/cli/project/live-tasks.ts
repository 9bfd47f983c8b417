import type { Kept, RunState } from "../../core/index.js";
import type { Task } from "../../dsl/index.js";
import { standingOf, type Template } from "../../projects/index.js";
import { coloursFor } from "../colours.js";
import type { Below } from "../progress/reporter.js";
import type { Surroundings } from "../surroundings.js";
import { taskLines } from "./task-lines.js";

/** The stages, a line for each phase, and the prompt of the shell stand beside the tasks. */
const OTHER_LINES = 16;
const ROWS = 24;

/** The tasks of a project as a tree, below its stages; what a child is at is shown beside its task. */
export function liveTasks(template: Template, { err, env }: Surroundings): Below {
  const colours = coloursFor(err, env);
  const stages = new Map<string, string>();
  return {
    heard: (event, state) => {
      if (event.type === "stage-started") stages.set(state.run, event.stage);
    },
    text: (root) => {
      const most = Math.max(4, (err.screen?.rows ?? ROWS) - OTHER_LINES);
      return tasksIn(root, template, (standing) => taskLines(standing, { colours, most, at: (run) => stages.get(run) }));
    },
  };
}

/** What is in the journal's lines is at hand; a plan that is a file of its own is not read at every event. */
function tasksIn(state: RunState, template: Template, text: (standing: ReturnType<typeof standingOf>) => string): string {
  const plan = inline(state.stages.get("plan")?.output);
  const tasks = typeof plan === "object" && plan !== null && "tasks" in plan && Array.isArray(plan.tasks) ? plan.tasks : [];
  if (tasks.length === 0) return "";
  // The plan's own schema has checked it.
  return text(standingOf(template, tasks as readonly Task[], state.stages.get("work"), inline));
}

function inline(kept: Kept | undefined): unknown {
  return kept !== undefined && "inline" in kept ? kept.inline : undefined;
}
