import { readFile } from "node:fs/promises";

/** From src/cli two folders up, from dist/src/cli three. */
const MANIFESTS = ["../../package.json", "../../../package.json"];

export async function packageVersion(): Promise<string> {
  for (const path of MANIFESTS) {
    try {
      const manifest: unknown = JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));
      if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
    } catch {
      // Not this one.
    }
  }
  return "unknown";
}
