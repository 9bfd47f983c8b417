import { watch } from "node:fs";

/** Tells of each change of a folder, until the function that it gives is called. */
export type WatchFolder = (folder: string, changed: () => void) => () => void;

/** The system's own watch. Where it cannot be had, as under a limit of watches, the slow poll is left. */
export const realWatch: WatchFolder = (folder, changed) => {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
};
