import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const PLANTED = join(import.meta.dirname, "fixtures/layers");

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly module: string; readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string; readonly to: string }[];
  };
}

async function cruise(folder: string): Promise<Cruise> {
  const cruiser = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const places = ["src", "adapters", "pipelines", "run.ts"].filter((place) => existsSync(join(folder, place)));
  const given = [cruiser, "--config", join(ROOT, ".dependency-cruiser.cjs"), "--output-type", "json", ...places];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: folder, maxBuffer: 64_000_000 });
  return JSON.parse(stdout);
}

function faults({ summary }: Cruise): string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort();
}

/** The cruiser cannot tell a type import, which is gone at run time and may go round, from the rest: its text can. */
function isTypeOnly(source: string, module: string): boolean {
  const quoted = module.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return !new RegExp(`^(?:import|export)(?! type\\b)[^;]*?"${quoted}"`, "m").test(source);
}

/** Groups of files that import each other in a ring, each as the path that goes round. */
function cycles(folder: string, { modules }: Cruise): string[] {
  const links = new Map(
    modules
      .filter(({ source }) => source.endsWith(".ts") && existsSync(join(folder, source)))
      .map(({ source, dependencies }) => {
        const text = readFileSync(join(folder, source), "utf8");
        return [source, dependencies.filter(({ module }) => !isTypeOnly(text, module)).map(({ resolved }) => resolved)] as const;
      }),
  );
  const found = new Set<string>();
  const finished = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.add([...path.slice(start), file].join(" -> "));
    if (start >= 0 || finished.has(file)) return;
    for (const target of links.get(file) ?? []) walk(target, [...path, file]);
    finished.add(file);
  };
  for (const file of links.keys()) walk(file, []);
  return [...found].sort();
}

test("imports point down the layers, through each module's door, without a cycle", async () => {
  const found = await cruise(ROOT);
  assert.deepEqual(faults(found), []);
  assert.deepEqual(cycles(ROOT, found), []);
  const own = found.modules.filter(({ source }) => source.startsWith("src/"));
  assert.ok(own.length > 50, `only ${own.length} files of src/ were read: the parser sees nothing`);
  const linked = own.flatMap(({ dependencies }) => dependencies).length;
  assert.ok(linked > 100, `only ${linked} imports were seen in src/: the parser sees nothing`);
});

test("each planted mistake is found, and nothing else", async () => {
  const found = await cruise(PLANTED);
  assert.deepEqual(faults(found), [
    "adapters imports its neighbour: adapters/knows-a-pipeline.ts -> pipelines/post.ts",
    "adapters is entered past its door: pipelines/post.ts -> adapters/git.ts",
    "an import that leads nowhere: src/runner/leads-nowhere.ts -> ./gone.js",
    "dsl and core import zod and ts-pattern only: src/core/reads-files.ts -> fs",
    "dsl and core import zod and ts-pattern only: src/dsl/depends.ts -> ../../../node_modules/fast-glob/out/index.js",
    "src/checks imports its neighbour: src/checks/neighbour.ts -> src/lessons/index.ts",
    "src/core imports upward: src/core/upward.ts -> src/store/index.ts",
    "src/core is entered past its door: src/store/past-door.ts -> src/core/fold.ts",
    "src/store imports upward: src/store/public-door.ts -> src/index.ts",
  ]);
  assert.deepEqual(cycles(PLANTED, found), ["src/runner/cycle-one.ts -> src/runner/cycle-two.ts -> src/runner/cycle-one.ts"]);
});
