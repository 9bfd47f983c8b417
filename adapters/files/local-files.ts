import { resolve } from "node:path";
import { type AnyImplementation, implement } from "../../src/dsl/index.js";
import { files } from "./files.js";
import { list } from "./list.js";
import { read } from "./read.js";

/**
 * The files of this machine; a relative `root` counts from `cwd`.
 *
 * Throws `files/no-root`, `files/outside-root`, `files/not-a-file`, `files/too-long`, `files/not-text`.
 */
export function localFiles({ cwd }: { readonly cwd: string }): AnyImplementation {
  return implement(files, "local files", {
    list: { perform: ({ root, patterns }, { signal }) => list(resolve(cwd, root), patterns, signal) },
    read: { perform: ({ root, path, maxBytes }, { signal }) => read({ root: resolve(cwd, root), path, maxBytes }, signal) },
  });
}
