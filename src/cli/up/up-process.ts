import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StagewrightError } from "../../dsl/index.js";
import { isProcessGone, ownerIn, ownerText, realDisk, thisProcess, withTicketLock } from "../../store/index.js";

/** The `up` of a store: its process, and where it is reached. */
export interface UpProcess {
  readonly pid: number;
  readonly url?: string;
}

/** A pid in the first line, for supervisors; then the process as this project knows one, and the address of its server. */
export function pidFile(root: string): string {
  return join(root, "up", "up.pid");
}

/** The process that serves a store now; `undefined` where there is none. */
export function upProcess(root: string): UpProcess | undefined {
  const path = pidFile(root);
  const [pid, owner = "", url = ""] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  if (ownerIn(owner) === undefined || isProcessGone(owner)) return undefined;
  return { pid: Number(pid), ...(url !== "" && { url }) };
}

export interface TakenStore {
  /** Says where this process is reached. */
  reachedAt(url: string): void;
  giveBack(): void;
}

/**
 * Takes a store for this process: two that listen to a chat would each hear half of it.
 *
 * @throws StagewrightError `up/running`
 */
export async function takeStore(root: string): Promise<TakenStore> {
  const me = thisProcess();
  const note = (url: string) => realDisk.place(pidFile(root), `${me.pid}\n${ownerText(me)}\n${url}\n`);
  const lock = { folder: join(root, "up", "lock"), what: "the start of `up`", code: "up/locked", leavesNothing: true };
  await withTicketLock({ ...lock, disk: realDisk, me, pause: (ms) => wait(ms) }, () => {
    const other = upProcess(root);
    if (other !== undefined) {
      throw new StagewrightError("up/running", `\`up\` serves this store already, in the process ${other.pid}`, {
        hint: `end it first (kill ${other.pid}), or serve another store with --store`,
        place: pidFile(root),
      });
    }
    note("");
  });
  return { reachedAt: note, giveBack: () => rmSync(pidFile(root), { force: true }) };
}
