import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { emptyFolder } from "../store/files/folder.js";

export interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly exitCode: number | null;
  readonly said: string;
  readonly complaint: string;
}

export interface Compiled {
  /** Starts a victim, and resolves when it has ended. */
  victim(...args: readonly string[]): Promise<Ended>;
  /** The story as the victims know it: to a run, the same function compiled otherwise is a changed one. */
  readonly story: typeof import("./story.js");
}

/** Puts the victim and all that it imports into one file, once, so that each of the many starts fast. */
export async function compiledVictim(): Promise<Compiled> {
  const folder = emptyFolder();
  await build({
    entryPoints: ["victim.ts", "story.ts"].map((file) => join(import.meta.dirname, file)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    // What is CommonJS among the dependencies asks for these, which a module does not have.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url), __filename = import.meta.filename;',
    },
  });
  return {
    story: await import(pathToFileURL(join(folder, "story.mjs")).href),
    victim: async (...args) => {
      const child = spawn(process.execPath, [join(folder, "victim.mjs"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
      const over = once(child, "exit");
      const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
      await over;
      return { signal: child.signalCode, exitCode: child.exitCode, said, complaint };
    },
  };
}
