import { posix } from "node:path";
import { canonicalJson } from "../core/index.js";
import type { Fired, Guards } from "./guards.js";
import type { Prepared, Reading, Tool, Writing } from "./tool.js";

/** A call as the guards see it. What was not run (no such tool, wrong arguments) has neither a tool nor a window. */
export interface Seen {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly tool?: Tool | undefined;
  readonly prepared?: Prepared | undefined;
}

/** What a repetition leads to: the last warning goes to the model with the result; after it the stage ends. */
export type Repetition =
  | { readonly is: "new" }
  | { readonly is: "warned"; readonly message: string }
  | { readonly is: "fired"; readonly fired: Fired };

type Limits = Pick<Guards, "sameCall" | "sameWrite" | "sameWindow">;

/**
 * Notices what is done again though nothing has changed.
 *
 * R1. A call is the same by its tool and its arguments, in whatever order; a window by its path and its bounds; a write by its path and content.
 * R2. Calls and windows are counted since the last change. A change is a write that succeeded and was never made before, so that
 *     two writes that undo each other do not start the count anew for ever.
 * R3. A write is compared with what was last written to its path. A change by a tool that names no path may have touched every path.
 * R4. A look at the live state that shows something else than before is no repetition.
 */
export class Repeats {
  readonly #limits: Limits;
  readonly #calls = new Map<string, number>();
  readonly #windows = new Map<string, { readonly path: string; readonly times: number }>();
  readonly #written = new Map<string, { readonly content: string; readonly times: number }>();
  readonly #everMade = new Set<string>();
  readonly #lastLive = new Map<string, string>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts a call that is about to be run, and says what that makes it. */
  about(call: Seen): Repetition {
    const key = keyOf(call);
    const times = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, times);
    const { reads, writes } = call.prepared ?? {};
    const { sameCall, sameWrite, sameWindow } = this.#limits;
    const found: readonly Repetition[] = [
      writes === undefined
        ? NEW
        : judged(
            "guard/same-write",
            `"${writes.path}" was written`,
            " with what stands in it",
            this.#timesWritten(writes, call),
            sameWrite,
          ),
      reads === undefined
        ? NEW
        : judged("guard/same-window", `the same window of "${reads.path}" was read`, "", this.#timesRead(reads), sameWindow),
      judged("guard/same-call", `"${call.name}" was called with the same arguments`, "", times, sameCall),
    ];
    return found.find(({ is }) => is === "fired") ?? found.find(({ is }) => is === "warned") ?? NEW;
  }

  /** Notes that a call succeeded: it may have changed something, or shown that something changed. */
  succeeded(call: Seen, digest: string): void {
    const key = keyOf(call);
    const { reads, writes } = call.prepared ?? {};
    if (reads) this.#windows.set(windowOf(reads), { path: pathOf(reads.path), times: this.#timesRead(reads) });
    const timesWritten = writes ? this.#timesWritten(writes, call) : 1;
    if (writes) this.#written.set(pathOf(writes.path), { content: contentOf(writes, call), times: timesWritten });
    if (call.tool?.kind === "live") {
      if (this.#lastLive.get(key) !== digest) this.#calls.set(key, 1);
      this.#lastLive.set(key, digest);
    }
    const isChange = call.tool?.kind === "write" && timesWritten === 1 && !this.#everMade.has(key);
    this.#everMade.add(key);
    if (isChange) this.#changed(key, writes);
  }

  #changed(key: string, writes: Writing | undefined): void {
    const path = writes && pathOf(writes.path);
    const times = this.#calls.get(key) ?? 1;
    this.#calls.clear();
    this.#calls.set(key, times);
    for (const [window, read] of this.#windows) if (path === undefined || read.path === path) this.#windows.delete(window);
    if (path === undefined) this.#written.clear();
  }

  #timesWritten(writes: Writing, call: Seen): number {
    const last = this.#written.get(pathOf(writes.path));
    return last?.content === contentOf(writes, call) ? last.times + 1 : 1;
  }

  #timesRead(reads: Reading): number {
    return (this.#windows.get(windowOf(reads))?.times ?? 0) + 1;
  }
}

const NEW: Repetition = { is: "new" };

function judged(reason: Fired["reason"], what: string, how: string, times: number, limit: number): Repetition {
  if (times >= limit)
    return { is: "fired", fired: { reason, message: `${what} for the ${ordinal(times)} time${how}, and nothing has changed between` } };
  if (times < 2 || times < limit - 1) return NEW;
  return {
    is: "warned",
    message: `${what} for the ${ordinal(times)} time${how}, and nothing has changed between; once more ends this stage.`,
  };
}

function contentOf(writes: Writing, call: Seen): string {
  return writes.content ?? canonicalJson(call.arguments);
}

function windowOf({ path, from, to }: Reading): string {
  return canonicalJson([pathOf(path), from ?? null, to ?? null]);
}

/** `./notes//a.md` and `notes/a.md` are one file. */
export function pathOf(path: string): string {
  return posix.normalize(path.replaceAll("\\", "/"));
}

function keyOf({ name, arguments: args }: Seen): string {
  return canonicalJson([name, args]);
}

function ordinal(number: number): string {
  const words = ["", "first", "second", "third", "fourth", "fifth"];
  return words[number] ?? `${number}th`;
}
