import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StagewrightError } from "../dsl/index.js";

/** The texts beside a pipeline that go into its prompts; what was read is journaled with the run. */
export interface Sources {
  /** A file of instructions, as the stage names it. */
  instructions(file: string): Promise<string>;
  /** The lines of `lessons/<name>.jsonl`, or `undefined` where there is no such file. */
  lessons(name: string): Promise<string | undefined>;
}

/** Reads from disk: instructions by URL or from `root`, lessons from the first of `lessonFolders` that has them. */
export function fileSources(root: string, lessonFolders: readonly string[] = [join(root, "lessons")]): Sources {
  return {
    instructions: async (file) => {
      const path = file.startsWith("file:") ? fileURLToPath(file) : join(root, file);
      try {
        return await readFile(path, "utf8");
      } catch (cause) {
        throw new StagewrightError("stage/instructions", `the instructions "${path}" cannot be read`, {
          hint: "put the file there, or take it out of the stage's `instructions`",
          cause,
        });
      }
    },
    lessons: async (name) => {
      for (const folder of lessonFolders) {
        try {
          return await readFile(join(folder, `${name}.jsonl`), "utf8");
        } catch (error) {
          if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
        }
      }
      return undefined;
    },
  };
}
