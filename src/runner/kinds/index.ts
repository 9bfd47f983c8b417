import type { StageKind } from "../../dsl/index.js";
import type { Executor } from "../attempt-context.js";
import { check } from "./check.js";
import { decide } from "./decide.js";
import { deliver } from "./deliver.js";
import { each } from "./each.js";
import { gate } from "./gate.js";
import { gather } from "./gather.js";
import { run } from "./run.js";
import { tasks } from "./tasks.js";
import { work } from "./work.js";
import { write } from "./write.js";

/** The one place that knows the stage kinds by name: a new kind is a file beside these and a line here. */
export const executors: Readonly<Record<Exclude<StageKind, "input">, Executor>> = {
  gather,
  write,
  work,
  check,
  decide,
  gate,
  deliver,
  each,
  run,
  tasks,
};
