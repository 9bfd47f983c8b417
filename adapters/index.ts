import type { AdapterRef, AnyImplementation } from "../src/dsl/index.js";
import { blog, blogRecording, localFolder } from "./blog/index.js";
import { files, filesRecording, localFiles } from "./files/index.js";
import { git, gitProgram, gitRecording } from "./git/index.js";

export { blog, blogRecording, localFolder, Post, Published } from "./blog/index.js";
export { files, filesRecording, localFiles } from "./files/index.js";
export { ChangedFile, Commit, DiffStat, git, gitProgram, gitRecording } from "./git/index.js";

export interface AdapterOptions {
  /** What relative paths in requests count from. */
  readonly cwd: string;
}

/** An adapter as the command line knows it: its interface, the real thing, and what stands in for that in a rehearsal. */
export interface ShippedAdapter {
  readonly ref: AdapterRef;
  real(options: AdapterOptions): AnyImplementation;
  /** Does nothing outside; what only reads is read for real. */
  recording(options: AdapterOptions): AnyImplementation;
}

/** A new adapter is a folder beside this file and a line in this list. */
export const shippedAdapters: readonly ShippedAdapter[] = [
  { ref: git, real: gitProgram, recording: ({ cwd }) => gitRecording({ reads: gitProgram({ cwd }) }) },
  { ref: files, real: localFiles, recording: ({ cwd }) => filesRecording({ reads: localFiles({ cwd }) }) },
  { ref: blog, real: localFolder, recording: () => blogRecording() },
];
