import fs from "node:fs";
import { join } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import { isAlive, type Owner, ownerIn, ownerText, thisProcess } from "../store/index.js";

/** Files that the SQLite of this package leaves when its process is killed: it locks by a folder, and so for ever. */
const LEFT_BEHIND = ".lock";

export interface IndexClaim {
  release(): void;
}

/**
 * Makes a folder this process's own until it is released. A claim is a file whose name says who made it, and whoever made one looks at the others after
 * it, so of two that claim at once never do both go on. The claim of a process that has ended counts for nothing. Processes of another host cannot be
 * looked at; they count as alive.
 *
 * @throws StagewrightError `search/busy` where a live process has the folder.
 */
export function claimIndex(folder: string, file: string): IndexClaim {
  const claims = join(folder, "open");
  fs.mkdirSync(claims, { recursive: true });
  const own = ownerText(thisProcess());
  const path = join(claims, own);
  try {
    fs.closeSync(fs.openSync(path, "wx"));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") throw busy(folder, thisProcess());
    throw cause;
  }
  for (const name of fs.readdirSync(claims)) {
    const owner = ownerIn(name);
    if (name === own || owner === undefined) continue;
    if (owner.host !== thisProcess().host || isAlive(owner)) {
      fs.rmSync(path, { force: true });
      throw busy(folder, owner);
    }
    fs.rmSync(join(claims, name), { force: true });
  }
  // Nobody else has the index open, so this lock is a dead process's.
  fs.rmSync(join(folder, file + LEFT_BEHIND), { recursive: true, force: true });
  return { release: () => fs.rmSync(path, { force: true }) };
}

function busy(folder: string, { pid, host }: Owner): StagewrightError {
  const who = pid === process.pid ? "this process" : `process ${pid} on ${host}`;
  return new StagewrightError("search/busy", `the search index in "${folder}" is open in ${who}`, {
    hint: "close it there first, or keep the index in another folder",
  });
}
