import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { web } from "./web.js";

type WebCalls = (typeof web)["calls"];

/** The web for a rehearsal: notes what it is asked; answers by `answers`, else through `reads`, which may be real, since every call only reads. */
export function webRecording(options: { readonly answers?: Answers<WebCalls>; readonly reads?: AnyImplementation } = {}): Recording {
  const { answers = {}, reads } = options;
  return recording(web, answers, reads ? { reads } : {});
}
