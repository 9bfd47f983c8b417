import { z } from "zod";
import { StagewrightError, type Task, type TaskResult } from "../dsl/index.js";
import { proposerOf } from "./growth.js";
import { cutText, oneLine } from "./one-line.js";
import type { Plan } from "./plan.js";
import { TaskOutcome } from "./task-outcome.js";

/** All that the report is written from: about 12,000 tokens. */
const MOST_CHARS = 48_000;
const LEAST_CHARS = 160;

/** What the tasks of a project have found, as the report is told it. */
export const Collected = z.object({
  goal: z.string(),
  tasks: z.array(z.object({ name: z.string(), title: z.string(), text: z.string() })),
  /** The tasks that brought nothing, and that the others do without. */
  without: z.array(z.object({ name: z.string(), title: z.string() })),
});
export type Collected = z.output<typeof Collected>;

/** @throws StagewrightError `project/kind`, `project/open-tasks`. */
export function collectedFrom(kind: string, begun: Plan, planned: readonly Task[], results: readonly TaskResult[]): Collected {
  if (begun.kind !== kind) {
    throw new StagewrightError("project/kind", `the project began as "${begun.kind}" and is to end as "${kind}"`, {
      hint: `go on with the template "${begun.kind}", or start a new project`,
    });
  }
  const open = openTasks(planned, results);
  if (open.length > 0) {
    throw new StagewrightError("project/open-tasks", `the project has open tasks: ${open.join("; ")}`, {
      hint: "`stagewright project tasks <run>` says what each waits for",
    });
  }
  const done = results.flatMap((result) => (result.status === "done" ? [result] : []));
  const share = Math.max(LEAST_CHARS, Math.floor(MOST_CHARS / Math.max(1, done.length)));
  return {
    goal: begun.goal,
    tasks: done.map(({ task, output }) => ({ name: task.name, title: titleOf(task), text: textOf(output, share) })),
    without: results.flatMap(({ task, status }) => (status === "done" ? [] : [{ name: task.name, title: titleOf(task) }])),
  };
}

/**
 * What has not been done, and why: a task that never ran, or one that has nothing to say and that somebody needs. An added
 * task that was never begun is not open: the plan stands without it, and the report is told that it was left out.
 */
function openTasks(planned: readonly Task[], results: readonly TaskResult[]): readonly string[] {
  const known = new Map(results.map((result) => [result.task.name, result.task]));
  const missing = planned.filter(({ name }) => !known.has(name)).map(({ name }) => `"${name}" was never begun`);
  const doneWithout = new Set(results.flatMap(({ task }) => task.allowFailed ?? []));
  const awaited = new Set(results.flatMap(({ task }) => task.withAdded ?? []));
  const isAwaited = (task: Task | undefined): boolean => {
    const by = proposerOf(task);
    return by !== undefined && (awaited.has(by) || isAwaited(known.get(by)));
  };
  const failed = results.flatMap(({ task, ...result }) => {
    if (result.status === "done") return [];
    if (result.status === "skipped" && proposerOf(task) !== undefined) return [];
    if (result.status === "failed" && (doneWithout.has(task.name) || isAwaited(task))) return [];
    return [`"${task.name}" ${result.status === "failed" ? "failed" : "was skipped"}: ${oneLine(result.reason, 200)}`];
  });
  return [...missing, ...failed];
}

function titleOf(task: Task): string {
  return task.title ?? task.name;
}

function textOf(output: unknown, most: number): string {
  const outcome = TaskOutcome.safeParse(output);
  if (!outcome.success) return cutText(JSON.stringify(output), most);
  const { markdown, summary } = outcome.data;
  if (markdown.length <= most) return markdown;
  return most < 600 ? oneLine(summary, most) : cutText(markdown, most);
}
