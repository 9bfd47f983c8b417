import type { EventOf, Waiting } from "../core/index.js";
import type { AnyPipeline } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import { ownChildren } from "./own-children.js";
import { pipelineOfChild } from "./pipeline-adapters.js";
import { readRun } from "./read-run.js";

/** Something that a person must decide before a run goes on. */
export interface OpenQuestion {
  readonly run: string;
  readonly pipeline: AnyPipeline;
  readonly stage: string;
  readonly waiting: Exclude<Waiting, { readonly on: "children" | "budget" | "blocker" }>;
}

/** What a person must decide, in a run and in its child runs. */
export async function openQuestions(store: Store, pipeline: AnyPipeline, run: string): Promise<readonly OpenQuestion[]> {
  const { state } = await readRun(store, run);
  const questions: OpenQuestion[] = [];
  for (const { name: stage, waiting } of state.stages.values()) {
    // Money is no question: a run that waits for it is resumed when there is some. Nor is a blocker: it goes, or it does not.
    if (waiting === undefined || waiting.on === "budget" || waiting.on === "blocker") continue;
    if (waiting.on !== "children") {
      questions.push({ run, pipeline, stage, waiting });
      continue;
    }
    for (const { state: child } of await ownChildren(store, waiting.children)) {
      const nested = await pipelineOfChild(store, pipeline, stage, child.run);
      if (nested) questions.push(...(await openQuestions(store, nested, child.run)));
    }
  }
  return questions;
}

/** A task that cannot go on until a person says that what it waits for has come. */
export interface OpenBlocker {
  readonly run: string;
  readonly stage: string;
  readonly blocker: EventOf<"stage-blocked">;
}

/** What has to come first, in a run and in its child runs. */
export async function openBlockers(store: Store, run: string): Promise<readonly OpenBlocker[]> {
  const { state } = await readRun(store, run);
  const blockers: OpenBlocker[] = [];
  for (const { name: stage, waiting } of state.stages.values()) {
    if (waiting?.on === "blocker") blockers.push({ run, stage, blocker: waiting.blocker });
    if (waiting?.on === "children")
      for (const { state: child } of await ownChildren(store, waiting.children)) blockers.push(...(await openBlockers(store, child.run)));
  }
  return blockers;
}

/** A stage that could not pay for a call. */
export interface OpenRefusal {
  readonly run: string;
  readonly stage: string;
  readonly refusal: EventOf<"budget-refused">;
}

/** What could not be paid for, in a run and in its child runs. */
export async function openRefusals(store: Store, run: string): Promise<readonly OpenRefusal[]> {
  const { state } = await readRun(store, run);
  const refusals: OpenRefusal[] = [];
  for (const { name: stage, waiting } of state.stages.values()) {
    if (waiting?.on === "budget") refusals.push({ run, stage, refusal: waiting.refusal });
    if (waiting?.on === "children")
      for (const { state: child } of await ownChildren(store, waiting.children)) refusals.push(...(await openRefusals(store, child.run)));
  }
  return refusals;
}

/** The run that nobody's stage started, above this one: the one to resume. */
export async function rootRun(store: Store, run: string): Promise<string> {
  for (let above = run; ; ) {
    const parent = (await readRun(store, above)).state.started?.parent;
    if (parent === undefined) return above;
    above = parent.run;
  }
}
