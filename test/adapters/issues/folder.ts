import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A folder whose `issues` are these files. */
export function issuesFolder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), "issues-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  mkdirSync(join(cwd, "issues"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, "issues", name), text);
  return cwd;
}
