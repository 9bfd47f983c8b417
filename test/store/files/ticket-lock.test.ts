import assert from "node:assert/strict";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { realDisk, type TicketLock, thisProcess, withTicketLock } from "../../../src/store/index.js";
import { rejected } from "../../dsl/thrown.js";
import { emptyFolder } from "./folder.js";

const ME = thisProcess();
const next = () => new Promise<void>((resolve) => setImmediate(resolve));

function lockIn(folder: string, pause: TicketLock["pause"] = next): TicketLock {
  return { folder, what: "the ledger", code: "budget/locked", disk: realDisk, me: ME, pause };
}

/** What another process left in the lock's folder. */
function ticket(folder: string, name: string, ageMs = 0): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, "");
  const then = new Date(Date.now() - ageMs);
  utimesSync(path, then, then);
  return path;
}

test("those who want the lock get it one after another, in the order in which they came", async () => {
  const folder = join(emptyFolder(), "lock");
  const order: number[] = [];
  await Promise.all(Array.from({ length: 12 }, (_, index) => withTicketLock(lockIn(folder), () => order.push(index))));
  assert.deepEqual(
    order,
    Array.from({ length: 12 }, (_, index) => index),
  );
  assert.deepEqual(readdirSync(folder), []);
});

test("what is done under the lock gives its result, or its error, and lets go", async () => {
  const folder = join(emptyFolder(), "lock");
  assert.equal(await withTicketLock(lockIn(folder), () => 42), 42);
  const failing = withTicketLock(lockIn(folder), () => {
    throw new Error("no");
  });
  await assert.rejects(failing, { message: "no" });
  assert.deepEqual(readdirSync(folder), []);
});

test("a living process that came before is waited for, also while it chooses its number", async () => {
  for (const first of ["1", "choosing"]) {
    const folder = join(emptyFolder(), "lock");
    // Of this process, which lives, with a number that this process does not give itself.
    const path = ticket(folder, `${first}~${ME.host}~${ME.pid}~${ME.startedAt}~0`);
    let looks = 0;
    const waited = withTicketLock(
      lockIn(folder, async () => {
        looks += 1;
        if (looks === 3) realDisk.unlinkSync(path);
      }),
      () => looks,
    );
    assert.equal(await waited, 3, first);
  }
});

test("whoever comes later is not waited for", async () => {
  const folder = join(emptyFolder(), "lock");
  let made = 0;
  const late = `9~${ME.host}~${ME.pid}~${ME.startedAt}~0`;
  const disk = {
    ...realDisk,
    closeSync: (fd: number) => {
      realDisk.closeSync(fd);
      made += 1;
      // The first file says that a number is being chosen, the second has it.
      if (made === 2) ticket(folder, late);
    },
  };
  assert.equal(await withTicketLock({ ...lockIn(folder, () => assert.fail("it waits")), disk }, () => "mine"), "mine");
});

test("a dead process holds nobody up, whether it held the lock or died while it chose; its files are cleared away", async () => {
  const folder = join(emptyFolder(), "lock");
  ticket(folder, `1~${ME.host}~${ME.pid}~an-earlier-start~1`);
  ticket(folder, `choosing~${ME.host}~4194999~1.1~1`);
  assert.equal(
    await withTicketLock(
      lockIn(folder, () => assert.fail("it waits")),
      () => "mine",
    ),
    "mine",
  );
  assert.deepEqual(readdirSync(folder), []);
});

test("what another machine left is waited for as long as it may be alive", async () => {
  const folder = join(emptyFolder(), "lock");
  const path = ticket(folder, "1~elsewhere~7~1.1~1", 30_000);
  let looks = 0;
  const pause = async () => {
    looks += 1;
    const old = new Date(Date.now() - 61_000);
    utimesSync(path, old, old);
  };
  assert.equal(await withTicketLock(lockIn(folder, pause), () => looks), 1);
  assert.deepEqual(readdirSync(folder), []);
});

test("a file that is no ticket stands in nobody's way", async () => {
  const folder = join(emptyFolder(), "lock");
  ticket(folder, ".DS_Store");
  assert.equal(
    await withTicketLock(
      lockIn(folder, () => assert.fail("it waits")),
      () => "mine",
    ),
    "mine",
  );
  assert.deepEqual(readdirSync(folder), [".DS_Store"]);
});

test("a ticket that is given up while it is looked at stands in nobody's way", async () => {
  const folder = join(emptyFolder(), "lock");
  ticket(folder, "1~elsewhere~7~1.1~1");
  const disk = {
    ...realDisk,
    statSync: (() => {
      throw new Error("gone");
    }) as typeof realDisk.statSync,
  };
  assert.equal(await withTicketLock({ ...lockIn(folder, () => assert.fail("it waits")), disk }, () => "mine"), "mine");
});

test("a process that was stopped with the lock in its hand is named after half a minute", async () => {
  const folder = join(emptyFolder(), "lock");
  ticket(folder, "1~elsewhere~7~1.1~1");
  let waitedMs = 0;
  // The machine's file stays young, as time stands still here.
  const waiting = withTicketLock(
    lockIn(folder, async (ms) => {
      waitedMs += ms;
    }),
    () => assert.fail("it has the lock"),
  );
  assert.deepEqual(await rejected(waiting), {
    code: "budget/locked",
    message: "process 7 on elsewhere has held the ledger for half a minute",
    hint: "it may have been stopped: let it go on, or end it",
    place: folder,
  });
  assert.ok(waitedMs >= 30_000 && waitedMs <= 30_020, `${waitedMs}`);
  assert.deepEqual(readdirSync(folder), ["1~elsewhere~7~1.1~1"]);
});

test("a folder that cannot be written to is an error, and leaves nothing behind", async () => {
  const folder = emptyFolder();
  const disk = {
    ...realDisk,
    openSync: (() => {
      throw Object.assign(new Error("EROFS"), { code: "EROFS" });
    }) as typeof realDisk.openSync,
  };
  await assert.rejects(
    withTicketLock({ ...lockIn(folder), disk }, () => assert.fail("it has the lock")),
    { code: "EROFS" },
  );
  assert.deepEqual(readdirSync(folder), []);
});
