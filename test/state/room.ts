import { join } from "node:path";
import { type ContextOptions, contextFromLog, openContext } from "../../src/state/index.js";
import { realDisk } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";

export const START = Date.parse("2026-12-03T08:00:00Z");

/** A disk whose writes are not waited for, so that many can be tried. */
export const unsynced = { ...realDisk, fsyncSync: () => {}, fdatasyncSync: () => {} };

/** A clock that goes on by a second each time that it is looked at. */
export function steadyClock(): () => Date {
  let time = START;
  return () => {
    time += 1_000;
    return new Date(time);
  };
}

export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A context in a folder of its own. */
export function contextRoom(given: Partial<ContextOptions> = {}, folder = emptyFolder()) {
  const now = given.now ?? steadyClock();
  const open = (more: Partial<ContextOptions> = {}) => openContext(folder, { now, pause, disk: unsynced, ...given, ...more });
  const context = open();
  const textAt = (name: string) => realDisk.readFileSync(join(folder, "state", name)).toString("utf8");
  return {
    folder,
    context,
    open,
    textAt,
    file: () => JSON.parse(textAt("context.json")) as unknown,
    fromLog: () => contextFromLog(textAt("context.log.jsonl")),
    names: () => realDisk.readdirSync(join(folder, "state")).sort(),
  };
}
