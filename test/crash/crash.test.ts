import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileStore } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { type Compiled, compiledVictim } from "./compiled-victim.js";
import { type Death, unsynced } from "./deadly-disk.js";
import { placesIn } from "./places.js";
import { assertReadable, assertReplays, assertSame, type End, endOf } from "./same-end.js";

const root = emptyFolder();
let compiled: Compiled;
let uninterrupted: End;

before(async () => {
  compiled = await compiledVictim();
  const folder = mkdtempSync(join(root, "whole-"));
  await carryOnHere(folder);
  uninterrupted = await endOf(folder);
  assert.equal(uninterrupted.seen.length, 4, "two letters and two posts");
});

test("a run that is killed before any change of the disk resumes to the same end", async () => {
  const kills = await killEverywhere("step");
  assert.ok(kills > 80, `only ${kills} changes were there to be killed before`);
});

test("a run that is killed in the middle of any write resumes to the same end", async () => {
  const kills = await killEverywhere("write");
  assert.ok(kills > 40, `only ${kills} writes were there to be cut in half`);
});

test("a run that is killed, and killed again while it resumes, still comes to the same end", async () => {
  await inParallel(pairs(20), ([first, second]) =>
    inFolder(async (folder) => {
      assert.equal((await die(folder, first)).signal, "SIGKILL");
      // The second victim may have less to do than its death waits for: then the run is done.
      await die(folder, second);
      await assertComesToSameEnd(folder, `killed at ${nameOf(first)}, then at ${nameOf(second)}`);
    }),
  );
});

test("a run that is told to stop ends at a safe point, with its lease given back, and resumes to the same end", async () => {
  const samples = [..."123456"].flatMap((digit) => [["SIGINT", Number(digit) * 6 - 3] as const, ["SIGTERM", Number(digit) * 6] as const]);
  await inParallel(samples, ([signal, event]) =>
    inFolder(async (folder) => {
      const ended = await compiled.victim(folder, signal, String(event));
      assert.deepEqual([ended.exitCode, ended.complaint], [0, ""]);
      assert.match(ended.said, /^(interrupted|done) /);
      const { runs } = placesIn(folder);
      const store = fileStore(runs);
      for (const run of await store.runs()) assert.equal(await store.owner(run), undefined);
      await assertComesToSameEnd(folder, `${signal} at event ${event}`);
    }),
  );
});

/** Kills one victim after another, each a step further on, until one comes to its end; gives how many died. */
async function killEverywhere(at: Death["at"]): Promise<number> {
  let number = 0;
  let isThrough = false;
  const next = async () => {
    while (!isThrough) {
      number += 1;
      const death: Death = { at, number };
      await inFolder(async (folder) => {
        const { signal } = await die(folder, death);
        isThrough ||= signal === null;
        await assertComesToSameEnd(folder, `killed at ${nameOf(death)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return number;
}

async function die(folder: string, { at, number }: Death) {
  const ended = await compiled.victim(folder, at, String(number));
  assert.equal(ended.complaint, "");
  assert.ok(ended.signal === "SIGKILL" || ended.exitCode === 0, `${ended.signal ?? ended.exitCode}`);
  return ended;
}

async function assertComesToSameEnd(folder: string, what: string): Promise<void> {
  try {
    await assertReadable(folder);
    await carryOnHere(folder);
    await assertReadable(folder);
    assertSame(await endOf(folder), uninterrupted);
    await assertReplays(folder, compiled.story.story);
  } catch (cause) {
    throw new Error(what, { cause });
  }
}

async function carryOnHere(folder: string): Promise<void> {
  const { runs, outside } = placesIn(folder);
  const { carryOn, outsideAt } = compiled.story;
  const { status } = await carryOn(fileStore(runs, unsynced), { adapters: outsideAt(outside) });
  assert.equal(status, "done");
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(root, "killed-"));
  await work(folder);
  rmSync(folder, { recursive: true });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const next = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
}

/** Pairs of deaths, the same ones each time: a small generator of its own (mulberry32) with a fixed seed. */
function pairs(count: number): readonly (readonly [Death, Death])[] {
  let seed = 20_260_319;
  const below = (limit: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  const death = (): Death => (below(3) === 0 ? { at: "write", number: 1 + below(40) } : { at: "step", number: 1 + below(100) });
  return Array.from({ length: count }, () => [death(), death()] as const);
}

function nameOf({ at, number }: Death): string {
  return `${at} ${number}`;
}
