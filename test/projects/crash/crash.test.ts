import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { readRun, replayRun } from "../../../src/runner/index.js";
import { fileStore } from "../../../src/store/index.js";
import { unsynced } from "../../crash/deadly-disk.js";
import { emptyFolder } from "../../store/files/folder.js";

/** A process is killed at every so many writes: at each of them the test would take minutes. */
const EVERY = 24;

const root = emptyFolder();
let compiled: { readonly victim: string; readonly story: typeof import("./story.js") };
let uninterrupted: Awaited<ReturnType<typeof endOf>>;

before(async () => {
  const outdir = emptyFolder();
  await build({
    entryPoints: ["victim.ts", "story.ts"].map((file) => join(import.meta.dirname, file)),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    // What is CommonJS among the dependencies asks for these, which a module does not have.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;',
    },
  });
  compiled = { victim: join(outdir, "victim.mjs"), story: await import(pathToFileURL(join(outdir, "story.mjs")).href) };
  const folder = mkdtempSync(join(root, "whole-"));
  await carryOnHere(folder);
  uninterrupted = await endOf(folder);
  assert.deepEqual(Object.keys(uninterrupted.runs), [
    "mill",
    "mill.work.v1.book",
    "mill.work.v1.book-1",
    "mill.work.v1.map",
    "mill.work.v1.sum",
  ]);
});

test("a project that is killed in the middle of a write comes to the same end, and its report is written once", async () => {
  let number = 0;
  let isThrough = false;
  const next = async () => {
    while (!isThrough) {
      number += EVERY;
      const at = number;
      const folder = mkdtempSync(join(root, "killed-"));
      isThrough ||= !(await isKilled(folder, String(at)));
      await carryOnHere(folder);
      assert.deepEqual(await endOf(folder), uninterrupted, `killed at write ${at}`);
      rmSync(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  assert.ok(number > 40, `only ${number} writes were there to be cut in half`);
});

async function isKilled(folder: string, number: string): Promise<boolean> {
  const child = spawn(process.execPath, [compiled.victim, folder, "write", number], { stdio: ["ignore", "ignore", "inherit"] });
  await once(child, "exit");
  assert.ok(child.signalCode === "SIGKILL" || child.exitCode === 0, `${child.signalCode ?? child.exitCode}`);
  return child.signalCode === "SIGKILL";
}

async function carryOnHere(folder: string): Promise<void> {
  const store = fileStore(join(folder, "runs"), unsynced);
  assert.equal(await compiled.story.carryOn(store, join(folder, "work"), join(folder, "wrote.txt")), "done");
}

/** What a task is told depends on which of two that run side by side ended first, and that is for chance to say. */
const BY_ORDER: ReadonlySet<string> = new Set(["brief", "work"]);

/** What must be the same however the project came to its end. */
async function endOf(folder: string) {
  const store = fileStore(join(folder, "runs"), unsynced);
  const runs: Record<string, unknown> = {};
  for (const run of [...(await store.runs())].sort()) {
    const { state, load } = await readRun(store, run);
    const outputs: Record<string, unknown> = {};
    for (const { name, version, output } of state.stages.values()) {
      if (!BY_ORDER.has(name)) outputs[`${name} v${version}`] = output && (await load(output));
    }
    runs[run] = { status: state.status, outputs };
  }
  const report = await replayRun(compiled.story.story, compiled.story.RUN, { store });
  assert.ok(report.identical && report.children.every(({ identical }) => identical), JSON.stringify(report));
  return {
    runs,
    report: readFileSync(join(folder, "work/mill-report.md"), "utf8"),
    wrote: readFileSync(join(folder, "wrote.txt"), "utf8"),
  };
}
