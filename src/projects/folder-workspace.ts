import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { type AnyImplementation, implement, StagewrightError } from "../dsl/index.js";
import { type Recording, recording } from "../recording/index.js";
import { sha256 } from "../store/index.js";
import { findFiles, insideFolder, readText } from "./folder-files.js";
import { workspace } from "./workspace.js";

/** A folder on the disk as a project's workspace. What stands at a path tells whether it was written. */
export function folderWorkspace({ cwd }: { readonly cwd: string }): AnyImplementation {
  return implement(workspace, "local folder", {
    folder: { perform: async () => ({ folder: resolve(cwd) }) },
    find: { perform: async ({ patterns }) => [...(await findFiles(cwd, patterns))] },
    read: {
      perform: async ({ path, from = 0, to }) => {
        const text = await readText(cwd, path);
        return text === undefined ? null : { text: text.slice(from, to), chars: text.length };
      },
    },
    write: {
      perform: async ({ path, text }, { signal }) => {
        signal.throwIfAborted();
        await insideFolder(cwd, path);
        const file = resolve(cwd, path);
        try {
          await mkdir(dirname(file), { recursive: true });
          await writeFileAtomic(file, text);
        } catch (cause) {
          const because = cause instanceof Error ? cause.message : String(cause);
          throw new StagewrightError("project/write", `"${path}" cannot be written: ${because}`, {
            hint: "make its folder writable, or choose another path with --out",
            cause,
          });
        }
        return { path, sha256: sha256(text) };
      },
      lookup: async (_, { path, text }) =>
        (await readText(cwd, path)) === text ? { happened: "yes", answer: { path, sha256: sha256(text) } } : { happened: "no" },
    },
  });
}

/** A workspace for a rehearsal: writes nothing, and reads back what it was given to write. */
export function workspaceRecording({ cwd }: { readonly cwd: string }): Recording {
  const written = new Map<string, string>();
  return recording(
    workspace,
    {
      write({ path, text }) {
        written.set(path, text);
        return { path, sha256: sha256(text) };
      },
      async read({ path, from = 0, to }) {
        const text = written.get(path) ?? (await readText(cwd, path));
        return text === undefined ? null : { text: text.slice(from, to), chars: text.length };
      },
    },
    { reads: folderWorkspace({ cwd }) },
  );
}
