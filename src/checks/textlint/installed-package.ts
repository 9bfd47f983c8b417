import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { editDistance } from "../../dsl/index.js";

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** The file that an import of it reads. */
  readonly entry: string;
}

/** A package as a module in `folder` would find it; nothing of it is run. */
export function findPackage(name: string, folder: string): InstalledPackage | undefined {
  const root = moduleFolders(folder)
    .map((modules) => join(modules, name))
    .find((candidate) => existsSync(join(candidate, "package.json")));
  if (root === undefined) return undefined;
  // The cast: what a manifest should hold; each field is looked at before it is used.
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version?: unknown; exports?: unknown };
  const version = typeof manifest.version === "string" ? manifest.version : "0.0.0";
  try {
    return { name, version, entry: createRequire(inside(folder)).resolve(name) };
  } catch {
    // A package for `import` alone: `require.resolve` refuses it, and Node 20 has no other way to ask from another folder.
    return { name, version, entry: join(root, importedFile(manifest.exports) ?? "index.js") };
  }
}

/** The file that the `exports` of a manifest give to an import of the package itself. */
function importedFile(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (typeof exports !== "object" || exports === null) return undefined;
  for (const [key, target] of Object.entries(exports)) {
    const file = [".", "node", "import", "default"].includes(key) ? importedFile(target) : undefined;
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Begins like a rule, and is a library for those who write some. */
const NO_RULE = "textlint-rule-helper";

/** The rule that was probably meant: of those that are installed the nearest, where at most half of its letters differ. */
export function nearestRule(id: string, folder: string): string | undefined {
  let best: { readonly rule: string; readonly distance: number } | undefined;
  for (const rule of installedRules(folder)) {
    const distance = editDistance(id, rule);
    if (distance <= Math.max(id.length, rule.length) / 2 && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { rule, distance };
  }
  return best?.rule;
}

function installedRules(folder: string): readonly string[] {
  const named = moduleFolders(folder).flatMap((modules) =>
    namesIn(modules).flatMap((name) => (name.startsWith("@") ? namesIn(join(modules, name)).map((inner) => `${name}/${inner}`) : [name])),
  );
  return named
    .filter((name) => name !== NO_RULE && /^(?:@[^/]+\/)?textlint-rule-/.test(name))
    .map((name) => name.replace("textlint-rule-", ""));
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function moduleFolders(folder: string): readonly string[] {
  return createRequire(inside(folder)).resolve.paths("any") ?? [];
}

/** Node resolves from a file, which need not exist. */
function inside(folder: string): string {
  return join(folder, "any.js");
}
