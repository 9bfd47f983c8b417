import { dirname } from "node:path";
import glob from "fast-glob";

export const ROOT = dirname(import.meta.dirname);

/** The test files whose path holds one of the words; all of them where no word is given. */
export function testFiles(words: readonly string[]): readonly string[] {
  const all = glob.sync("test/**/*.test.ts", { cwd: ROOT, ignore: ["test/fixtures/**"] }).sort();
  return words.length === 0 ? all : all.filter((file) => words.some((word) => file.includes(word)));
}
