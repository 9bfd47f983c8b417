import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CLEAN, gitIn, repository } from "../adapters/git/repository.js";

const ROOT = join(import.meta.dirname, "../..");
const MODULES = join(ROOT, "node_modules");

/** Where the commands of a page run. */
export interface Project {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const COMMITS = [
  {
    authored: "2026-03-18T15:20:00+00:00",
    message: "Read the notes of a folder\n\nThey come in the order of their names, so that two runs over one folder are alike.",
    files: { "src/notes.ts": "export const notes = [];\n", ".gitignore": "node_modules/\nposts/\n.stagewright/\n" },
  },
  {
    authored: "2026-03-19T09:40:00+00:00",
    message: "Skip notes that are empty\n\nAn empty note made the digest end in a heading with nothing below it.",
    files: {
      "src/notes.ts": "export const notes = [];\nexport const skipped = 0;\n",
      "memory/2026-03-19.md": "The empty note was found by Ana.\n",
    },
  },
];

/**
 * A folder like the one that a reader sits in: a git repository of two commits with the library installed. A `clone` is
 * this repository itself, as it lies there after `npm ci`.
 */
export function project(t: { after(fn: () => void): void }, kind: "user" | "clone"): Project {
  const folder = realpathSync(repository(t, COMMITS));
  gitIn(folder, ["reset", "--quiet", "--hard"]);
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  if (kind === "clone") {
    for (const name of ["src", "adapters", "pipelines", "lessons", "run.ts", "package.json", "tsconfig.json"]) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    symlinkSync(join(ROOT, "dist"), join(folder, "dist"));
    for (const name of readdirSync(MODULES)) if (!name.startsWith(".")) symlinkSync(join(MODULES, name), join(modules, name));
  } else {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "my-project", private: true, type: "module" }));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { module: "NodeNext", strict: true, noEmit: true } }));
    for (const name of ["@types", "tsx", "typescript", "zod"]) symlinkSync(join(MODULES, name), join(modules, name));
    symlinkSync(ROOT, join(modules, "stagewright"));
  }
  program(join(modules, ".bin/stagewright"), `exec '${process.execPath}' '${join(ROOT, "dist/src/cli/main.js")}' "$@"`);
  program(join(modules, ".bin/tsx"), `exec '${process.execPath}' '${join(MODULES, "tsx/dist/cli.mjs")}' "$@"`);
  program(join(modules, ".bin/tsc"), `exec '${process.execPath}' '${join(MODULES, "typescript/bin/tsc")}' "$@"`);
  return { folder, env: environment(t, modules) };
}

/** What a fresh shell has: nothing of the person who runs the tests, and no network behind `npm` and `npx`. */
function environment(t: { after(fn: () => void): void }, modules: string): Project["env"] {
  const home = mkdtempSync(join(tmpdir(), "docs-home-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const bin = join(home, "bin");
  mkdirSync(bin);
  program(join(bin, "npx"), `name="$1"; shift; exec '${modules}/.bin/'"$name" "$@"`);
  program(join(bin, "npm"), `[ "$*" = ci ] || { echo "npm $* is not run by the tests of the docs" >&2; exit 1; }`);
  return {
    ...CLEAN,
    PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    TMPDIR: tmpdir(),
    LANG: "C.UTF-8",
    TZ: "UTC",
  };
}

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
