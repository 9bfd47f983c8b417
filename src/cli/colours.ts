import picocolors from "picocolors";
import type { Output } from "./surroundings.js";

export type Colours = ReturnType<typeof picocolors.createColors>;

/** NO_COLOR wins over FORCE_COLOR; else a terminal has colours. */
export function coloursFor(output: Output, env: Readonly<Record<string, string | undefined>>): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return picocolors.createColors(false);
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "" && FORCE_COLOR !== "0") return picocolors.createColors(true);
  return picocolors.createColors(output.isTty && TERM !== "dumb");
}

export const PLAIN: Colours = picocolors.createColors(false);
