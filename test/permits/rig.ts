import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { CompleteRequest } from "../../src/model/index.js";
import { type Permit, type Permits, type PermitsOptions, Pool, permits } from "../../src/permits/index.js";

export const SERVER = "openai:http://127.0.0.1:8080";

/** A folder for the state of a machine. */
export function stateFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "permits-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The names of all files that the permits of the machine consist of. */
export function filesIn(state: string): readonly string[] {
  return readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

export function requestOf(more: Partial<CompleteRequest> = {}): CompleteRequest {
  return { model: "small", messages: [{ role: "user", content: "Write." }], ...more };
}

/** A timer that goes off when the test says so. */
export function handTimer() {
  const running = new Set<() => void>();
  return {
    timer: (_ms: number, then: () => void) => {
      running.add(then);
      return { restart: () => void running.add(then), stop: () => void running.delete(then) };
    },
    /** All that are running go off, once. */
    goOff: () => {
      const due = [...running];
      running.clear();
      for (const then of due) then();
    },
    count: () => running.size,
  };
}

/** A server that tells nothing, without a socket. */
const tellsNothing: typeof fetch = async () => new Response("", { status: 404 });

export interface Process {
  readonly permits: Permits;
  /** Looks at the folder, as it does when something has changed in it. */
  readonly look: () => void;
  readonly timers: () => number;
}

/** One part of the machine that takes permits: it sees of the others what lies in the folder, when it looks. */
export function processOn(state: string, more: Partial<PermitsOptions> = {}): Process {
  const { timer, goOff, count } = handTimer();
  const looking = new Set<() => void>();
  return {
    permits: permits({
      state,
      env: {},
      fetch: tellsNothing,
      now: () => Date.parse("2026-03-19T18:00:00Z"),
      timer,
      watch: (_folder, changed) => {
        looking.add(changed);
        return () => void looking.delete(changed);
      },
      ...more,
    }),
    look: () => {
      for (const changed of looking) changed();
      goOff();
    },
    timers: count,
  };
}

/** A call that wants a permit, and what has become of that. */
export interface Caller {
  readonly stop: AbortController;
  readonly told: string[];
  permit?: Permit;
  error?: unknown;
}

interface Asks {
  readonly inputTokens?: number;
  readonly maxTokens?: number;
  readonly permits?: number;
  readonly kvTokens?: number;
  readonly run?: string;
}

export function call({ permits }: Process, { inputTokens = 10, maxTokens = 10, run, ...pool }: Asks): Caller {
  const stop = new AbortController();
  const caller: Caller = { stop, told: [] };
  const taken = permits.take({
    name: "local",
    pool: Pool.parse({ server: SERVER, ...pool }),
    request: requestOf({ maxTokens }),
    inputTokens,
    signal: stop.signal,
    ...(run !== undefined && { at: { run, pipeline: "publisher", stage: "draft", version: 1, attempt: 1 } }),
    tell: (sentence) => caller.told.push(sentence),
  });
  taken.then(
    (permit) => {
      caller.permit = permit;
    },
    (error: unknown) => {
      caller.error = error;
    },
  );
  return caller;
}

/** Lets what is under way come to rest, without waiting for time to pass. */
export async function settled(...processes: readonly Process[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await turn();
    await turn();
    for (const { look } of processes) look();
  }
  await turn();
  await turn();
}
