import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { type Artifact, FileFacts } from "../evidence/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { readRun } from "./read-run.js";
import { factsOf } from "./working-folder.js";

const Began = z.object({ sinceMs: z.number(), files: z.array(FileFacts) });
type Began = z.output<typeof Began>;

/** The files of a task, looked at when it begins and whenever it is said to be done; each look is a call of the journal. */
export interface Artifacts {
  readonly sinceMs: number;
  look(): Promise<readonly Artifact[]>;
}

/** @throws StagewrightError `stage/artifacts` for a path that leads out of the working folder before anything was done. */
export async function artifactsOf(context: AttemptContext, paths: readonly string[]): Promise<Artifacts> {
  if (paths.length === 0) return { sinceMs: 0, look: async () => [] };
  const { calls, settings, stage } = context;
  const lookAt = () => Promise.all(paths.map((path) => factsOf(settings.folder, path)));
  const began = Began.parse(
    // The disk's own times are compared with this, so it is the system's clock and not the run's, which a tape may have stopped.
    await calls.call(
      "files",
      "began",
      { paths },
      async () => (await beganBefore(context, paths)) ?? { sinceMs: Date.now(), files: await lookAt() },
    ),
  );
  const outside = paths.find((_, index) => began.files[index]?.is === "outside");
  if (outside !== undefined) {
    throw new StagewrightError("stage/artifacts", `the artifact "${outside}" of stage "${stage.name}" leads out of the working folder`, {
      hint: "name files below the folder that the run works in",
    });
  }
  const look = async () => {
    const now = z.array(FileFacts).parse(await calls.call("files", "look", { paths }, lookAt));
    const missing: FileFacts = { is: "missing" };
    return paths.map((path, index) => ({ path, before: began.files[index] ?? missing, after: now[index] ?? missing }));
  };
  return { sinceMs: began.sinceMs, look };
}

/** A task begins with the first try of its version: what that try wrote is no old file to the next one. */
async function beganBefore({ at, state, settings }: AttemptContext, paths: readonly string[]): Promise<Began | undefined> {
  if (at.attempt === 1) return undefined;
  const { events, load } = await readRun(settings.store, state.run);
  for (const event of events) {
    if (event.type !== "called" || event.stage !== at.stage || event.version !== at.version) continue;
    if (event.adapter !== "files" || event.name !== "began" || "error" in event.outcome) continue;
    const { paths: named } = z.object({ paths: z.array(z.string()) }).parse(await load(event.request));
    if (JSON.stringify(named) === JSON.stringify(paths)) return Began.parse(await load(event.outcome.answer));
  }
  return undefined;
}
