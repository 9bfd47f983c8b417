import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { StagewrightError } from "../src/dsl/index.js";
import { isAlive, thisProcess } from "../src/store/index.js";
import { codeOf, noneThere } from "./whole-file.js";

const TRIES = 500;
const BETWEEN_MS = 20;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const realWait: Wait = async (ms, signal) => {
  await setTimeout(ms, undefined, { signal });
};

/**
 * Changes a file while no other process does: whoever made the lock beside it works, the others wait. The lock of a
 * process that is gone is taken away.
 *
 * Throws `code` where another process holds it for too long.
 */
export async function locked<T>(
  path: string,
  work: () => Promise<T>,
  { code, signal, wait = realWait }: { readonly code: string; readonly signal: AbortSignal; readonly wait?: Wait },
): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    signal.throwIfAborted();
    if (await taken(path)) {
      try {
        return await work();
      } finally {
        await rm(path, { force: true });
      }
    }
    await takeAwayIfDead(path);
    await wait(BETWEEN_MS, signal);
  }
  throw new StagewrightError(code, `another process has held "${path}" for ${(TRIES * BETWEEN_MS) / 1000} seconds`, {
    hint: "wait for it to end; if there is none, remove that file",
  });
}

async function taken(path: string): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(thisProcess()), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function takeAwayIfDead(path: string): Promise<void> {
  const owner = await readFile(path, "utf8").catch(noneThere);
  if (owner === undefined || isHeld(owner)) return;
  // Renamed first: of several that find it dead one alone takes it away. If it is a live one by now, it goes back.
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if (isHeld((await readFile(aside, "utf8").catch(noneThere)) ?? "")) await rename(aside, path);
  else await rm(aside, { force: true });
}

/** A lock that says nothing yet was made this moment. */
function isHeld(owner: string): boolean {
  if (owner === "") return true;
  try {
    return isAlive(JSON.parse(owner));
  } catch {
    return false;
  }
}
