import assert from "node:assert/strict";
import { z } from "zod";
import type { RunEvent } from "../../src/core/index.js";
import { type AnyImplementation, type AnyPipeline, adapter, effect, implement, type Lookup, query } from "../../src/dsl/index.js";
import { type Completion, model } from "../../src/model/index.js";
import { type Environment, type ReplayReport, type RunnerOptions, readRun, replayRun } from "../../src/runner/index.js";
import { type MemoryStore, memoryStore, type Store } from "../../src/store/index.js";

/** Time that goes on by a second a look, names and chance from a counter. */
export function countedEnvironment(stepMs = 1_000): Environment {
  let looks = 0;
  let count = 0;
  return {
    now: () => new Date(Date.UTC(2026, 2, 19, 8) + stepMs * looks++),
    id: () => `id-${String(++count).padStart(17, "0")}`,
    random: () => ((++count * 7) % 100) / 100,
  };
}

type Options<S extends Store> = RunnerOptions & { readonly store: S; readonly environment: Environment };

/** What a run in a test stands on: memory, a counted environment, no adapters. */
export function options(more?: Partial<Omit<RunnerOptions, "store">>): Options<MemoryStore>;
export function options<S extends Store>(more: Partial<Omit<RunnerOptions, "store">> & { readonly store: S }): Options<S>;
export function options(more: Partial<RunnerOptions> = {}): Options<Store> {
  const sources = { instructions: async (file: string) => `Read ${file}.`, lessons: async () => undefined };
  return {
    store: memoryStore(),
    adapters: [],
    environment: countedEnvironment(),
    by: "ana",
    graceMs: 20,
    lookupMs: 10_000,
    sources,
    ...more,
  };
}

export async function eventsOf(store: Store, run: string): Promise<readonly RunEvent[]> {
  return (await readRun(store, run)).events;
}

/** The events of one type, as the journal has them. */
export async function eventsOfType<T extends RunEvent["type"]>(
  store: Store,
  run: string,
  type: T,
): Promise<readonly Extract<RunEvent, { readonly type: T }>[]> {
  return (await eventsOf(store, run)).filter((event): event is Extract<RunEvent, { readonly type: T }> => event.type === type);
}

/** A journal as a list that a person can read: one short line an event. */
export async function told(store: Store, run: string): Promise<readonly string[]> {
  return (await eventsOf(store, run)).map(tell);
}

function tell(event: RunEvent): string {
  const place = "attempt" in event ? `${event.stage} v${event.version}.${event.attempt}` : "";
  switch (event.type) {
    case "called":
      return `${event.type} ${place}: ${event.adapter}.${event.name}${"error" in event.outcome ? `, ${event.outcome.error.code}` : ""}`;
    case "effect-intended":
      return `${event.type} ${place}: ${event.effect} ${event.name}`;
    case "effect-settled":
      return `${event.type} ${place}: ${event.effect} ${event.how}, ${event.outcome.happened}`;
    case "effect-answered":
      return `${event.type} ${place}: ${event.effect} ${event.outcome.happened} by ${event.by}`;
    case "effect-unclear":
      return `${event.type} ${place}: ${event.effect}`;
    case "attempt-failed":
      return `${event.type} ${place}: ${event.cause}`;
    case "gate-opened":
      return `${event.type} ${place}: tier ${event.tier}, ${event.waits ? "waits" : "goes on"}`;
    case "gate-decided":
      return `${event.type} ${place}: ${event.decision} by ${event.by}`;
    case "child-started":
      return `${event.type} ${place}: ${event.item} ${event.child}`;
    case "child-ended":
      return `${event.type} ${place}: ${event.item} ${event.child} ${event.status}`;
    case "children-waiting":
      return `${event.type} ${place}: ${event.children.join(", ")}`;
    case "budget-refused":
      return `${event.type} ${place}: ${event.message}`;
    case "rolled-back":
      return `${event.type} ${event.from} to ${event.to}, ${event.time} of ${event.max}, ${event.because}`;
    case "reopened":
      return `${event.type} ${event.to}`;
    case "stage-taken":
      return `${event.type} ${event.stage} from ${event.from.run} v${event.from.version}`;
    case "pipeline-changed":
      return `${event.type} ${event.changed.join(", ")}`;
    case "run-failed":
      return `${event.type} at ${event.stage}`;
    case "run-started":
    case "run-resumed":
    case "run-cancelled":
    case "run-done":
      return event.type;
    default:
      return `${event.type} ${place}`;
  }
}

