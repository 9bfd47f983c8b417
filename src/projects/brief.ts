import { z } from "zod";
import { TaskContext } from "./context.js";
import { Material } from "./gatherer.js";

/** All that a task begins with: what it is told, what code has collected for it, and the folder that its tools work in. */
export const Brief = z.object({ context: TaskContext, material: z.array(Material), folder: z.string() });
export type Brief = z.output<typeof Brief>;
