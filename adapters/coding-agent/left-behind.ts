import { readdir, readFile, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { sha256 } from "../../src/store/index.js";
import { noneThere } from "../whole-file.js";
import type { Repository } from "./agent-git.js";

/** In the environment of all that a run starts, so that the next process finds what outlived the one that was killed. */
export const ATTEMPT_VARIABLE = "STAGEWRIGHT_ATTEMPT";

/** The same for every try of a run, and for no other run. */
export function attemptTag({ common }: Repository, branch: string): string {
  return sha256(`${common}\n${branch}`).slice(0, 32);
}

/** Ends the programs of a try that was cut off by a kill, and takes away its worktrees. `room` is where they all lie. */
export async function clearLeftBehind(repository: Repository, room: string, tag: string): Promise<void> {
  await endTagged(tag);
  const all = join(repository.common, "worktrees");
  for (const name of (await readdir(all).catch(noneThere)) ?? []) {
    const place = await readFile(join(all, name, "gitdir"), "utf8").catch(() => "");
    if (place.startsWith(room + sep)) await rm(join(all, name), { recursive: true, force: true });
  }
  await rm(room, { recursive: true, force: true });
}

/** Where the system shows no environments, what is left runs on without its folder, and can no longer reach the branch. */
async function endTagged(tag: string): Promise<void> {
  const wanted = `${ATTEMPT_VARIABLE}=${tag}`;
  for (const entry of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    // It is another person's, or has ended since the folder was listed.
    const environment = await readFile(`/proc/${entry}/environ`, "latin1").catch(() => "");
    if (!environment.split("\0").includes(wanted)) continue;
    try {
      process.kill(Number(entry), "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
