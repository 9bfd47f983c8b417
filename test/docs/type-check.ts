import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "../../src/command/index.js";
import type { Block, Page } from "./page.js";

const ROOT = join(import.meta.dirname, "../..");

/**
 * What the compiler says of the TypeScript of all pages, as `page:line: …`, in one run. The library is found as a user
 * finds it: by its package.json and the declarations of the last build.
 */
export async function typeFaults(pages: readonly Page[], signal: AbortSignal): Promise<readonly string[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "docs-types-")));
  try {
    const faults: string[] = [];
    const pageOf = new Map<string, string>();
    for (const [index, { blocks }] of pages.entries()) {
      for (const block of blocks) {
        const file = `page${index}/${fileOf(block)}`;
        if (block.info.kind !== "ts") continue;
        if (pageOf.has(file)) faults.push(`${block.page}:${block.line}: "${fileOf(block)}" is written by an earlier block of the page`);
        else writeIn(folder, file, atItsLine(block));
        pageOf.set(file, block.page);
      }
    }
    if (pageOf.size > 0) faults.push(...(await compiled(folder, pageOf, signal)));
    return faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fileOf({ info, line }: Block): string {
  return info.kind === "ts" && info.file !== undefined ? info.file : `block-at-${line}.ts`;
}

/** As many empty lines before the text as it has lines above it on its page: so the compiler's line is the page's. */
function atItsLine({ line, text }: Block): string {
  return "\n".repeat(line) + text;
}

async function compiled(folder: string, pageOf: ReadonlyMap<string, string>, signal: AbortSignal): Promise<readonly string[]> {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  for (const name of ["@types", "@textlint", "zod"]) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  symlinkSync(ROOT, join(modules, "stagewright"));
  writeIn(folder, "package.json", JSON.stringify({ type: "module" }));
  writeIn(folder, "tsconfig.json", JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["page*/**/*"] }));
  const { stdout, exitCode } = await runCommand({
    program: process.execPath,
    args: [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder, "--pretty", "false"],
    cwd: folder,
    signal,
  });
  const faults = stdout.split("\n").flatMap((row) => {
    const [, file = "", line, message] = /^(page\d+\/.*?)\((\d+),\d+\): (.*)$/.exec(row) ?? [];
    return message === undefined ? [] : [`${pageOf.get(file) ?? file}:${line}: ${message}`];
  });
  // An error that is in no block (a setting, a file that is not there) must not pass for none.
  if (exitCode !== 0 && faults.length === 0) throw new Error(`the compiler ended with ${exitCode}:\n${stdout}`);
  return faults;
}

const COMPILER_OPTIONS = {
  target: "ES2023",
  module: "NodeNext",
  moduleDetection: "force",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  noEmit: true,
};

function writeIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
