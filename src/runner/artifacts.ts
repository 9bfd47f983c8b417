import { posix } from "node:path";
import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { type Artifact, CallFacts, FileFacts, isCiting } from "../evidence/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { readRun } from "./read-run.js";
import { factsOf } from "./working-folder.js";

const Began = z.object({
  sinceMs: z.number(),
  files: z.array(FileFacts),
  /** What earlier tries of the task wrote. */
  written: z.array(z.string()).optional(),
});
type Began = z.output<typeof Began>;

const Called = z.looseObject({ ledger: CallFacts });

/** The files of a task, looked at when it begins and whenever it is said to be done; each look is a call of the journal. */
export interface Artifacts {
  readonly sinceMs: number;
  /** The files that earlier tries of the task wrote, artifacts or not. */
  readonly written: readonly string[];
  look(): Promise<readonly Artifact[]>;
}

/** @throws StagewrightError `stage/artifacts` for a path that leads out of the working folder before anything was done. */
export async function artifactsOf(context: AttemptContext, paths: readonly string[]): Promise<Artifacts> {
  if (paths.length === 0) return { sinceMs: 0, written: [], look: async () => [] };
  const { calls, settings, stage } = context;
  const isHeld = stage.settings.cites !== "any";
  const lookAt = () => Promise.all(paths.map((path) => factsOf(settings.folder, path, { withText: isHeld && isCiting(path) })));
  const began = Began.parse(
    // The disk's own times are compared with this, so it is the system's clock and not the run's, which a tape may have stopped.
    await calls.call("files", "began", { paths }, async () => {
      const { first, written } = await triesBefore(context, paths);
      const began = first ?? { sinceMs: Date.now(), files: withoutOwn(paths, await lookAt(), written) };
      return { ...began, ...(written.length > 0 && { written }) };
    }),
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
  return { sinceMs: began.sinceMs, written: began.written ?? [], look };
}

/** What a version wrote that was not done is in the file, but nothing that the task has found there. */
function withoutOwn(paths: readonly string[], files: readonly FileFacts[], written: readonly string[]): readonly FileFacts[] {
  return files.map((facts, index) => {
    if (facts.is !== "file" || !written.includes(posix.normalize(paths[index] ?? ""))) return facts;
    const { text: _text, ...rest } = facts;
    return rest;
  });
}

/**
 * What is on record of earlier tries. A task begins with the first try of its version: what that try wrote is no old file to the next
 * one. What was written stays the task's own until a version of it is done: a way back does not make it the work of others.
 */
async function triesBefore({ at, state, settings }: AttemptContext, paths: readonly string[]) {
  let first: Began | undefined;
  let written = new Set<string>();
  if (at.attempt === 1 && at.version === 1) return { first, written: [] };
  const { events, load } = await readRun(settings.store, state.run);
  for (const event of events) {
    if (!("stage" in event) || event.stage !== at.stage) continue;
    if (event.type === "stage-done") written = new Set();
    if (event.type !== "called" || "error" in event.outcome) continue;
    if (event.adapter === "tools") {
      const { data } = Called.safeParse(await load(event.outcome.answer));
      for (const { path, is } of data?.ledger.files ?? []) if (is !== "gone") written.add(path);
    }
    if (at.attempt === 1 || event.version !== at.version || event.adapter !== "files" || event.name !== "began") continue;
    const { paths: named } = z.object({ paths: z.array(z.string()) }).parse(await load(event.request));
    if (JSON.stringify(named) === JSON.stringify(paths)) first ??= Began.parse(await load(event.outcome.answer));
  }
  return { first, written: [...written].sort() };
}
