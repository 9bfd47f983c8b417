import { isAlive, type Owner, ownerIn } from "../store/index.js";

/** Whether a process that a text names is gone. What another machine runs cannot be asked after: it is taken to be at it. */
export function isProcessGone(process: string, me: Owner): boolean {
  const owner = ownerIn(process);
  return owner?.host === me.host && !isAlive(owner);
}
