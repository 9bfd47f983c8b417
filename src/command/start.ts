import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { StagewrightError } from "../dsl/index.js";
import type { Command } from "./run-command.js";

/** Starts a program as the leader of a process group of its own, so that a signal can reach all that it starts. */
export function start({ program, args, cwd, env, input }: Command): Promise<ChildProcess & { readonly pid: number }> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(startError(error, program, cwd));
    try {
      const child = spawn(program, args, {
        cwd,
        env,
        detached: true,
        windowsHide: true,
        stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      });
      child.once("error", fail);
      child.once("spawn", () => {
        const { pid } = child;
        if (pid !== undefined) resolve(Object.assign(child, { pid }));
      });
    } catch (error) {
      // Node refuses some arguments before it asks the system, for example one with a NUL in it.
      fail(error);
    }
  });
}

function startError(error: unknown, program: string, cwd: string): StagewrightError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // The system says the same of a missing program and of a missing folder to run it in.
  if (!isFolder(cwd)) {
    return new StagewrightError("command/no-folder", `"${program}" cannot be run in "${cwd}", which is not a folder`, {
      hint: "name a folder that exists",
      cause: error,
    });
  }
  if (code === "ENOENT") {
    return new StagewrightError("command/not-found", `there is no program "${program}"`, {
      hint: program.includes("/") ? "check the path" : "install it, or add its folder to PATH",
      cause: error,
    });
  }
  const because = error instanceof Error ? error.message : String(error);
  return new StagewrightError("command/not-started", `"${program}" could not be started: ${because}`, { place: cwd, cause: error });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
