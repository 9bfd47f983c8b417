import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { StagewrightError } from "../dsl/index.js";
import { captured } from "./captured.js";
import { ProcessTree } from "./process-tree.js";
import { start } from "./start.js";

export interface Command {
  /** A path, or a name to be found on PATH. No shell reads it or its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the program; without it, that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What it reads; without it, nothing. */
  readonly input?: string | Uint8Array;
  /** None by default. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
  /** The most it may write to its standard output. Default 64 MiB. Of its standard error the last 64 KiB are kept. */
  readonly maxBytes?: number;
  /** How long what was told to end may take before it is killed. Default 2,000. */
  readonly graceMs?: number;
}

export interface CommandResult {
  /** Read as UTF-8; a byte that is none becomes U+FFFD. */
  readonly stdout: string;
  readonly stderr: string;
  /** 128 and the signal's number for a program that was ended by a signal, as shells have it. */
  readonly exitCode: number;
}

const MAX_BYTES = 64 * 1_024 * 1_024;
const STDERR_KEPT_BYTES = 64 * 1_024;

/**
 * Runs a program to its end. An exit code other than 0 is a result, not an error. Nothing that it started outlives the
 * call: what is left of its process tree when it ends, is cut off or writes too much is ended before this settles,
 * and also when this process exits.
 *
 * Throws `command/not-found`, `command/no-folder`, `command/not-started`; and, once the tree has ended,
 * `command/aborted`, `command/time-limit`, `command/output-limit`.
 *
 * @example
 * const { stdout } = await runCommand({ program: "git", args: ["--version"], cwd: ".", signal });
 */
export async function runCommand(command: Command): Promise<CommandResult> {
  const { program, input, signal, timeoutMs, maxBytes = MAX_BYTES, graceMs = 2_000 } = command;
  const aborted = () => new StagewrightError("command/aborted", `"${program}" was stopped before it ended`, { cause: signal.reason });
  if (signal.aborted) throw aborted();

  const child = await start(command);
  const tree = new ProcessTree(child.pid);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ended = new Promise<number>((resolve) => child.once("exit", (code, by) => resolve(code ?? 128 + (by ? constants.signals[by] : 0))));

  let stop: (because: StagewrightError) => void = () => undefined;
  const stopped = new Promise<StagewrightError>((resolve) => {
    stop = resolve;
  });
  const onAbort = () => stop(aborted());
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  const limit = timeoutMs === undefined ? undefined : setTimeout(() => stop(tooSlow(program, timeoutMs)), timeoutMs);
  const stdout = captured(child.stdout, { maxBytes, keep: "first", onOver: () => stop(tooMuch(program, maxBytes)) });
  const stderr = captured(child.stderr, { maxBytes: STDERR_KEPT_BYTES, keep: "last" });
  feed(child, input);

  try {
    const outcome = await Promise.race([stopped, ended]);
    await tree.end(graceMs);
    await drained({ child, closed, graceMs });
    if (outcome instanceof StagewrightError) throw outcome;
    if (stdout.isOver()) throw tooMuch(program, maxBytes);
    return { stdout: stdout.text(), stderr: stderr.text(), exitCode: outcome };
  } finally {
    clearTimeout(limit);
    signal.removeEventListener("abort", onAbort);
  }
}

function feed(child: ChildProcess, input: string | Uint8Array | undefined): void {
  // A program may end without reading all that it is given; what it makes of that is its exit code's to say.
  child.stdin?.on("error", () => undefined);
  if (input !== undefined) child.stdin?.end(input);
}

/** The tree is gone: what it wrote is in the pipes. A daemon that left the tree may hold them open for ever. */
async function drained({ child, closed, graceMs }: { child: ChildProcess; closed: Promise<void>; graceMs: number }): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const held = new Promise<void>((resolve) => {
    limit = setTimeout(resolve, graceMs);
  });
  await Promise.race([closed, held]);
  clearTimeout(limit);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function tooSlow(program: string, timeoutMs: number): StagewrightError {
  return new StagewrightError("command/time-limit", `"${program}" did not end within ${timeoutMs} ms and was stopped`);
}

function tooMuch(program: string, maxBytes: number): StagewrightError {
  return new StagewrightError("command/output-limit", `"${program}" wrote more than ${maxBytes} bytes and was stopped`);
}
