/** What a long pipeline costs the compiler, over one of a single stage: `npm run trace:types`, or with another length: `-- 200`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./test-files.js";

export interface TypeCost {
  readonly instantiations: number;
  readonly checkMs: number;
}

/** Type-checks a pipeline of `length` stages, each of which needs the two before it. */
export function typeCost(length: number): TypeCost {
  const folder = mkdtempSync(join(tmpdir(), "stagewright-types-"));
  try {
    writeFileSync(join(folder, "long.mts"), source(length));
    const compilerOptions = { typeRoots: [join(ROOT, "node_modules/@types")], noUnusedLocals: false };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["long.mts"] }),
    );
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const report = execFileSync(process.execPath, [tsc, "-p", folder, "--extendedDiagnostics"], { encoding: "utf8" });
    return { instantiations: field(report, "Instantiations"), checkMs: field(report, "Check time") * 1_000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function field(report: string, name: string): number {
  const value = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(report)?.[1];
  if (value === undefined) throw new Error(`the compiler's report has no "${name}":\n${report}`);
  return Number(value);
}

function source(length: number): string {
  const stages = Array.from({ length }, (_, index) => {
    const needs = [index - 1, index - 2].filter((need) => need >= 0).map((need) => `s${need}`);
    const sum = needs.map((need) => ` + ${need}.n`).join("");
    return `const s${index} = gather("s${index}", { needs: { ${needs.join(", ")} }, output: N, run: ({ ${needs.join(", ")} }) => ({ n: 1${sum} }) });`;
  });
  return [
    `import { z } from "${join(ROOT, "node_modules/zod/index.cjs")}";`,
    `import { gather, input, pipeline } from "${join(ROOT, "src/dsl/index.js")}";`,
    "const N = z.object({ n: z.number() });",
    ...stages,
    `export const long = pipeline("long", { input: input(N), stages: [${stages.map((_, index) => `s${index}`).join(", ")}] });`,
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const length = Number(process.argv[2] ?? 100);
  const one = typeCost(1);
  const all = typeCost(length);
  console.log(
    `${length} stages add ${all.instantiations - one.instantiations} instantiations and ${Math.round(all.checkMs - one.checkMs)} ms of checking`,
  );
}
