import { join } from "node:path";

/** Where what all processes of a machine share lies: `$STAGEWRIGHT_STATE`, else below `$XDG_STATE_HOME`, else below the home folder. */
export function machineState(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const { STAGEWRIGHT_STATE: own = "", XDG_STATE_HOME: xdg = "" } = env;
  if (own !== "") return own;
  return join(xdg !== "" ? xdg : join(home, ".local", "state"), "stagewright");
}
