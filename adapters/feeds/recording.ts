import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { feeds } from "./feeds.js";

type FeedsCalls = (typeof feeds)["calls"];

/** Feeds for a rehearsal: notes what it is asked; answers by `answers`, else through `reads`, which may be real, since every call only reads. */
export function feedsRecording(options: { readonly answers?: Answers<FeedsCalls>; readonly reads?: AnyImplementation } = {}): Recording {
  const { answers = {}, reads } = options;
  return recording(feeds, answers, reads ? { reads } : {});
}
