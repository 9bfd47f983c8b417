import type { Task, TaskAt } from "../dsl/index.js";
import { oneLine } from "./one-line.js";
import { PHASES, type Phase } from "./template.js";

type Standing = TaskAt<string, unknown>["tasks"];

/** So many tasks are listed, those nearest to the task at hand: a tree of any size takes as much room. */
const LISTED = 9;
const LONGEST_TITLE = 60;

/** How a project stands, for one of its tasks: the counts, and its neighbours by name. */
export function treeLines(tasks: Standing, at: Task, phaseOf: (kind: string) => Phase): readonly string[] {
  const count = (status: string) => tasks.filter((one) => one.status === status).length;
  const counts = (["done", "running", "open", "failed", "skipped"] as const).flatMap((status) => {
    const number = count(status);
    return number === 0 ? [] : [`${number} ${status}`];
  });
  const phases = PHASES.map((phase) => {
    const inPhase = tasks.filter(({ task }) => phaseOf(task.kind) === phase);
    return `${phase}: ${inPhase.filter(({ status }) => status === "done").length} of ${inPhase.length} done`;
  });
  const here = tasks.findIndex(({ task }) => task.name === at.name);
  const from = Math.max(0, Math.min(here - Math.floor(LISTED / 2), tasks.length - LISTED));
  const listed = tasks.slice(from, from + LISTED).map(({ task, status }) => {
    const state = task.name === at.name ? "this task" : status;
    return `${task.name} (${task.kind}), ${state}: ${oneLine(task.title ?? task.name, LONGEST_TITLE)}`;
  });
  return [`${tasks.length} tasks: ${counts.join(", ")}`, ...phases, ...listed];
}
