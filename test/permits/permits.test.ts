import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { thisProcess } from "../../src/store/index.js";
import { type Caller, call, filesIn, processOn, SERVER, settled, stateFolder } from "./rig.js";

const { host, pid, startedAt } = thisProcess();
const FOLDER = `permits/${host}/127.0.0.1-8080`;

describe("permits", () => {
  test("a call that finds a permit free has it at once, and gives it back without a trace", async (t) => {
    const state = stateFolder(t);
    const one = processOn(state);
    const caller = call(one, { inputTokens: 100, maxTokens: 50 });
    await settled(one);
    assert.equal(caller.permit?.tokens, 150);
    assert.deepEqual(filesIn(state).length, 1);
    caller.permit?.release();
    caller.permit?.release();
    assert.deepEqual(filesIn(state), []);
    assert.deepEqual([caller.told, one.timers()], [[], 0]);
  });

  test("a call that waits says for whom, once for each change in front of it", async (t) => {
    const state = stateFolder(t);
    let now = Date.parse("2026-03-19T18:00:00Z");
    const [one, two] = [processOn(state, { now: () => now }), processOn(state, { now: () => now })];
    const holder = call(one, { permits: 1, run: "x" });
    await settled(one, two);
    now += 40_000;
    const second = call(two, { permits: 1, run: "y" });
    await settled(one, two);
    const third = call(one, { permits: 1 });
    await settled(one, two);
    holder.permit?.release();
    await settled(one, two);
    assert.deepEqual(
      [second.told, third.told],
      [
        [`waits for a permit of "local" (1 of 1 held): run x, stage draft (pid ${pid}) has held one for 40 s`],
        [
          `waits for a permit of "local" (1 of 1 held): run x, stage draft (pid ${pid}) has held one for 40 s; behind run y, stage draft (pid ${pid})`,
          `waits for a permit of "local" (1 of 1 held): run y, stage draft (pid ${pid}) has held one for 0 s`,
        ],
      ],
    );
    assert.deepEqual([second.permit?.tokens, third.permit], [20, undefined]);
  });

  test("a call that waits for tokens and not for a permit says so", async (t) => {
    const state = stateFolder(t);
    const one = processOn(state);
    const pool = { permits: 4, kvTokens: 1_000 };
    call(one, { ...pool, inputTokens: 900, maxTokens: 50 });
    await settled(one);
    const big = call(one, { ...pool, inputTokens: 100, maxTokens: 50 });
    await settled(one);
    assert.deepEqual(big.told, [
      `waits for a permit of "local" (950 of 1,000 tokens held): a call outside of a run (pid ${pid}) has held one for 0 s`,
    ]);
  });

  test("a large call in front is not passed by small ones behind it", async (t) => {
    const one = processOn(stateFolder(t));
    const pool = { permits: 4, kvTokens: 1_000 };
    const first = call(one, { ...pool, inputTokens: 500, maxTokens: 100 });
    await settled(one);
    const large = call(one, { ...pool, inputTokens: 800, maxTokens: 100 });
    await settled(one);
    const small = call(one, { ...pool, inputTokens: 10, maxTokens: 10 });
    await settled(one);
    assert.deepEqual([large.permit, small.permit], [undefined, undefined]);
    first.permit?.release();
    await settled(one);
    assert.deepEqual([large.permit?.tokens, small.permit?.tokens], [900, 20]);
  });

  test("a call that can never fit fails at once, by name", async (t) => {
    const state = stateFolder(t);
    const one = processOn(state);
    const caller = call(one, { kvTokens: 1_000, inputTokens: 1_200 });
    await settled(one);
    assert.ok(caller.error instanceof Error);
    assert.equal(
      caller.error.message,
      'a call of "small" reads 1,200 tokens, and one call of pool "local" may hold 1,000 of 1,000 (as the config says)',
    );
    assert.deepEqual(filesIn(state), []);
  });

  test("an abort while it waits leaves nothing behind, and those behind it move up", async (t) => {
    const state = stateFolder(t);
    const one = processOn(state);
    const first = call(one, { permits: 1 });
    await settled(one);
    const second = call(one, { permits: 1 });
    const third = call(one, { permits: 1 });
    await settled(one);
    second.stop.abort(new Error("the run was stopped"));
    first.permit?.release();
    await settled(one);
    assert.deepEqual(second.error, new Error("the run was stopped"));
    assert.equal(third.permit?.tokens, 20);
    third.permit?.release();
    assert.deepEqual([filesIn(state), one.timers()], [[], 0]);
  });

  test("a call that was aborted before it asks draws no ticket", async (t) => {
    const state = stateFolder(t);
    const stop = AbortSignal.abort(new Error("stopped"));
    const { permits } = processOn(state);
    const pool = { server: SERVER, permits: 4 };
    const request = { model: "small", messages: [{ role: "user" as const, content: "Write." }] };
    await assert.rejects(permits.take({ name: "local", pool, request, inputTokens: 1, signal: stop, tell: () => {} }), /^Error: stopped$/);
    assert.deepEqual(filesIn(state), []);
  });

  test("what a dead process held, waited for or was writing is cleared away", async (t) => {
    const state = stateFolder(t);
    const folder = join(state, FOLDER);
    mkdirSync(folder, { recursive: true });
    const ticket = JSON.stringify({ tokens: 10, model: "small", at: "2026-03-19T17:00:00Z" });
    // The first is of a process that had our pid before us.
    writeFileSync(join(folder, `000000000001~${pid}~before~a`), ticket);
    writeFileSync(join(folder, "000000000002~4194304~then~b"), ticket);
    writeFileSync(join(folder, "000000000002~4194304~then~b~held"), "2026-03-19T17:00:00Z");
    writeFileSync(join(folder, "000000000001~1~gone~z~held"), "");
    writeFileSync(join(folder, "new~4194304~then~c"), '{"tok');
    writeFileSync(join(folder, "README"), "not ours");
    const one = processOn(state);
    const caller = call(one, { permits: 1 });
    await settled(one);
    assert.equal(caller.permit?.tokens, 20);
    assert.deepEqual(
      readdirSync(folder).map((name) => name.replace(/[^~]+$/, "")),
      [`000000000003~${pid}~${startedAt}~`, ""],
    );
  });

  test("a ticket that cannot be read counts as the whole pool, as long as its process lives", async (t) => {
    const state = stateFolder(t);
    const folder = join(state, FOLDER);
    mkdirSync(folder, { recursive: true });
    const broken = join(folder, `000000000001~${pid}~${startedAt}~a`);
    writeFileSync(broken, "{");
    const one = processOn(state);
    const caller = call(one, { permits: 4 });
    await settled(one);
    const holds = () => caller.permit !== undefined;
    assert.equal(holds(), false);
    rmSync(broken);
    await settled(one);
    assert.equal(holds(), true);
  });

  test("when the folder is cleared away under it, a call that waits draws another ticket", async (t) => {
    const state = stateFolder(t);
    const one = processOn(state);
    call(one, { permits: 1 });
    await settled(one);
    const second = call(one, { permits: 1 });
    await settled(one);
    rmSync(join(state, "permits"), { recursive: true });
    await settled(one);
    assert.equal(second.permit?.tokens, 20);
    assert.equal(filesIn(state).filter((name) => !name.endsWith("~held")).length, 1);
  });

  test("where no folder can be made, the error is the call's", async (t) => {
    const state = stateFolder(t);
    writeFileSync(join(state, "permits"), "");
    const one = processOn(state);
    const caller = call(one, {});
    await settled(one);
    assert.match(String(caller.error), /ENOTDIR|EEXIST/);
  });

  test("whatever calls come, end and are given up in several processes, those hold who came first and fit, and no others", async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ does: fc.constant("call" as const), on: fc.nat(2), size: fc.integer({ min: 1, max: 100 }) }) },
      { weight: 2, arbitrary: fc.record({ does: fc.constant("end" as const), which: fc.nat(9) }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant("give up" as const), which: fc.nat(9) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 24 }), async (permits, steps) => {
        const state = mkdtempSync(join(tmpdir(), "permits-"));
        try {
          const processes = [processOn(state), processOn(state), processOn(state)];
          let queue: { readonly caller: Caller; readonly size: number }[] = [];
          for (const one of steps) {
            if (one.does === "call") {
              const process = processes[one.on];
              assert.ok(process);
              const caller = call(process, { permits, kvTokens: 101, inputTokens: one.size - 1, maxTokens: 1 });
              queue.push({ caller, size: one.size });
            } else {
              const chosen = queue[one.which];
              if (chosen === undefined) continue;
              const { permit, stop } = chosen.caller;
              // A call that holds a permit ends; one that waits can only be given up.
              if (one.does === "end" && permit) permit.release();
              else if (one.does === "give up" && permit === undefined) stop.abort(new Error("given up"));
              else continue;
              queue = queue.filter((other) => other !== chosen);
            }
            await settled(...processes);
            assert.deepEqual(
              queue.map(({ caller }) => caller.permit !== undefined),
              held(queue, permits),
            );
          }
          for (const { caller } of queue) {
            caller.stop.abort(new Error("over"));
            caller.permit?.release();
          }
          await settled(...processes);
          assert.deepEqual(filesIn(state), []);
          assert.deepEqual(
            processes.map(({ timers }) => timers()),
            [0, 0, 0],
          );
        } finally {
          rmSync(state, { recursive: true });
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** First come, first served: who holds a permit of a pool of 101 tokens. */
function held(queue: readonly { readonly size: number }[], permits: number): readonly boolean[] {
  let tokens = 0;
  let isOpen = true;
  return queue.map(({ size }, index) => {
    tokens += size;
    isOpen &&= index < permits && tokens <= 101;
    return isOpen;
  });
}
