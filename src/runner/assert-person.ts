import { whyNotDecide } from "../core/index.js";
import { StagewrightError } from "../dsl/index.js";

/** What only a person may say is not taken from an agent, or from what a run has started. @throws StagewrightError `gate/may-not`. */
export function assertPerson(by: string, what: string): void {
  const why = whyNotDecide(by, {}, "");
  if (why === undefined) return;
  throw new StagewrightError("gate/may-not", `${what} is for a person to say: ${why}`, {
    hint: "nothing has been changed, and the run still waits",
  });
}
