import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MemoryOptions, openMemory } from "../../src/memory/index.js";
import { emptyFolder } from "../store/files/folder.js";

/** A memory whose clock the test sets. */
export function memoryRoom(given: Partial<MemoryOptions> = {}) {
  const root = emptyFolder();
  let time = Date.parse("2026-03-19T07:40:00Z");
  const options: MemoryOptions = { zone: "Europe/Bucharest", now: () => new Date(time), ...given };
  const memory = openMemory(root, options);
  return {
    root,
    memory,
    /** Another one of the same folder, as another process has it. */
    other: (more: Partial<MemoryOptions> = {}) => openMemory(root, { ...options, ...more }),
    at: (instant: string) => {
      time = Date.parse(instant);
    },
    textOf: (file: string) => readFileSync(join(memory.folder, file), "utf8"),
  };
}
