import { appendFileSync, mkdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { implement, isStagewrightError } from "../../../src/dsl/index.js";
import { model } from "../../../src/model/index.js";
import { folderWorkspace, project } from "../../../src/projects/index.js";
import { type RunOutcome, readRun, resumeRun, startRun } from "../../../src/runner/index.js";
import type { Store } from "../../../src/store/index.js";

export const RUN = "mill";

const note = { role: "a clerk", does: "Write a note.", done: { sections: ["Notes"], cites: false }, retries: 0 };

/** Two tasks side by side, one that the first proposes, and one that needs both. */
export const story = project({
  kind: "mill",
  title: "a test",
  kinds: {
    read: { ...note, phase: "gather", proposes: ["look"] },
    look: { ...note, phase: "work" },
  },
  tasks: [
    { name: "book", kind: "read", title: "Read the book" },
    { name: "map", kind: "look", title: "Look at the map" },
    { name: "sum", kind: "look", title: "Sum up", needs: ["book", "map"] },
  ],
  grow: { max: 1 },
  report: { role: "a clerk", sections: ["Result"] },
});

const PAGE = "# Notes\n\n## Summary\n\nThe wheels broke.\n\n## Notes\n\nThe wheels broke in a flood.\n";
const REPORT = "# The mill\n\n## Summary\n\nThe wheels broke.\n\n## Result\n\nA flood broke the wheels.\n";

/** `wrote` is a line for each time that the report was written. */
function outside(folder: string, wrote: string, step: () => void) {
  mkdirSync(folder, { recursive: true });
  const real = folderWorkspace({ cwd: folder });
  const write = real.calls.write;
  const workspace = {
    ...real,
    calls: {
      ...real.calls,
      ...(write && {
        write: {
          ...write,
          perform: async (...given: Parameters<typeof write.perform>) => {
            step();
            const answer = await write.perform(...given);
            appendFileSync(wrote, "written\n");
            step();
            return answer;
          },
        },
      }),
    },
  };
  const scripted = implement(model, "scripted", {
    complete: {
      perform: async ({ messages }) => {
        await setImmediate();
        const asked = messages.map(({ content }) => content).join("\n");
        const more = asked.includes('"name": "book",\n  "kind": "read"')
          ? "\n## Proposed tasks\n\n- look: the flood\n- look: the wheels\n"
          : "";
        return {
          text: asked.includes("The tasks of a project are done") ? REPORT : `${PAGE}${more}`,
          finish: "stop",
          usage: { inputTokens: 1, outputTokens: 1, estimated: true },
          model: "scripted",
        };
      },
    },
  });
  return [workspace, scripted];
}

/** Begins the project, or goes on with it, whatever stands on the disk. */
export async function carryOn(store: Store, folder: string, wrote: string, step: () => void = () => {}): Promise<RunOutcome["status"]> {
  const options = { store, adapters: outside(folder, wrote, step), folder, by: "ana", graceMs: 1_000 };
  try {
    await readRun(store, RUN);
  } catch (error) {
    if (!isStagewrightError(error) || (error.code !== "store/no-run" && error.code !== "journal/empty")) throw error;
    return (await startRun(story, { ...options, run: RUN, input: { goal: "Find out." } })).status;
  }
  try {
    return (await resumeRun(story, RUN, options)).status;
  } catch (error) {
    // Killed when all was done: there is nothing to go on with.
    if (isStagewrightError(error) && error.code === "run/ended") return "done";
    throw error;
  }
}
