import { type ChildState, type Kept, type StageState, TaskTree } from "../core/index.js";
import type { Task, TaskResult } from "../dsl/index.js";
import type { ReadRun } from "../runner/index.js";
import { proposedTasks } from "./growth.js";
import { Plan } from "./plan.js";
import type { Phase, Template } from "./template.js";

/** One task of a project, and where it stands. */
export interface TaskStanding {
  readonly task: Task;
  readonly phase: Phase;
  /** `ready`: it can begin, or go on; `waits`: its run waits for a person or for what blocks it; `held`: a person holds it back. */
  readonly status: "open" | "ready" | "running" | "waits" | "held" | "done" | "failed" | "skipped";
  readonly run?: string;
  /** The tasks that it needs and that have not ended. */
  readonly waitsFor: readonly string[];
  /** For whom it waits, or why it ended as it did. */
  readonly why?: string;
}

export interface ProjectStanding {
  readonly tasks: readonly TaskStanding[];
  /** What was proposed and refused. */
  readonly refused: readonly { readonly task: Task; readonly reason: string }[];
}

/** How the tasks of a project's run stand, from its journal; undefined while there is no plan. */
export async function projectStanding(template: Template, { state, load }: ReadRun): Promise<ProjectStanding | undefined> {
  const kept = state.stages.get("plan")?.output;
  const work = state.stages.get("work");
  if (kept === undefined) return undefined;
  const outputs = new Map<Kept, unknown>();
  for (const { ended } of work?.children.values() ?? []) if (ended?.output) outputs.set(ended.output, await load(ended.output));
  return standingOf(template, Plan.parse(await load(kept)).tasks, work, (one) => outputs.get(one));
}

/** The same from what is at hand: `outputOf` gives what a task's end has brought, where that is known. */
export function standingOf(
  template: Template,
  planned: readonly Task[],
  work: StageState | undefined,
  outputOf: (kept: Kept) => unknown,
): ProjectStanding {
  const tree = new TaskTree(planned, Object.keys(template.kinds), template.grow);
  const refused: { task: Task; reason: string }[] = [];
  const children = work?.children ?? new Map<number, ChildState>();
  const past = [...children].flatMap(([item, child]) => [
    { seq: child.seq, item, child, isEnd: false },
    ...(child.ended ? [{ seq: child.ended.seq, item, child, isEnd: true }] : []),
  ]);
  for (const { item, child, isEnd } of past.sort((one, other) => one.seq - other.seq)) {
    if (isEnd) end(tree, item, child, { outputOf, refused });
    else tree.start(item);
  }
  const ready = new Set(tree.ready());
  const statuses = tree.statuses();
  const ended = new Map(tree.results().map((result) => [result.task.name, result]));
  const tasks = statuses.map(({ task, status }, index): TaskStanding => {
    const item = index + 1;
    const child = children.get(item);
    const phase = template.kinds[task.kind]?.phase ?? "work";
    const waitsFor = status === "open" ? tree.waitsFor(item) : [];
    const at = { task, phase, waitsFor, ...(child && { run: child.run }) };
    const result = ended.get(task.name);
    if (result) return { ...at, status: result.status, ...(result.status !== "done" && { why: result.reason }) };
    if (child?.waiting !== undefined) return { ...at, status: "waits", why: child.waiting };
    if (child) return { ...at, status: "running" };
    const held = work?.held.get(task.name);
    if (held) return { ...at, status: "held", why: `${held.by}: ${held.reason}` };
    return { ...at, status: ready.has(item) ? "ready" : "open" };
  });
  return { tasks, refused };
}

interface Ends {
  readonly outputOf: (kept: Kept) => unknown;
  readonly refused: { task: Task; reason: string }[];
}

function end(tree: TaskTree, item: number, { run, ended }: ChildState, { outputOf, refused }: Ends): void {
  if (ended === undefined) return;
  const task = tree.task(item);
  const { status, output, reason = "", usd } = ended;
  const result: TaskResult =
    status === "done" ? { task, status, run, output: output === undefined ? null : outputOf(output) } : { task, status, run, reason };
  tree.end(item, result, usd);
  if (result.status !== "done") return;
  for (const proposed of proposedTasks(result)) {
    const reason = tree.propose(item, proposed);
    if (reason !== undefined) refused.push({ task: proposed, reason });
  }
}
