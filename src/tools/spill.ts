import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { sha256 } from "../store/index.js";

/** Where results go that are too long to show. */
export interface Spill {
  /** Keeps a text and gives the name under which it is read. The same text has the same name. */
  write(text: string): Promise<string>;
  /** The whole text; `undefined` for a name that this place did not give. */
  read(name: string): Promise<string | undefined>;
}

const NAME = /^result-[0-9a-f]{12}\.txt$/;

/** By its content, so that a result that comes again, or is made again after a crash, has the same name. */
function nameOf(text: string): string {
  return `result-${sha256(text).slice(0, 12)}.txt`;
}

/** Keeps long results as files of a folder, which is made when the first one comes. */
export function folderSpill(folder: string): Spill {
  return {
    write: async (text) => {
      const name = nameOf(text);
      await mkdir(folder, { recursive: true });
      await writeFileAtomic(join(folder, name), text);
      return name;
    },
    read: async (name) => {
      // Nothing else can be named, so that no name leads out of the folder.
      if (!NAME.test(name)) return undefined;
      try {
        return await readFile(join(folder, name), "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
  };
}

/** Keeps long results as long as the process lives. */
export function memorySpill(): Spill {
  const texts = new Map<string, string>();
  return {
    write: async (text) => {
      const name = nameOf(text);
      texts.set(name, text);
      return name;
    },
    read: async (name) => texts.get(name),
  };
}
