/**
 * Runs the tests under c8 and holds the line coverage to its bounds: src/core and src/dsl whole, every other folder of src/, adapters/ and pipelines/ at 90 %.
 * `npm run coverage`, or of some tests: `npm run coverage -- core dsl` (then the bounds are printed, not held).
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

const raw = join(folder, "raw");
const { status } = spawnSync(process.execPath, ["--import", "tsx", "--test", "--test-concurrency=2", ...files], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, NODE_V8_COVERAGE: raw },
});
if (status !== 0) process.exit(status ?? 1);
keepOneText(raw);
const report = spawnSync(
  process.execPath,
  [
    join(ROOT, "node_modules/c8/bin/c8.js"),
    ...[
      "report",
      "--all",
      "--src",
      ".",
      "--include",
      "src/**",
      "--include",
      "adapters/**",
      "--include",
      "pipelines/**",
      "--exclude-after-remap",
    ],
    ...["--reporter", "json-summary", "--reporter", "json", "--reports-dir", folder, "--temp-directory", raw],
  ],
  { cwd: ROOT, stdio: "inherit" },
);
if (report.status !== 0) process.exit(report.status ?? 1);

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

/**
 * A source is compiled by the tsconfig.json of the folder where its process was started, and once more for a folder that
 * loads it by `require`. Reports on different texts of one file cannot be added up: those on the most common one are kept.
 */
function keepOneText(raw: string): void {
  const reports = readdirSync(raw).map((name) => {
    const path = join(raw, name);
    return { path, content: JSON.parse(readFileSync(path, "utf8")) as { result: Script[] } };
  });
  const counts = new Map<string, Map<number, number>>();
  for (const { content } of reports) {
    for (const script of content.result) {
      const ofUrl = counts.get(script.url) ?? new Map<number, number>();
      counts.set(script.url, ofUrl.set(lengthOf(script), (ofUrl.get(lengthOf(script)) ?? 0) + 1));
    }
  }
  const common = (url: string) => [...(counts.get(url) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0];
  for (const { path, content } of reports) {
    const times = new Map<string, number>();
    for (const { url } of content.result) times.set(url, (times.get(url) ?? 0) + 1);
    const result = content.result.filter((script) => times.get(script.url) === 1 && lengthOf(script) === common(script.url));
    writeFileSync(path, JSON.stringify({ ...content, result }));
  }
}

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly endOffset: number }[] }[];
}

/** How long the text was: the first function is the whole. */
function lengthOf(script: Script): number {
  return script.functions[0]?.ranges[0]?.endOffset ?? 0;
}

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