/** Asserts that a run, and every child run of it, replays to the byte. */
export async function assertReplays(pipeline: AnyPipeline, run: string, store: Store): Promise<void> {
  const report = await replayRun(pipeline, run, { store });
  const differences = (of: ReplayReport): readonly unknown[] => [
    ...(of.identical ? [] : [{ run: of.run, ...of.difference }]),
    ...of.children.flatMap(differences),
  ];
  assert.deepEqual(differences(report), []);
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Ends only when it is told to stop. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A model that answers with these, in turn, and remembers what it was sent. */
export function fakeModel(...answers: readonly (string | Partial<Completion> | Error)[]): {
  readonly implementation: AnyImplementation;
  readonly prompts: string[];
} {
  const prompts: string[] = [];
  const implementation = implement(model, "fake", {
    complete: {
      perform: async ({ model: name, messages }) => {
        const answer = answers[prompts.length];
        prompts.push(messages.map(({ role, content }) => `${role}: ${content}`).join("\n---\n"));
        if (answer === undefined) throw new Error(`the model is asked ${prompts.length} times`);
        if (answer instanceof Error) throw answer;
        const usage = { inputTokens: 7, outputTokens: 3, estimated: false };
        return { finish: "stop" as const, usage, model: name, text: "", ...(typeof answer === "string" ? { text: answer } : answer) };
      },
    },
  });
  return { implementation, prompts };
}

/** Something to deliver to, and to ask. */
export const blog = adapter("blog", {
  read: query({ takes: z.object({ path: z.string() }), gives: z.string() }),
  publish: effect({ takes: z.object({ text: z.string() }), gives: z.object({ path: z.string() }) }),
});

interface BlogBehaviour {
  /** What becomes of the n-th try to publish, counted from 1; by default it is published. */
  readonly publish?: (text: string, time: number, signal: AbortSignal) => Promise<{ path: string }> | { path: string };
  readonly lookup?: (key: string, text: string, signal: AbortSignal) => Promise<Lookup<{ path: string }>> | Lookup<{ path: string }>;
  readonly read?: (path: string, signal: AbortSignal) => Promise<string> | string;
}

/** A blog that remembers what it was asked to publish, and under which keys. */
export function fakeBlog({ publish, lookup, read }: BlogBehaviour = {}) {
  const tries: string[] = [];
  const keys: string[] = [];
  const reads: string[] = [];
  const implementation = implement(blog, "fake", {
    read: {
      perform: async ({ path }, { signal }) => {
        reads.push(path);
        return read ? read(path, signal) : `what stands at ${path}`;
      },
    },
    publish: {
      perform: async ({ text }, { key, signal }) => {
        tries.push(text);
        keys.push(key);
        return publish ? publish(text, tries.length, signal) : { path: `/${text}` };
      },
      ...(lookup && {
        lookup: async (key: string, request: { text: string }, context: { signal: AbortSignal }) =>
          lookup(key, request.text, context.signal),
      }),
    },
  });
  return { implementation, tries, keys, reads };
}

/** The same store, where each append is first shown to `before`, which may throw or do something else. */
export function watchedStore<S extends Store>(store: S, before: (lines: readonly string[]) => void | Promise<void>): S {
  return {
    ...store,
    lease: async (run: string) => {
      const lease = await store.lease(run);
      return {
        ...lease,
        append: async (lines: readonly string[]) => {
          await before(lines);
          await lease.append(lines);
        },
      };
    },
  };
}
