import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CommandResult, runCommand } from "../../src/command/index.js";
import { CLEAN } from "../adapters/git/repository.js";
import { manifestOf } from "./installed.js";

export const ROOT = join(import.meta.dirname, "../..");
const MODULES = join(ROOT, "node_modules");
const LIMIT_MS = 120_000;

export interface Packed {
  readonly tarball: string;
  /** What is in it, from the package's root. */
  readonly files: readonly string[];
  /** An otherwise empty folder that it is installed in, with its dependencies and no others. */
  readonly folder: string;
  /** Runs a program there to its end. */
  run(program: string, args: readonly string[], cwd?: string): Promise<CommandResult>;
  /** Ends what is still running, and takes the folder away. */
  remove(): void;
}

/** Packs what the last build made, and installs it as npm does, but without a registry: the dependencies are linked. */
export async function pack(): Promise<Packed> {
  const removed = new AbortController();
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "packed-")));
  const folder = join(scratch, "project");
  const home = join(scratch, "home");
  for (const each of [folder, home]) mkdirSync(each);
  const env = {
    ...CLEAN,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    LANG: "C.UTF-8",
    TZ: "UTC",
    NO_UPDATE_NOTIFIER: "1",
  };
  const run: Packed["run"] = (program, args, cwd = folder) =>
    runCommand({ program, args, cwd, env, signal: removed.signal, timeoutMs: LIMIT_MS });

  const packed = await run("npm", ["pack", "--ignore-scripts", "--offline", "--json", "--pack-destination", scratch], ROOT);
  assert.equal(packed.exitCode, 0, packed.stderr);
  const [{ filename, files }]: [{ filename: string; files: readonly { path: string }[] }] = JSON.parse(packed.stdout);
  const tarball = join(scratch, filename);

  // As npm writes it: without a word on the type of its modules.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { stagewright: `file:${tarball}` } }));
  const modules = join(folder, "node_modules");
  const installed = join(modules, "stagewright");
  for (const each of [installed, join(modules, ".bin"), join(modules, "@types")]) mkdirSync(each, { recursive: true });
  const unpacked = await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]);
  assert.equal(unpacked.exitCode, 0, unpacked.stderr);
  const program = join(installed, "dist/src/cli/main.js");
  chmodSync(program, 0o755);
  symlinkSync(program, join(modules, ".bin/stagewright"));
  for (const name of [...Object.keys(manifestOf(installed).dependencies ?? {}), "@types/node"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(MODULES, name), join(modules, name));
  }
  return {
    tarball,
    files: files.map(({ path }) => path),
    folder,
    run,
    remove: () => {
      removed.abort();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
