import type { Waiting } from "../core/index.js";
import type { AnyPipeline } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { nestedPipeline } from "./pipeline-adapters.js";
import { readRun } from "./read-run.js";

/** Something that a person must decide before a run goes on. */
export interface OpenQuestion {
  readonly run: string;
  readonly pipeline: AnyPipeline;
  readonly stage: string;
  readonly waiting: Exclude<Waiting, { readonly on: "children" | "budget" }>;
}

/** What a person must decide, in a run and in its child runs. */
export async function openQuestions(store: Store, pipeline: AnyPipeline, run: string): Promise<readonly OpenQuestion[]> {
  const { state } = await readRun(store, run);
  const questions: OpenQuestion[] = [];
  for (const { name: stage, waiting } of state.stages.values()) {
    // Money is no question: a run that waits for it is resumed when there is some.
    if (waiting === undefined || waiting.on === "budget") continue;
    if (waiting.on !== "children") {
      questions.push({ run, pipeline, stage, waiting });
      continue;
    }
    const nested = nestedPipeline(pipeline, stage);
    for (const child of waiting.children) if (nested) questions.push(...(await openQuestions(store, nested, child)));
  }
  return questions;
}

/** The run that nobody's stage started, above this one: the one to resume. */
export async function rootRun(store: Store, run: string): Promise<string> {
  for (let above = run; ; ) {
    const parent = (await readRun(store, above)).state.started?.parent;
    if (parent === undefined) return above;
    above = parent.run;
  }
}
