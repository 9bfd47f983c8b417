import type { RunState } from "../core/index.js";
import { type AnyPipeline, StagewrightError } from "../dsl/index.js";
import { assertPerson } from "./assert-person.js";
import type { DecideOptions } from "./decide-gate.js";
import { bring, withOpenRun } from "./open-run.js";
import { settingsOf } from "./runner-options.js";

interface HeldTask {
  /** The stage whose task it is; not needed where a pipeline has one tree. */
  readonly stage?: string;
  readonly task: string;
}

/**
 * Holds a task of a tree back: it is not begun until it is released. One that has begun is not stopped.
 *
 * @throws StagewrightError `task/stage`.
 */
export async function holdTask(
  pipeline: AnyPipeline,
  run: string,
  held: HeldTask & { readonly reason: string },
  options: DecideOptions,
): Promise<void> {
  const { task, reason } = held;
  await bringTo(pipeline, run, held, options, (at, by) => ({ type: "task-held", ...at, task, by, reason }));
}

/** Lets a task go that was held back. @throws StagewrightError `task/stage`, `task/not-held`, `gate/may-not`. */
export async function releaseTask(pipeline: AnyPipeline, run: string, held: HeldTask, options: DecideOptions): Promise<void> {
  const { task } = held;
  await bringTo(pipeline, run, held, options, (at, by, state) => {
    const names = [...(state.stages.get(at.stage)?.held.keys() ?? [])];
    if (names.includes(task)) {
      assertPerson(by, `whether task "${task}" may begin`);
      return { type: "task-released", ...at, task, by };
    }
    throw new StagewrightError("task/not-held", `run "${run}" does not hold task "${task}" back`, {
      hint: names.length === 0 ? "it holds no task back" : `it holds back ${names.map((name) => `"${name}"`).join(", ")}`,
    });
  });
}

type EventAt = (at: { readonly stage: string; readonly version: number }, by: string, state: RunState) => Parameters<typeof bring>[1];

async function bringTo(pipeline: AnyPipeline, run: string, held: HeldTask, options: DecideOptions, eventAt: EventAt): Promise<void> {
  const settings = settingsOf({ adapters: [], ...options });
  const trees = pipeline.stages.filter(({ kind, name }) => kind === "tasks" && (held.stage === undefined || name === held.stage));
  const [tree] = trees;
  if (tree === undefined || trees.length > 1) {
    throw new StagewrightError(
      "task/stage",
      `pipeline "${pipeline.name}" has ${trees.length === 0 ? "no stage with tasks" : "several stages with tasks"}${held.stage === undefined ? "" : ` of name "${held.stage}"`}`,
      { hint: trees.length === 0 ? "name a run of a project" : `say which: ${trees.map(({ name }) => `"${name}"`).join(", ")}` },
    );
  }
  await withOpenRun(settings, run, false, async (open) => {
    const { state } = open.journal;
    const version = Math.max(1, state.stages.get(tree.name)?.version ?? 1);
    await bring(open, eventAt({ stage: tree.name, version }, settings.by, state));
  });
}
