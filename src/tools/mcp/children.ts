/** How long a process may take to end when it is told to. */
const GRACE_MS = 500;

/** Processes of servers that still run: they are not to outlive this one, however it ends. */
const running = new Set<number>();

function killAll(): void {
  for (const pid of running) send(pid, "SIGKILL");
}

/** From here on the process ends with this one at the latest. */
export function watchOver(pid: number): void {
  if (running.size === 0) process.once("exit", killAll);
  running.add(pid);
}

export function hasEnded(pid: number): void {
  running.delete(pid);
  if (running.size === 0) process.off("exit", killAll);
}

/** Tells a process to end, and ends it where it does not, as long as it is one of ours: pids come back. */
export function end(pid: number): void {
  if (!running.has(pid)) return;
  send(pid, "SIGTERM");
  setTimeout(() => {
    if (running.has(pid)) send(pid, "SIGKILL");
  }, GRACE_MS).unref();
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
