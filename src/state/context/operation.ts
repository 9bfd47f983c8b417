import { z } from "zod";
import { namesByNearness, StagewrightError } from "../../dsl/index.js";
import type { ActiveTask, Context } from "./context.js";

const Name = z.string().min(1);

/** What can be done to the context. `by` is who does it: a person, an agent, a pipeline. */
export const Operation = z.discriminatedUnion("op", [
  z.object({ op: z.literal("startTask"), by: Name, task: Name, title: Name, owner: Name }),
  /** `keep` is how many outputs are kept; it stands in the log so that reading it later gives the same. */
  z.object({ op: z.literal("completeTask"), by: Name, task: Name, output: z.string(), keep: z.int().nonnegative() }),
  z.object({ op: z.literal("block"), by: Name, task: Name, why: Name }),
  /** Without `why`, of all that blocks it. */
  z.object({ op: z.literal("unblock"), by: Name, task: Name, why: Name.optional() }),
  z.object({ op: z.literal("handOff"), by: Name, task: Name, to: Name, note: z.string().optional() }),
  z.object({ op: z.literal("accept"), by: Name, task: Name }),
  z.object({ op: z.literal("setPriorities"), by: Name, priorities: z.array(Name) }),
]);
export type Operation = z.output<typeof Operation>;

/**
 * The context after an operation; the same object where the operation finds done what it is to do.
 *
 * @throws StagewrightError `state/task`, `state/task-taken`, `state/not-blocked`, `state/handed-off`, `state/hand-off`.
 */
export function changed(context: Context, operation: Operation, at: string): Context {
  const parts = partsAfter(context, operation, at);
  if (parts === undefined) return context;
  return { ...context, ...parts, revision: context.revision + 1, lastUpdatedBy: operation.by, lastUpdatedAt: at };
}

function partsAfter(context: Context, operation: Operation, at: string): Partial<Context> | undefined {
  const { activeTasks, recentOutputs, blockers, handoffs } = context;
  const { by } = operation;
  switch (operation.op) {
    case "startTask": {
      const { task, title, owner } = operation;
      const there = activeTasks.find((one) => one.task === task);
      if (there?.owner === owner && there.title === title) return undefined;
      if (there !== undefined) {
        throw new StagewrightError(
          "state/task-taken",
          `the task "${task}" is active already: "${there.owner}" has it, as "${there.title}"`,
          {
            hint: "give the new one a name of its own, or hand the other off",
          },
        );
      }
      return { activeTasks: [...activeTasks, { task, title, owner, since: at }] };
    }
    case "completeTask": {
      const { task, output, keep } = operation;
      const { title } = taskIn(context, task);
      const outputs = [...recentOutputs, { task, title, by, at, output }];
      return {
        activeTasks: without(activeTasks, task),
        recentOutputs: outputs.slice(Math.max(0, outputs.length - keep)),
        blockers: without(blockers, task),
        handoffs: without(handoffs, task),
      };
    }
    case "block": {
      const { task, why } = operation;
      taskIn(context, task);
      if (blockers.some((one) => one.task === task && one.why === why)) return undefined;
      return { blockers: [...blockers, { task, why, by, at }] };
    }
    case "unblock": {
      const { task, why } = operation;
      taskIn(context, task);
      const mine = blockers.filter((one) => one.task === task);
      const gone = mine.filter((one) => why === undefined || one.why === why);
      if (gone.length === 0)
        throw notBlocked(
          task,
          why,
          mine.map((one) => one.why),
        );
      return { blockers: blockers.filter((one) => !gone.includes(one)) };
    }
    case "handOff": {
      const { task, to, note } = operation;
      const { owner } = taskIn(context, task);
      const there = handoffs.find((one) => one.task === task);
      if (there?.to === to && there.note === note) return undefined;
      if (there !== undefined) {
        throw new StagewrightError("state/handed-off", `the task "${task}" is being handed to "${there.to}" already`, {
          hint: `"${there.to}" has to accept it first`,
        });
      }
      return { handoffs: [...handoffs, { task, from: owner, to, ...(note !== undefined && { note }), at }] };
    }
    case "accept": {
      const { task } = operation;
      const mine = taskIn(context, task);
      const offered = handoffs.find((one) => one.task === task);
      if (offered?.to !== by) throw notOffered(task, by, offered?.to, mine.owner);
      return {
        activeTasks: activeTasks.map((one) => (one === mine ? { ...one, owner: by } : one)),
        handoffs: without(handoffs, task),
      };
    }
    case "setPriorities": {
      const { priorities } = operation;
      return JSON.stringify(priorities) === JSON.stringify(context.priorities) ? undefined : { priorities };
    }
  }
}

function taskIn({ activeTasks }: Context, task: string): ActiveTask {
  const found = activeTasks.find((one) => one.task === task);
  if (found !== undefined) return found;
  const near = namesByNearness(
    task,
    activeTasks.map((one) => one.task),
  ).slice(0, 3);
  throw new StagewrightError("state/task", `there is no active task "${task}"`, {
    hint: near.length === 0 ? "no task is active: start it first" : `the nearest ${near.length === 1 ? "is" : "are"} ${inQuotes(near)}`,
  });
}

function without<T extends { readonly task: string }>(entries: readonly T[], task: string): T[] {
  return entries.filter((one) => one.task !== task);
}

function notBlocked(task: string, why: string | undefined, others: readonly string[]): StagewrightError {
  const message =
    why === undefined || others.length === 0 ? `nothing blocks the task "${task}"` : `"${why}" does not block the task "${task}"`;
  return new StagewrightError("state/not-blocked", message, {
    hint: others.length === 0 ? "it can be worked on" : `what does is ${inQuotes(others)}`,
  });
}

function notOffered(task: string, by: string, to: string | undefined, owner: string): StagewrightError {
  const message =
    to === undefined ? `the task "${task}" is not being handed off` : `the task "${task}" is being handed to "${to}", not to "${by}"`;
  return new StagewrightError("state/hand-off", message, { hint: `"${owner}" has it: hand it off to "${by}" first` });
}

function inQuotes(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
