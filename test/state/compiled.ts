import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { emptyFolder } from "../store/files/folder.js";

/** Puts a program of this folder and all that it imports into one file, once, so that each of its many processes starts fast. */
export async function compiled(name: string): Promise<(...args: readonly string[]) => ReturnType<typeof spawn>> {
  const program = join(emptyFolder(), `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    // What is CommonJS among the dependencies asks for these, which a module does not have.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url), __filename = import.meta.filename;',
    },
  });
  return (...args) => spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}

/** How a process ended: by which signal, or `null`. */
export async function signalOf(child: ReturnType<typeof spawn>): Promise<NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.signalCode;
}
