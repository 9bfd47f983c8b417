import { constants, copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LessonFile, lessonFile } from "../../src/lessons/index.js";

/** The lessons of some folders: the first is the user's own, and the only one that is written to. */
export interface LessonFiles {
  /** The file as runs are given it, from the first folder that has it; empty where none has. */
  text(name: string): string;
  names(): string[];
  /** To be written to: where the name has lessons that come with the package, it begins as a copy of them, which it would hide. */
  own(name: string): LessonFile;
}

/** Those that come with the package, which lies two or three folders up. */
const SHIPPED = ["../../lessons", "../../../lessons"].map((path) => fileURLToPath(new URL(path, import.meta.url)));

export function lessonFiles(own: string, world: Parameters<typeof lessonFile>[2], shipped: readonly string[] = SHIPPED): LessonFiles {
  const folderOf = (name: string) => [own, ...shipped].find((folder) => existsSync(join(folder, `${name}.jsonl`)));
  return {
    text: (name) => {
      const folder = folderOf(name);
      return folder === undefined ? "" : lessonFile(folder, name, world).read();
    },
    names: () => {
      const files = [own, ...shipped].filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder));
      return [...new Set(files.filter((file) => file.endsWith(".jsonl")).map((file) => file.slice(0, -".jsonl".length)))].sort();
    },
    own: (name) => {
      const file = lessonFile(own, name, world);
      const folder = folderOf(name);
      if (folder === undefined || folder === own) return file;
      return {
        ...file,
        learn: async (learning) => {
          mkdirSync(own, { recursive: true });
          if (!existsSync(file.path)) copyFileSync(join(folder, `${name}.jsonl`), file.path, constants.COPYFILE_EXCL);
          return file.learn(learning);
        },
      };
    },
  };
}
