import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];
process.on("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder of its own, gone when the test's process ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stagewright-"));
  made.push(folder);
  return folder;
}
