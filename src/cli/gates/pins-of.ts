import { join } from "node:path";
import { filePins, type Pins } from "../../gates/index.js";
import type { OpenStore } from "../open-store.js";
import { nowOf, type Surroundings } from "../surroundings.js";

/** The PINs of the people who decide, beside the runs. Tries are counted by the real clock, whatever a tape says. */
export function pinsOf({ root }: OpenStore, surroundings: Surroundings): Pins {
  return filePins({ folder: join(root, "pins"), now: () => nowOf(surroundings) });
}
