/**
 * Runs the tests under c8 and holds the line coverage to its bounds: src/core and src/dsl whole, every other folder of src/ and adapters/ at 90 %.
 * `npm run coverage`, or of some tests: `npm run coverage -- core dsl` (then the bounds are printed, not held).
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "@swc/core";
import { ROOT, testFiles } from "./test-files.js";

interface Lines {
  readonly total: number;
  readonly covered: number;
}

const WHOLE = ["src/core", "src/dsl"];
const REST = 90;
/** Tests whose child processes are killed or live in another folder: they would only add thousands of reports. */
const UNMEASURED = /^test\/(crash|package|docs)\b/;

const words = process.argv.slice(2);
const files = testFiles(words).filter((file) => !UNMEASURED.test(file));
const folder = join(ROOT, "coverage");
rmSync(folder, { recursive: true, force: true });

const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, "node_modules/c8/bin/c8.js"),
    ...["--all", "--src", ".", "--include", "src/**", "--include", "adapters/**", "--exclude-after-remap"],
    ...["--reporter", "json-summary", "--reporter", "json", "--reports-dir", folder, "--temp-directory", join(folder, "raw")],
    ...[process.execPath, "--import", "tsx", "--test", "--test-concurrency=2", ...files],
  ],
  { cwd: ROOT, stdio: "inherit" },
);
if (status !== 0) process.exit(status ?? 1);

const summary: Record<string, { readonly lines: Lines }> = JSON.parse(readFileSync(join(folder, "coverage-summary.json"), "utf8"));
const folders = new Map<string, Lines>();
const gaps: string[] = [];
for (const [path, { lines }] of Object.entries(summary)) {
  if (path === "total") continue;
  if (lines.covered === 0 && isTypesOnly(path)) continue;
  const file = path.slice(ROOT.length + 1);
  const name = file
    .split("/")
    .slice(0, file.startsWith("src/") ? 2 : 1)
    .join("/");
  const sum = folders.get(name) ?? { total: 0, covered: 0 };
  folders.set(name, { total: sum.total + lines.total, covered: sum.covered + lines.covered });
  if (lines.covered < lines.total) gaps.push(`${percent(lines).padStart(8)}  ${file}: lines ${openLines(path)}`);
}

const missed = [...folders].sort().filter(([name, lines]) => {
  const bound = WHOLE.includes(name) ? 100 : REST;
  const isMissed = lines.covered * 100 < bound * lines.total;
  console.log(`${percent(lines).padStart(8)}  ${name}${isMissed ? `  (at least ${bound} %)` : ""}`);
  return isMissed;
});
if (gaps.length > 0) console.log(`\nnot run by any test:\n${gaps.sort().join("\n")}`);
if (missed.length > 0 && words.length === 0) process.exit(1);

/** A file of types is nothing at run time, so no test can load it. */
function isTypesOnly(path: string): boolean {
  const { code } = transformSync(readFileSync(path, "utf8"), { jsc: { parser: { syntax: "typescript" } }, minify: true });
  return code.replace(/export\s*{\s*};?/, "").trim() === "";
}

function percent({ total, covered }: Lines): string {
  return `${total === 0 ? "100.0" : ((covered * 100) / total).toFixed(1)} %`;
}

function openLines(path: string): string {
  const report: Record<string, { statementMap: Record<string, { start: { line: number } }>; s: Record<string, number> }> = JSON.parse(
    readFileSync(join(folder, "coverage-final.json"), "utf8"),
  );
  const { statementMap = {}, s = {} } = report[path] ?? {};
  const open = Object.entries(s)
    .filter(([, times]) => times === 0)
    .map(([id]) => statementMap[id]?.start.line ?? 0);
  const ranges: [number, number][] = [];
  for (const line of [...new Set(open)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}
