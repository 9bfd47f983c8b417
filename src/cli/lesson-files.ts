import { existsSync, readdirSync } from "node:fs";

/** The names that have lessons. */
export function lessonFiles(folders: readonly string[]): readonly string[] {
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder));
  return [...new Set(files.filter((file) => file.endsWith(".jsonl")).map((file) => file.slice(0, -".jsonl".length)))].sort();
}
