import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { AdapterRef, AnyImplementation, CallContext } from "../../src/dsl/index.js";

/** A request of each call, as a stage would make it, that the implementation under test can answer. */
export interface Sample {
  readonly call: string;
  readonly request: unknown;
}

export interface Subject {
  /** What is under test: "git, recording". */
  readonly name: string;
  readonly ref: AdapterRef;
  /** Anew for each test; `samples` may need the same surroundings. */
  open(t: TestContext): Opened | Promise<Opened>;
}

interface Opened {
  readonly implementation: AnyImplementation;
  readonly samples: readonly Sample[];
}

/** What every implementation of every adapter keeps to. */
export function conforms({ name, ref, open }: Subject): void {
  const { signal } = new AbortController();

  async function opened(t: TestContext) {
    const { implementation, samples } = await open(t);
    return samples.map(({ call: named, request }) => {
      const call = ref.calls[named];
      const implemented = implementation.calls[named];
      assert.ok(call && implemented, `"${named}" is a call of "${ref.adapter}"`);
      const parsed = call.takes.parse(request);
      return {
        call,
        perform: (context: Partial<CallContext> = {}) =>
          implemented.perform(parsed, { key: call.effect ? "key-1" : "", signal, ...context }),
        lookup: async (key: string) => implemented.lookup?.(key, parsed, { key, signal }),
      };
    });
  }
  const effects = async (t: TestContext) => (await opened(t)).filter(({ call }) => call.effect);

  describe(`${name} conforms`, () => {
    it("it implements each call of its adapter, and there is a sample of each", async (t) => {
      const { implementation, samples } = await open(t);
      const calls = Object.keys(ref.calls).sort();
      assert.equal(implementation.adapter, ref.adapter);
      assert.notEqual(implementation.title, "");
      assert.deepEqual(Object.keys(implementation.calls).sort(), calls);
      assert.deepEqual([...new Set(samples.map(({ call }) => call))].sort(), calls);
    });

    it("its answers are what the adapter's schemas say, and outlive the journal", async (t) => {
      for (const { call, perform } of await opened(t)) {
        const answer = await perform();
        assert.deepEqual(call.gives.parse(answer), answer);
        assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer);
      }
    });

    it("a query that is asked again answers the same", async (t) => {
      for (const { perform } of (await opened(t)).filter(({ call }) => !call.effect)) assert.deepEqual(await perform(), await perform());
    });

    it("an effect is made once for each key, and anew for another", async (t) => {
      for (const { perform } of await effects(t)) {
        const first = await perform({ key: "key-1" });
        assert.deepEqual(await perform({ key: "key-1" }), first);
        assert.notDeepEqual(await perform({ key: "key-2" }), first);
        assert.deepEqual(await perform({ key: "key-1" }), first);
      }
    });

    it("a lookup says no before an effect, yes with its answer after it, and no for any other key", async (t) => {
      for (const { perform, lookup } of await effects(t)) {
        assert.deepEqual(await lookup("key-1"), { happened: "no" });
        const answer = await perform({ key: "key-1" });
        assert.deepEqual(await lookup("key-1"), { happened: "yes", answer });
        assert.deepEqual(await lookup("key-2"), { happened: "no" });
      }
    });

    it("a call whose signal is aborted is refused, and an effect has not happened", async (t) => {
      for (const { call, perform, lookup } of await opened(t)) {
        await assert.rejects(async () => perform({ signal: AbortSignal.abort() }));
        if (call.effect) assert.deepEqual(await lookup("key-1"), { happened: "no" });
      }
    });

    it("a call that is aborted on its way settles, and a lookup then tells what became of it", async (t) => {
      for (const { perform, lookup } of await opened(t)) {
        const abort = new AbortController();
        const running = perform({ signal: abort.signal }).then(
          () => "answered",
          () => "refused",
        );
        abort.abort();
        const outcome = await running;
        const found = await lookup("key-1");
        if (found) assert.equal(found.happened === "yes", outcome === "answered");
      }
    });
  });
}
