import { AGENT_PREFIX, AGENT_VARIABLE } from "../core/index.js";
import { userName } from "../runner/index.js";
import type { Surroundings } from "./surroundings.js";

/** Who whatever is said here is signed by: the user, or, where a run has started this process, what it is. */
export function signedBy({ env }: Pick<Surroundings, "env">): string {
  const agent = env[AGENT_VARIABLE];
  return agent === undefined ? userName() : `${AGENT_PREFIX}${agent}`;
}
