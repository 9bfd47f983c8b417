import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { git } from "./git.js";

type GitCalls = (typeof git)["calls"];

/**
 * git for a rehearsal: notes what it is asked; answers by `answers`, else through `reads`, which may be real, since
 * every call only reads.
 */
export function gitRecording(options: { readonly answers?: Answers<GitCalls>; readonly reads?: AnyImplementation } = {}): Recording {
  const { answers = {}, reads } = options;
  return recording(git, answers, reads ? { reads } : {});
}
