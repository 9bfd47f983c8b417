import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder with these files, by their paths; what is no text is written as JSON. Nothing is installed in it but what they say. */
export function project(t: { after(fn: () => void): void }, files: Readonly<Record<string, unknown>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "textlint-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

/** The files of an installed package of CommonJS. */
export function installed(name: string, code: string, version = "1.0.0"): Readonly<Record<string, unknown>> {
  return { [`node_modules/${name}/package.json`]: { name, version }, [`node_modules/${name}/index.js`]: code };
}
