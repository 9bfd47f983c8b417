import type { z } from "zod";
import type { ContractOptions } from "../contract.js";
import { StagewrightError } from "../error.js";
import { makeStage } from "../make-stage.js";
import { waysOnFail } from "../on-fail.js";
import type { AnyPipeline } from "../pipeline.js";
import type { Given, NamesOf, Needs, Stage } from "../stage.js";
import type { Success } from "./each.js";

/** One task of a tree: a run of its own, begun when what it needs has ended. */
export interface Task<Kind extends string = string> {
  readonly name: string;
  /** Names the pipeline that carries it out. */
  readonly kind: Kind;
  readonly title?: string;
  /** The tasks that must be done before it begins. */
  readonly needs?: readonly string[];
  /** Those of them without which it goes on: of a failed one it is told that, and nothing else. */
  readonly allowFailed?: readonly string[];
  /** Those of its needs of which it also waits for what they add, and what that adds. It goes on without one that is not done. */
  readonly withAdded?: readonly string[];
  /** What only this task is about, as JSON. */
  readonly about?: unknown;
}

export type TaskResult<Kind extends string = string> =
  | { readonly task: Task<Kind>; readonly status: "done"; readonly run: string; readonly output: unknown }
  | { readonly task: Task<Kind>; readonly status: "failed"; readonly run?: string; readonly reason: string }
  /** What it needs has not been done, or its own run stopped early. */
  | { readonly task: Task<Kind>; readonly status: "skipped"; readonly run?: string; readonly reason: string };

/** What a task gets of one that it needs. A failed one has nothing to say, whatever it said. */
export type Needed =
  | { readonly status: "done"; readonly output: unknown }
  | { readonly status: "failed"; readonly reason: typeof NO_FINDINGS };

export const NO_FINDINGS = "FAILED: no findings";

/** Where a tree stood when a task began. */
export interface TaskAt<Kind extends string, Note> {
  readonly task: Task<Kind>;
  readonly needed: Readonly<Record<string, Needed>>;
  readonly note: Note;
  readonly tasks: readonly { readonly task: Task<Kind>; readonly status: "open" | "running" | TaskResult["status"] }[];
}

export interface TasksOutput<Kind extends string, Note> {
  /** In the order of the plan, those that were added behind. */
  readonly tasks: readonly TaskResult<Kind>[];
  readonly note: Note;
  /** What was proposed and not taken, and why. */
  readonly refused: readonly { readonly task: Task; readonly reason: string }[];
}

/**
 * Runs a tree of tasks, each a run of its own, as soon as what it needs is done, `concurrency` at a time. A task that waits or is
 * blocked holds up those that need it, and lets the others go on. The note is what the tree knows so far: each task's end may
 * change it, and each task is given it as it stood when the task began.
 *
 * @example
 * tasks("work", {
 *   needs: { request },
 *   kinds: { read: reading, sum: summing },
 *   plan: ({ request }) => [
 *     { name: "a", kind: "read", about: request.files[0] },
 *     { name: "sum", kind: "sum", needs: ["a"] },
 *   ],
 *   input: ({ request }, { task, needed }) => ({ goal: request.goal, about: task.about, needed }),
 * })
 */
export function tasks<
  const Name extends string,
  const Kinds extends Readonly<Record<string, AnyPipeline>>,
  const N extends Needs = {},
  Note extends z.ZodType = z.ZodNull,
  To extends string = never,
>(
  name: Name,
  spec: Pick<ContractOptions<[], To>, "onFail"> & {
    needs?: N;
    kinds: Kinds;
    plan: (given: Given<N>) => readonly Task<keyof Kinds & string>[];
    /** What a task's run is given; its kind's input schema checks it. */
    input: (given: Given<N>, at: TaskAt<keyof Kinds & string, z.output<Note>>) => unknown;
    note?: {
      schema: Note;
      first: z.output<Note>;
      next: (note: z.output<Note>, result: TaskResult<keyof Kinds & string>) => z.output<Note>;
      /** The most that it may be as JSON, in characters. Default 4,000. */
      maxChars?: number;
    };
    /** Tasks that a finished one proposes; code takes them as far as the bounds allow. */
    grow?: {
      propose: (result: Extract<TaskResult<keyof Kinds & string>, { status: "done" }>) => readonly Task[];
      /** How many tasks may be added in all. */
      max: number;
      /** How far from the plan: a task that was proposed by a planned one is at depth 1. */
      depth: number;
      /** What the added tasks may cost in all. Once that is reached, none is added, and none begins that has not begun. */
      budgetUsd?: number;
    };
    /** How many tasks run at once. Default 4. */
    concurrency?: number;
    /** Default `all`: every task that did not stop early by itself, but for those that all who need them allow to fail. */
    succeeds?: Success;
  },
): Stage<Name, TasksOutput<keyof Kinds & string, z.output<Note>>, NamesOf<N>, NoInfer<To>> {
  const { kinds, note, grow, concurrency = 4, succeeds = "all" } = spec;
  assertPositive(name, "concurrency", concurrency);
  if (note?.maxChars !== undefined) assertPositive(name, "note.maxChars", note.maxChars);
  if (grow?.budgetUsd !== undefined && !(grow.budgetUsd > 0)) {
    throw new StagewrightError("stage/contract", `stage "${name}" has grow.budgetUsd: ${grow.budgetUsd}`, {
      hint: "grow.budgetUsd is an amount in US dollars above 0; without `grow` nothing is added",
    });
  }
  const pipelines = Object.values(kinds);
  const twice = pipelines.find((one, index) => pipelines.some((other, at) => at < index && other !== one && other.name === one.name));
  if (twice !== undefined) {
    throw new StagewrightError("stage/contract", `stage "${name}" has two pipelines of name "${twice.name}"`, {
      hint: "a run knows its pipeline by the name: give one of them another",
    });
  }
  return makeStage("tasks", {
    name,
    needs: spec.needs ?? {},
    functions: { plan: spec.plan, input: spec.input, next: note?.next, propose: grow?.propose },
    settings: {
      kinds,
      concurrency,
      succeeds,
      ...(note && { note: { schema: note.schema, first: note.first, maxChars: note.maxChars ?? 4_000 } }),
      ...(grow && { grow: { max: grow.max, depth: grow.depth, ...(grow.budgetUsd !== undefined && { budgetUsd: grow.budgetUsd }) } }),
    },
    rollbacks: waysOnFail(spec.onFail),
  });
}

function assertPositive(stage: string, what: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new StagewrightError("stage/contract", `stage "${stage}" has ${what}: ${value}`, {
    hint: `${what} is a whole number of at least 1`,
  });
}
