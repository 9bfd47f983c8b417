import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { shippedAdapters } from "../../adapters/index.js";
import { type AdapterRef, type AnyImplementation, StagewrightError } from "../dsl/index.js";
import { fromTape, parseTape, recording, type Tape } from "../recording/index.js";
import type { LoadedPipeline } from "./load-pipeline.js";
import { nearest } from "./nearest.js";
import { adaptersUsed } from "./pipeline-tree.js";

interface Wiring {
  readonly cwd: string;
  /** What asks models, where no tape answers. */
  readonly model: AnyImplementation;
  readonly input: unknown;
  /** Effects are noted and not performed; what only reads is real. */
  readonly isRecording: boolean;
  /** All comes from here, but for a model that the tape holds no answer of. */
  readonly tape: Tape | undefined;
}

/**
 * One implementation for each adapter that the pipeline uses: its module's own first, then those of the package.
 * Throws `run/adapters`, which names the stages, where one is missing.
 */
export async function wireAdapters({ pipeline, adapters }: LoadedPipeline, wiring: Wiring): Promise<readonly AnyImplementation[]> {
  const { cwd, input, isRecording } = wiring;
  const own = typeof adapters === "function" ? adapters({ cwd, recording: isRecording, input }) : (adapters ?? []);
  const wired = [...adaptersUsed(pipeline).values()].map((reference) => {
    const name = reference.adapter;
    if (wiring.tape !== undefined && isOnTape(wiring.tape, name)) return fromTape(wiring.tape, reference);
    const mine = own.find((one) => one.adapter === name);
    // A list cannot know that this is a recording, so its effects are kept from happening here.
    if (mine !== undefined) return isRecording && typeof adapters !== "function" ? recordingOf(reference, mine) : mine;
    if (name === "model") return wiring.model;
    const shipped = shippedAdapters.find(({ ref }) => ref.adapter === name);
    if (shipped !== undefined) return isRecording ? shipped.recording({ cwd }) : shipped.real({ cwd });
    throw missing(name, [...own.map(({ adapter }) => adapter), ...shippedAdapters.map(({ ref }) => ref.adapter)]);
  });
  return Promise.all(wired);
}

function isOnTape(tape: Tape, adapter: string): boolean {
  return adapter !== "model" || tape.entries.some((entry) => entry.adapter === "model");
}

function recordingOf(reference: AdapterRef, reads: AnyImplementation): AnyImplementation {
  return recording(reference, {}, { reads });
}

function missing(name: string, known: readonly string[]): StagewrightError {
  const near = nearest(name, known);
  return new StagewrightError("run/adapters", `the pipeline uses the adapter "${name}", and nothing implements it`, {
    hint: `export it from the pipeline's file: \`export const adapters = [implement(…)]\`${near === undefined ? "" : `, or use "${near}"`}`,
  });
}

export async function readTape(path: string, cwd: string): Promise<Tape> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, path), "utf8");
  } catch (cause) {
    throw new StagewrightError("usage/tape", `the tape "${path}" cannot be read`, { hint: "--record <tape> writes one", cause });
  }
  return parseTape(text, { place: path });
}
