import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Owner } from "../store.js";

/**
 * Names the machine in place of its own name: a container has a new one each time, and what the last one has left behind would be
 * taken for another machine's. For processes that see each other's ids alone.
 */
const HOST_VARIABLE = "STAGEWRIGHT_HOST";

export function thisProcess(): Owner {
  const host = process.env[HOST_VARIABLE] || hostname();
  return { host: host.replaceAll(/[~/\s]/g, "-"), pid: process.pid, startedAt: startOf(process.pid) };
}

/** Whether the very process that `owner` names is alive, on this host. */
export function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return startOf(owner.pid) === owner.startedAt;
}

/** Whether a process that a text names is gone. What another machine runs cannot be asked after: it is taken to be at it. */
export function isProcessGone(text: string, me: Owner = thisProcess()): boolean {
  const owner = ownerIn(text);
  return owner?.host === me.host && !isAlive(owner);
}

/** A process in one word, for the name of a file or a line of a log. */
export function ownerText({ host, pid, startedAt }: Owner): string {
  return `${host}~${pid}~${startedAt}`;
}

/** The process that a text names; `undefined` for a text that names none. */
export function ownerIn(text: string): Owner | undefined {
  const [host, pid, startedAt] = text.split("~");
  return host === undefined || pid === undefined || startedAt === undefined ? undefined : { host, pid: Number(pid), startedAt };
}

/** When a process began, in whatever unit the system counts; pids come back, a pid with its start does not. */
function startOf(pid: number): string {
  if (process.platform === "linux") {
    try {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The program's name, in brackets, may hold spaces: count the fields from behind it.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" ? "gone" : `${boot}.${fields[19] ?? "unknown"}`;
    } catch {
      return "gone";
    }
  }
  if (process.platform === "win32") return "unknown";
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .replaceAll(/[^0-9A-Za-z]+/g, "-");
  } catch {
    return "gone";
  }
}
