import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { system } from "./system.js";

type SystemCalls = (typeof system)["calls"];

/** A machine for a rehearsal: notes what it is asked; answers by `answers`, else through `reads`, which may be real, since every call only reads. */
export function systemRecording(options: { readonly answers?: Answers<SystemCalls>; readonly reads?: AnyImplementation } = {}): Recording {
  const { answers = {}, reads } = options;
  return recording(system, answers, reads ? { reads } : {});
}
