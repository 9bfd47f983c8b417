import { z } from "zod";
import type { Needed, TaskAt } from "../dsl/index.js";
import { Note, shownNote } from "./note.js";
import { cutText, oneLine } from "./one-line.js";
import { TaskOutcome } from "./task-outcome.js";
import type { Template } from "./template.js";
import { treeLines } from "./tree-lines.js";

export const MOST_GOAL_CHARS = 2_000;
const MOST_NOTE = 1_200;
/** What all needs together may take: about 3,000 tokens. */
const MOST_NEEDED = 12_000;
const LEAST_NEEDED = 80;

const Given = z.union([
  z.strictObject({ status: z.literal("done"), text: z.string() }),
  z.strictObject({ status: z.literal("failed"), reason: z.string() }),
]);

/** All that a task is told: never what was said in another one, and of no project more than of a short one. */
export const TaskContext = z.strictObject({
  goal: z.string().max(MOST_GOAL_CHARS),
  project: z.string(),
  /** What is known so far. */
  note: Note,
  /** How the project stands. */
  tree: z.array(z.string()),
  task: z.strictObject({ name: z.string(), kind: z.string(), title: z.string(), about: z.record(z.string(), z.json()) }),
  /** What the tasks that this one needs have given, by their names. */
  needed: z.record(z.string(), Given),
});
export type TaskContext = z.output<typeof TaskContext>;

export function contextFor(template: Template, goal: string, { task, needed, note, tasks }: TaskAt<string, Note>): TaskContext {
  const names = Object.keys(needed);
  const share = Math.max(LEAST_NEEDED, Math.floor(MOST_NEEDED / Math.max(1, names.length)));
  const about = z.record(z.string(), z.json()).safeParse(task.about ?? {});
  return {
    goal,
    project: template.title,
    note: shownNote(note, MOST_NOTE),
    tree: [...treeLines(tasks, task, (kind) => template.kinds[kind]?.phase ?? "work")],
    task: { name: task.name, kind: task.kind, title: task.title ?? task.name, about: about.success ? about.data : {} },
    needed: Object.fromEntries(Object.entries(needed).map(([name, given]) => [name, shown(given, share)])),
  };
}

/** The whole text where there is room, else its summary and as much of it as there is room for. */
function shown(given: Needed, most: number): z.output<typeof Given> {
  if (given.status === "failed") return { status: "failed", reason: given.reason };
  const outcome = TaskOutcome.safeParse(given.output);
  if (!outcome.success) return { status: "done", text: cutText(JSON.stringify(given.output), most) };
  const { markdown, summary } = outcome.data;
  if (markdown.length <= most) return { status: "done", text: markdown };
  return { status: "done", text: most < 600 ? oneLine(summary, most) : cutText(markdown, most) };
}
