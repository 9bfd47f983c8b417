import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { commands } from "./commands.js";

type CommandsCalls = (typeof commands)["calls"];

/** Commands for a rehearsal: notes what it is asked; answers by `answers`, else through `reads`, which may be real where the list allows only what looks. */
export function commandsRecording(
  options: { readonly answers?: Answers<CommandsCalls>; readonly reads?: AnyImplementation } = {},
): Recording {
  const { answers = {}, reads } = options;
  return recording(commands, answers, reads ? { reads } : {});
}
