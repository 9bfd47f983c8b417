import { z } from "zod";

const Time = z.iso.datetime({ offset: true });
const Name = z.string().min(1, "expected a text that is not empty");

const ActiveTask = z.strictObject({ task: Name, title: Name, owner: Name, since: Time });
const RecentOutput = z.strictObject({ task: Name, title: Name, by: Name, at: Time, output: z.string() });
const Blocker = z.strictObject({ task: Name, why: Name, by: Name, at: Time });
const HandOff = z.strictObject({ task: Name, from: Name, to: Name, note: z.string().optional(), at: Time });

/** What everybody works on now: the file `context.json`. */
export const Context = z
  .strictObject({
    /** Counts the operations. A file in which it is left out counts as written on the newest. */
    revision: z.int().nonnegative(),
    activeTasks: z.array(ActiveTask),
    /** The newest last. */
    recentOutputs: z.array(RecentOutput),
    blockers: z.array(Blocker),
    /** What was offered to somebody who has not accepted it yet. */
    handoffs: z.array(HandOff),
    /** The most important first. */
    priorities: z.array(Name),
    /** `null` before the first operation. */
    lastUpdatedBy: Name.nullable(),
    lastUpdatedAt: Time.nullable(),
  })
  .superRefine(({ activeTasks, blockers, handoffs }, check) => {
    const tasks = new Set<string>();
    for (const [index, { task }] of activeTasks.entries()) {
      if (tasks.has(task))
        check.addIssue({ code: "custom", path: ["activeTasks", index, "task"], message: `"${task}" stands there twice` });
      tasks.add(task);
    }
    for (const [list, entries] of Object.entries({ blockers, handoffs })) {
      for (const [index, { task }] of entries.entries()) {
        if (tasks.has(task)) continue;
        check.addIssue({ code: "custom", path: [list, index, "task"], message: `there is no active task "${task}"` });
      }
    }
  });
export type Context = z.output<typeof Context>;
export type ActiveTask = z.output<typeof ActiveTask>;

export const EMPTY_CONTEXT: Context = {
  revision: 0,
  activeTasks: [],
  recentOutputs: [],
  blockers: [],
  handoffs: [],
  priorities: [],
  lastUpdatedBy: null,
  lastUpdatedAt: null,
};

/** The text of the file, always the same for the same value. */
export function contextText(context: Context): string {
  const { revision, activeTasks, recentOutputs, blockers, handoffs, priorities, lastUpdatedBy, lastUpdatedAt } = context;
  const value = { revision, lastUpdatedBy, lastUpdatedAt, priorities, activeTasks, blockers, handoffs, recentOutputs };
  return `${JSON.stringify(value, null, 2)}\n`;
}
