import type { Kept, RunState } from "../../core/index.js";
import type { Task } from "../../dsl/index.js";
import { standingOf, type Template } from "../../projects/index.js";
import type { RunnerOptions, RunOutcome } from "../../runner/index.js";
import { coloursFor } from "../colours.js";
import type { Reporter } from "../progress/reporter.js";
import { view } from "../progress/view.js";
import type { Rig } from "../rig.js";
import type { Surroundings } from "../surroundings.js";
import { taskLines } from "./task-lines.js";

const REDRAW_MS = 200;
/** The stages, a line for each phase, and the prompt of the shell stand beside the tasks. */
const OTHER_LINES = 16;

/** Wraps what begins or resumes a project, so that a terminal shows its tasks as a tree while they go on. */
export function withLiveTasks(
  rig: Rig,
  template: Template,
  { surroundings, plain }: { readonly surroundings: Surroundings; readonly plain: boolean },
  begin: (options: RunnerOptions) => Promise<RunOutcome>,
): (options: RunnerOptions) => Promise<RunOutcome> {
  const { screen } = surroundings.err;
  if (screen === undefined || plain || surroundings.env.TERM === "dumb") return begin;
  return async (options) => {
    const live = await liveTasks(rig, template, surroundings, screen);
    const { tell } = rig.notices;
    rig.notices.tell = (sentence) => {
      live.pause();
      tell(sentence);
    };
    try {
      return await begin({ ...options, onEvent: live.onEvent });
    } finally {
      live.pause();
      rig.notices.tell = tell;
    }
  };
}

async function liveTasks(rig: Rig, template: Template, { err, env }: Surroundings, screen: NodeJS.WriteStream): Promise<Reporter> {
  const { createLogUpdate } = await import("log-update");
  const draw = createLogUpdate(screen);
  const colours = coloursFor(err, env);
  const now = rig.options.environment.now;
  const stages = new Map<string, string>();
  let root: RunState | undefined;
  let timer: NodeJS.Timeout | undefined;
  const redraw = () => {
    if (root === undefined) return;
    const most = Math.max(4, screen.rows - OTHER_LINES);
    draw(
      `${view(root, rig.loaded.pipeline, now(), colours)}${tasksIn(root, template, (at) => taskLines(at, { colours, most, at: (run) => stages.get(run) }))}`.trimEnd(),
    );
  };
  return {
    onEvent: (event, state) => {
      // The first event that is heard of is the root's; what a child is at is shown beside its task.
      root ??= state;
      if (state.run === root.run) root = state;
      else if ("stage" in event && event.type === "stage-started") stages.set(state.run, event.stage);
      redraw();
      timer ??= setInterval(redraw, REDRAW_MS).unref();
    },
    pause: () => {
      clearInterval(timer);
      timer = undefined;
      if (root === undefined) return;
      redraw();
      draw.done();
      root = undefined;
    },
  };
}

/** What is in the journal's lines is at hand; a plan that is a file of its own is not read at every event. */
export function tasksIn(state: RunState, template: Template, text: (standing: ReturnType<typeof standingOf>) => string): string {
  const plan = inline(state.stages.get("plan")?.output);
  const tasks = typeof plan === "object" && plan !== null && "tasks" in plan && Array.isArray(plan.tasks) ? plan.tasks : [];
  if (tasks.length === 0) return "";
  // The plan's own schema has checked it.
  return text(standingOf(template, tasks as readonly Task[], state.stages.get("work"), inline));
}

function inline(kept: Kept | undefined): unknown {
  return kept !== undefined && "inline" in kept ? kept.inline : undefined;
}
