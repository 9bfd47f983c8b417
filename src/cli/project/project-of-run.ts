import { StagewrightError } from "../../dsl/index.js";
import { type ProjectStanding, projectStanding, type TaskStanding, type Template, templateOf } from "../../projects/index.js";
import { type ReadRun, readRun, rootRun } from "../../runner/index.js";
import { findRun } from "../find-run.js";
import { pipelineOfRun } from "../launch.js";
import type { LoadedPipeline } from "../load-pipeline.js";
import { type OpenStore, openStore } from "../open-store.js";
import type { Surroundings } from "../surroundings.js";

interface Asked {
  readonly run: string;
  readonly store?: string | undefined;
  readonly pipeline?: string | undefined;
}

/** A project's run as it stands, without anything that could carry it on. */
export interface FoundProject {
  readonly open: OpenStore;
  readonly run: string;
  readonly read: ReadRun;
  readonly loaded: LoadedPipeline;
  readonly template: Template;
  /** Undefined while there is no plan yet. */
  readonly standing: ProjectStanding | undefined;
}

/** Finds the project that a run is, or hangs on. @throws StagewrightError `usage/project`. */
export async function projectOfRun({ run: given, store, pipeline }: Asked, { cwd }: Surroundings): Promise<FoundProject> {
  const open = openStore(store, cwd);
  const run = await rootRun(open.store, await findRun(open.store, given));
  const read = await readRun(open.store, run);
  const { loaded } = await pipelineOfRun(read.state, { cwd, file: pipeline });
  const template = templateOfPipeline(loaded, `run "${run}" is`);
  const standing = await projectStanding(template, read);
  if (standing === undefined) return { open, run, read, loaded, template, standing };
  const tasks = await Promise.all(standing.tasks.map((task) => asItIsNow(open, task)));
  return { open, run, read, loaded, template, standing: { ...standing, tasks } };
}

/** The project's journal learns only at the next resume that what a task waited for has come; the task's own has it. */
async function asItIsNow({ store }: OpenStore, task: TaskStanding): Promise<TaskStanding> {
  if (task.status !== "waits" || task.run === undefined) return task;
  const { state } = await readRun(store, task.run);
  if (state.status === "blocked") return task;
  const { why: _, ...rest } = task;
  return { ...rest, status: "ready" };
}

/** @throws StagewrightError `usage/project` for a pipeline that is made of no template. */
export function templateOfPipeline({ pipeline }: LoadedPipeline, whose: string): Template {
  const template = templateOf(pipeline);
  if (template !== undefined) return template;
  throw new StagewrightError("usage/project", `${whose} no project: pipeline "${pipeline.name}" is made of no template`, {
    hint: "a project's file has `export default project(…)`; `stagewright show <run>` shows any run",
  });
}
