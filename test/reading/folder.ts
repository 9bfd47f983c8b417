import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is gone after the test. */
export function folder(t: { after(fn: () => void): void }): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "reading-")));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
