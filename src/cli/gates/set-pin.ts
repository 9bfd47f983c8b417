import { StagewrightError } from "../../dsl/index.js";
import { userName } from "../../runner/index.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import type { OpenStore } from "../open-store.js";
import type { Surroundings } from "../surroundings.js";
import { pinsOf } from "./pins-of.js";

/** Asks for a PIN twice, and for the one before where there is one. Only a person at a terminal can choose it. */
export async function setPin(open: OpenStore, surroundings: Surroundings): Promise<ExitCode> {
  const { canAsk, ask, err, out } = surroundings;
  if (!canAsk) {
    throw new StagewrightError("pin/terminal", "a PIN is chosen by a person at a terminal", { hint: "call it where you can type" });
  }
  const pins = pinsOf(open, surroundings);
  const person = userName();
  if (await pins.has(person)) {
    const before = await ask("the PIN so far: ", { hidden: true });
    if (before === undefined) return EXIT.interrupted;
    await pins.check(person, before);
  }
  const pin = await ask(`a PIN for "${person}", six characters or more: `, { hidden: true });
  const again = pin === undefined ? undefined : await ask("once more: ", { hidden: true });
  if (pin === undefined || again === undefined) return EXIT.interrupted;
  if (pin !== again) {
    err.write("the two differ: nothing was changed\n");
    return EXIT.usage;
  }
  await pins.set(person, pin);
  out.write(`"${person}" has a PIN\n`);
  return EXIT.done;
}
