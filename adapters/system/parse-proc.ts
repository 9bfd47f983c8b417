import type { ProcessState } from "./system.js";
import { message } from "./wanted.js";

/** What the kernel counts processor time in, for every program that it speaks to: always 100 a second. */
const TICKS_A_SECOND = 100;

const STATES: Readonly<Record<string, ProcessState["state"]>> = {
  ...{ R: "running", S: "sleeping", D: "waiting", U: "waiting", I: "idle", T: "stopped", t: "stopped", Z: "zombie" },
};

export interface ProcTexts {
  /** `/proc/<pid>/stat`. */
  readonly stat: string;
  /** `/proc/<pid>/status`. */
  readonly status: string;
  /** `/proc/<pid>/cmdline`, its arguments ended by NULs; empty for the kernel's own. */
  readonly cmdline: string;
  /** When the machine started, in seconds since 1970. */
  readonly bootSeconds: number | undefined;
}

/** A process by what Linux says of it (proc(5)); undefined for what is not in that form. */
export function parseProc({ stat, status, cmdline, bootSeconds }: ProcTexts): ProcessState | undefined {
  // The name, in brackets, may hold spaces and brackets.
  const found = /^(\d+) \(([\s\S]*)\) (\S) ([\d -]+)/.exec(stat);
  if (found === null) return undefined;
  const [, pid = "", name = "", state = "", rest = ""] = found;
  const fields = rest.split(" ").map(Number);
  const [parent = 0] = fields;
  const ticks = (fields[10] ?? 0) + (fields[11] ?? 0);
  const startTicks = fields[18];
  const memoryKb = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  const isKnown = bootSeconds !== undefined && startTicks !== undefined;
  return {
    pid: Number(pid),
    parent,
    uid: uid === undefined ? null : Number(uid),
    name: message(name).text,
    state: stateOf(state),
    startedAt: isKnown ? new Date((bootSeconds + startTicks / TICKS_A_SECOND) * 1_000).toISOString() : null,
    cpuSeconds: ticks / TICKS_A_SECOND,
    memoryBytes: memoryKb * 1_024,
    command: commandOf(cmdline.replace(/\0+$/, "").replaceAll("\0", " ") || `[${name}]`),
  };
}

/** The start of the machine, of `/proc/stat`. */
export function bootSecondsOf(stat: string): number | undefined {
  const found = /^btime (\d+)$/m.exec(stat)?.[1];
  return found === undefined ? undefined : Number(found);
}

export function stateOf(letter: string): ProcessState["state"] {
  return STATES[letter.charAt(0)] ?? "other";
}

export function commandOf(words: string): string {
  return message(words.replace(/\s+/g, " ").trim()).text.slice(0, 1_000);
}
