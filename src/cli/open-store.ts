import { join, resolve } from "node:path";
import { type FileStore, fileStore } from "../store/index.js";

export const DEFAULT_STORE = ".stagewright";

export interface OpenStore {
  /** As it was given: for the lines that a person is to type. */
  readonly given: string | undefined;
  readonly root: string;
  readonly store: FileStore;
}

export function openStore(given: string | undefined, cwd: string): OpenStore {
  const root = resolve(cwd, given ?? DEFAULT_STORE);
  return { given, root, store: fileStore(join(root, "runs")) };
}
