import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { files } from "./files.js";

type FilesCalls = (typeof files)["calls"];

/**
 * Files for a rehearsal: notes what it is asked; answers by `answers`, else through `reads`, which may be real, since
 * every call only reads.
 */
export function filesRecording(options: { readonly answers?: Answers<FilesCalls>; readonly reads?: AnyImplementation } = {}): Recording {
  const { answers = {}, reads } = options;
  return recording(files, answers, reads ? { reads } : {});
}
