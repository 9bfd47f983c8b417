import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { runCommand } from "../../src/command/index.js";
import { StagewrightError } from "../../src/dsl/index.js";
import type { Environment } from "./journal.js";
import { bootSecondsOf, parseProc } from "./parse-proc.js";
import { PS_ARGS, parsePs } from "./parse-ps.js";
import type { ProcessState, system } from "./system.js";

type Calls = (typeof system)["calls"];
type Request = z.output<Calls["processes"]["takes"]>;

interface Surroundings {
  readonly procFolder: string;
  readonly env: Environment;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export async function readProcesses(
  { contains, order, limit }: Request,
  around: Surroundings,
): Promise<z.output<Calls["processes"]["gives"]>> {
  const all = (await fromProc(around)) ?? (await fromPs(around));
  const words = contains?.toLowerCase();
  const wanted = all.filter(({ name, command }) => words === undefined || `${name}\n${command}`.toLowerCase().includes(words));
  const by = {
    pid: (one: ProcessState) => one.pid,
    memory: (one: ProcessState) => -one.memoryBytes,
    cpu: (one: ProcessState) => -one.cpuSeconds,
  };
  wanted.sort((a, b) => by[order](a) - by[order](b) || a.pid - b.pid);
  const processes = wanted.slice(0, limit);
  return { at: around.now.toISOString(), processes, leftOut: wanted.length - processes.length };
}

/** undefined where the system has no such folder: only Linux does. */
async function fromProc({ procFolder, signal }: Surroundings): Promise<ProcessState[] | undefined> {
  const boot = await readFile(join(procFolder, "stat"), "utf8").catch(() => undefined);
  if (boot === undefined) return undefined;
  const bootSeconds = bootSecondsOf(boot);
  const pids = (await readdir(procFolder)).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(join(procFolder, pid, name), "utf8");
      try {
        const [stat, status, cmdline] = await Promise.all([read("stat"), read("status"), read("cmdline")]);
        return parseProc({ stat, status, cmdline, bootSeconds });
      } catch {
        return undefined; // It ended since the folder was listed.
      }
    }),
  );
  signal.throwIfAborted();
  return processes.filter((one) => one !== undefined);
}

async function fromPs({ env, now, signal }: Surroundings): Promise<ProcessState[]> {
  const call = { program: "ps", args: PS_ARGS, cwd: "/", env: { PATH: env.PATH, LC_ALL: "C" }, signal, timeoutMs: 60_000 };
  const { stdout, stderr, exitCode } = await runCommand(call);
  if (exitCode === 0) return parsePs(stdout, now);
  throw new StagewrightError("system/ps", `ps ended with exit code ${exitCode}: ${stderr.trim() || "it did not say why"}`, {
    hint: "the `ps` of this machine may know other options: procps and the BSDs' are understood",
  });
}
