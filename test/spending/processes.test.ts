import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { before, describe, test } from "node:test";
import { build } from "esbuild";
import { openLedger, type SpentCall, spentCalls } from "../../src/spending/index.js";
import { emptyFolder } from "../store/files/folder.js";

const folder = emptyFolder();

interface Spender {
  readonly child: ChildProcess;
  /** The next line that it says. */
  said(): Promise<string>;
}

function spender(...args: readonly string[]): Spender {
  const child = spawn(process.execPath, [join(folder, "spender.mjs"), ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, said: async () => (await lines.next()).value };
}

async function kill({ child }: Spender): Promise<void> {
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}

/** Lets four processes spend at the same moment, and gives what they did together. */
async function spendAtOnce(root: string, cents: number, calls: number): Promise<{ made: number; refused: number }> {
  const four = Array.from({ length: 4 }, () => spender("spend", root, String(cents), String(calls)));
  for (const { said } of four) assert.equal(await said(), "ready");
  for (const { child } of four) child.stdin?.write("go\n");
  const told = await Promise.all(four.map(async ({ said }) => JSON.parse(await said())));
  return { made: told.reduce((sum, { made }) => sum + made, 0), refused: told.reduce((sum, { refused }) => sum + refused, 0) };
}

const sum = (calls: readonly SpentCall[]) => calls.reduce((total, { cost }) => total + cost, 0) / 1e9;

describe("several processes on one ledger", () => {
  before(async () => {
    // Into one file, so that each of them starts fast.
    await build({
      entryPoints: [join(import.meta.dirname, "spender.ts")],
      outfile: join(folder, "spender.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url), __filename = import.meta.filename;',
      },
    });
  });

  test("four processes at once spend what the budget holds, and no more", async () => {
    const root = emptyFolder();
    // Each call costs 6 cents and may cost 12.3.
    const { made, refused } = await spendAtOnce(root, 480, 40);
    const { calls, unreadable } = spentCalls(openLedger(root));
    assert.equal(made + refused, 160);
    assert.deepEqual([calls.length, unreadable], [made, []]);
    assert.ok(calls.every(({ state }) => state === "settled"));
    // The last one that was refused found no room beside at most three that were under way.
    assert.equal(sum(calls), (made * 6) / 100);
    assert.ok(sum(calls) <= 4.8 && sum(calls) > 4.8 - 4 * 0.123, String(sum(calls)));
    assert.deepEqual(readdirSync(join(root, "spending/lock")), []);
  });

  test("a process that was killed with the lock in its hand holds the others up for no longer than it lives", async () => {
    const root = emptyFolder();
    const holder = spender("hold", root);
    assert.equal(await holder.said(), "held");
    const waiting = spendAtOnce(root, 10_000, 5);
    await kill(holder);
    assert.deepEqual(await waiting, { made: 20, refused: 0 });
    assert.deepEqual(readdirSync(join(root, "spending/lock")), []);
  });

  test("what a killed process had reserved goes on counting, and is told as unsettled", async () => {
    const root = emptyFolder();
    const dying = spender("reserve", root, "50");
    assert.equal(await dying.said(), "reserved");
    assert.deepEqual(
      spentCalls(openLedger(root)).calls.map(({ state }) => state),
      ["under way"],
    );
    await kill(dying);
    const { made } = await spendAtOnce(root, 50, 10);
    const { calls } = spentCalls(openLedger(root));
    assert.deepEqual([calls[0]?.state, calls[0]?.cost], ["unsettled", 123_000_000]);
    assert.equal(sum(calls), (123 + made * 60) / 1_000);
    assert.ok(sum(calls) <= 0.5 && made > 0, String(sum(calls)));
  });
});
