import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { StagewrightError } from "../../src/dsl/index.js";

export type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The program of the browser: `STAGEWRIGHT_CHROMIUM`, else the first of the known names on the PATH. */
export function chromiumIn(env: Environment): string | undefined {
  const named = env.STAGEWRIGHT_CHROMIUM;
  if (named !== undefined && named !== "") return named;
  return (env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(canRun);
}

/** Throws `booking/no-browser`. */
export function chromiumProgram(env: Environment, wanted = chromiumIn(env)): string {
  if (wanted !== undefined && canRun(wanted)) return wanted;
  const found = wanted === undefined ? "no Chromium is on the PATH" : `there is no program "${wanted}"`;
  throw new StagewrightError("booking/no-browser", `a booking site is used by a browser, and ${found}`, {
    hint: "install Chromium (apt-get install chromium), or set STAGEWRIGHT_CHROMIUM to its program",
  });
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
