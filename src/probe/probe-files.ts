import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { sha256 } from "../store/index.js";
import { ProbeResult } from "./result.js";

/** The results of probes, a file a model, in the store's folder. */
export interface ProbeFiles {
  /** Takes the place of the model's last result. Gives the file's path. */
  write(result: ProbeResult): Promise<string>;
  /** The last result of a model; nothing where there is none that can be read. */
  read(model: string): Promise<ProbeResult | undefined>;
}

/** `root` is the store's folder. */
export function probeFiles(root: string): ProbeFiles {
  const folder = join(root, "probes");
  return {
    write: async (result) => {
      const path = join(folder, fileName(result.model));
      await mkdir(folder, { recursive: true });
      await writeFileAtomic(path, `${JSON.stringify(result, undefined, 2)}\n`);
      return path;
    },
    read: async (model) => {
      try {
        return ProbeResult.parse(JSON.parse(await readFile(join(folder, fileName(model)), "utf8")));
      } catch {
        // None yet, or one that another version wrote: the model counts as not probed.
        return undefined;
      }
    },
  };
}

/** Readable, and different for any two models. */
function fileName(model: string): string {
  return `${model.replaceAll(/[^a-zA-Z0-9.]+/g, "-").slice(0, 60)}-${sha256(model).slice(0, 8)}.json`;
}
