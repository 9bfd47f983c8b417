import assert from "node:assert/strict";
import { inspect } from "node:util";
import { isStagewrightError, type StagewrightError } from "../../../src/dsl/index.js";
import { Completion, type Limits, model, models, type Timer, type TokenizerName } from "../../../src/model/index.js";

type Request = Record<string, unknown>;

export interface Asking {
  readonly request?: Partial<Record<string, unknown>>;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly timer?: Timer;
  readonly limits?: Partial<Limits>;
  readonly tokenizer?: TokenizerName;
}

/** Asks through the adapter, with request and answer held to their schemas, as the runner does. */
export async function ask(
  name: string,
  { request = {}, signal = new AbortController().signal, ...options }: Asking = {},
): Promise<Completion> {
  const complete = models({ env: {}, ...options }).calls.complete;
  assert.ok(complete);
  const given: Request = { model: name, messages: [{ role: "user", content: "Say hello." }], ...request };
  return Completion.parse(await complete.perform(model.calls.complete.takes.parse(given), { key: "", signal }));
}

/** The error that asking ends with. Whatever else is in it, no key may be. */
export async function failure(name: string, asking: Asking = {}): Promise<StagewrightError> {
  const error: unknown = await ask(name, asking).then(
    () => assert.fail("there is an answer"),
    (thrown: unknown) => thrown,
  );
  assert.ok(isStagewrightError(error), inspect(error));
  for (const key of Object.values(asking.env ?? {})) {
    assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes(key.trim()), "the key is in the error");
  }
  return error;
}

/** A timer that a test moves by hand: `heard` waits until it was started or restarted so often, `fire` lets it run out. */
export function handTimer() {
  const starts: number[] = [];
  const waiting = new Map<number, () => void>();
  let runOut: (() => void) | undefined;
  let started = 0;
  const start = () => {
    started += 1;
    waiting.get(started)?.();
  };
  const timer: Timer = (ms, then) => {
    starts.push(ms);
    runOut = then;
    start();
    return {
      restart: start,
      stop: () => {
        if (runOut === then) runOut = undefined;
      },
    };
  };
  return {
    timer,
    /** The limits that were counted, in their order. */
    starts,
    isRunning: () => runOut !== undefined,
    fire: () => runOut?.(),
    heard: (times: number) =>
      new Promise<void>((resolve) => {
        if (started >= times) resolve();
        else waiting.set(times, resolve);
      }),
  };
}

/** A `fetch` whose answers come so many bytes at a time, whatever the network does. */
export function fetchInBytes(size: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.subarray(from, from + size));
      },
    });
    return new Response(response.body?.pipeThrough(cut) ?? null, { status: response.status, headers: response.headers });
  };
}
