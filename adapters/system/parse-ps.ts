import { commandOf, stateOf } from "./parse-proc.js";
import type { ProcessState } from "./system.js";

/** The columns of `ps`, in the words that Linux, macOS and the BSDs share. */
export const PS_ARGS = ["-A", "-o", "pid=,ppid=,uid=,state=,rss=,time=,etime=,args="];

/** Reads what `ps` writes with those columns. What is no such line is passed over. */
export function parsePs(output: string, now: Date): ProcessState[] {
  return output.split("\n").flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+([\d:.-]+)\s+([\d:.-]+)\s+(.+)$/.exec(line);
    if (found === null) return [];
    const [, pid = "", parent = "", uid = "", state = "", rss = "", time = "", elapsed = "", args = ""] = found;
    const sinceSeconds = secondsOf(elapsed);
    const [first = ""] = args.trim().split(/\s+/);
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        uid: Number(uid),
        // A daemon may write its state behind its name: "sshd: root@pts/0".
        name:
          first
            .replace(/^\[(.*)\]$/, "$1")
            .replace(/:$/, "")
            .split("/")
            .at(-1) || first,
        state: stateOf(state),
        startedAt: new Date(Math.floor(now.getTime() / 1_000 - sinceSeconds) * 1_000).toISOString(),
        cpuSeconds: secondsOf(time),
        memoryBytes: Number(rss) * 1_024,
        command: commandOf(args),
      },
    ];
  });
}

/** `1-02:03:04`, `02:03:04`, `03:04` and `3:04.56` in seconds. */
function secondsOf(text: string): number {
  const [, days = "0", clock = ""] = /^(?:(\d+)-)?([\d:.]+)$/.exec(text) ?? [];
  return clock.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0) + Number(days) * 86_400;
}
