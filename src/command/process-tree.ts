import { readdirSync, readFileSync } from "node:fs";

/** How often a tree that was told to end is looked at. No event tells of the end of a process that is not a child of ours. */
const LOOK_EVERY_MS = 10;
/** After SIGKILL no process runs on; one that the kernel holds in a call may still be listed. No longer is waited for that. */
const LISTED_AFTER_KILL_MS = 5_000;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Pids come back; a pid with the time it began does not. */
  readonly began: string;
}

/**
 * A program and all it started: its process group and, on Linux, the descendants that left the group. A process that
 * left the group and whose parent had ended before anybody looked is not found: it is a daemon by its own will.
 */
export class ProcessTree {
  readonly #leader: number;
  readonly #left = new Map<number, Process>();

  constructor(leader: number) {
    this.#leader = leader;
    if (trees.size === 0) process.once("exit", killAll);
    trees.add(this);
  }

  /** SIGTERM, then SIGKILL for what is still there after `graceMs`; resolves when nothing of the tree is alive. */
  async end(graceMs: number): Promise<void> {
    if (this.isAlive()) {
      this.signal("SIGTERM");
      if (!(await this.#isGoneWithin(graceMs, () => undefined))) {
        // Once more at every look, for what was forked in between.
        await this.#isGoneWithin(LISTED_AFTER_KILL_MS, () => this.signal("SIGKILL"));
      }
    }
    trees.delete(this);
    if (trees.size === 0) process.off("exit", killAll);
  }

  isAlive(): boolean {
    if (process.platform !== "linux") return send(-this.#leader, 0);
    const groupExists = send(-this.#leader, 0);
    return (groupExists || this.#left.size > 0) && this.#members().length > 0;
  }

  signal(signal: NodeJS.Signals): void {
    const members = process.platform === "linux" ? this.#members() : [];
    send(-this.#leader, signal);
    for (const { pid, group } of members) if (group !== this.#leader) send(pid, signal);
  }

  #isGoneWithin(limitMs: number, eachLook: () => void): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isGone: boolean) => {
        clearInterval(looking);
        clearTimeout(limit);
        resolve(isGone);
      };
      const look = () => {
        eachLook();
        if (!this.isAlive()) settle(true);
      };
      const looking = setInterval(look, LOOK_EVERY_MS);
      const limit = setTimeout(() => settle(false), limitMs);
      look();
    });
  }

  /** What is alive of the group, and of all that descends from it. */
  #members(): readonly Process[] {
    const all = livingProcesses();
    const members = new Map<number, Process>();
    for (const process of all) {
      const left = this.#left.get(process.pid);
      if (process.group === this.#leader || left?.began === process.began) members.set(process.pid, process);
    }
    for (let size = -1; size !== members.size; ) {
      size = members.size;
      for (const process of all) if (members.has(process.parent)) members.set(process.pid, process);
    }
    this.#left.clear();
    for (const member of members.values()) if (member.group !== this.#leader) this.#left.set(member.pid, member);
    return [...members.values()];
  }
}

/** Trees that still run: they are not to outlive this process, however it ends. */
const trees = new Set<ProcessTree>();

function killAll(): void {
  for (const tree of trees) tree.signal("SIGKILL");
}

/** Whether there was anybody to send it to. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function livingProcesses(): Process[] {
  return readdirSync("/proc").flatMap((entry): Process[] => {
    if (!/^\d+$/.test(entry)) return [];
    let stat: string;
    try {
      stat = readFileSync(`/proc/${entry}/stat`, "latin1");
    } catch {
      return []; // It ended since the folder was listed.
    }
    // The program's name, in brackets, may hold spaces: count the fields from behind it.
    const [state = "", parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie is dead; it waits for its parent to take note, which may be never.
    if (state === "Z" || state === "X") return [];
    return [{ pid: Number(entry), parent: Number(parent), group: Number(group), began: rest[16] ?? "" }];
  });
}
