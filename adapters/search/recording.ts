import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { search } from "./search.js";

type SearchCalls = (typeof search)["calls"];

/** Search for a rehearsal: notes what it is asked; answers by `answers`, else through `reads`, which may be real, since every call only reads. */
export function searchRecording(options: { readonly answers?: Answers<SearchCalls>; readonly reads?: AnyImplementation } = {}): Recording {
  const { answers = {}, reads } = options;
  return recording(search, answers, reads ? { reads } : {});
}
