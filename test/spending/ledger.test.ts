import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { test } from "node:test";
import { calendarOf, type Ledger, metered, openLedger, spentCalls } from "../../src/spending/index.js";
import { type Disk, realDisk, thisProcess } from "../../src/store/index.js";
import { rejected } from "../dsl/thrown.js";
import { emptyFolder } from "../store/files/folder.js";
import { answers, ask, at, fileOf, ledgerText, PRICE, putLedger } from "./calls.js";

const NOON = new Date("2026-12-02T12:00:00.000Z");

function caller(ledger: Ledger, { now = NOON, dayUsd = 100, monthUsd = 1_000 } = {}) {
  const budgets = { dayUsd, monthUsd, timeZone: "UTC" };
  return metered(answers, { priceOf: (model) => (model === "big" ? [PRICE] : undefined), budgets, ledger, now: () => now });
}

const states = (root: string) => spentCalls(openLedger(root)).calls.map(({ state, cost }) => `${state} ${cost / 1e9}`);

/** A line as this program writes it. */
const reserved = (id: string, usd: number, owner = "elsewhere~1~1.1", on = "2026-12-02T09:00:00.000Z") =>
  `{"type":"reserved","id":"${id}","at":"${on}","model":"big","run":"post-0","usd":${usd},"owner":"${owner}"}\n`;
const settled = (id: string, usd: number) =>
  `{"type":"settled","id":"${id}","at":"2026-12-02T09:00:05.000Z","usd":${usd},"estimated":false,"outcome":"answered"}\n`;

test("what a process that is gone reserved and never settled counts at the most that it may have cost", async () => {
  const root = emptyFolder();
  putLedger(root, reserved("a", 0.4) + settled("a", 0.1) + reserved("b", 0.3));
  assert.deepEqual(states(root), ["settled 0.1", "unsettled 0.3"]);
  assert.match(
    (await rejected(caller(openLedger(root), { dayUsd: 0.5 })(ask(), at()))).message,
    /has \$0\.10 left of \$0\.50 \(\$0\.10 is spent, \$0\.30 is reserved\)$/,
  );
});

test("a call under way is told from one whose process is gone", () => {
  const root = emptyFolder();
  const { host, pid, startedAt } = thisProcess();
  putLedger(root, reserved("a", 0.4, `${host}~${pid}~${startedAt}`) + reserved("b", 0.3, `${host}~${pid}~an-earlier-start`));
  assert.deepEqual(states(root), ["under way 0.4", "unsettled 0.3"]);
  assert.equal(host, hostname());
});

test("a last line that was cut off counts for nothing, is told, and swallows nothing that comes after it", async () => {
  const root = emptyFolder();
  putLedger(root, reserved("a", 0.4) + settled("a", 0.1) + reserved("b", 50).slice(0, 60));
  assert.deepEqual(spentCalls(openLedger(root)).unreadable, [{ place: "2026-12.jsonl:3", isTorn: true }]);
  await caller(openLedger(root))(ask(), at());
  await caller(openLedger(root))(ask("ollama:#qwen3"), at());
  assert.deepEqual(states(root), ["settled 0.1", "settled 0.06", "unpriced 0"]);
  assert.deepEqual(spentCalls(openLedger(root)).unreadable, [{ place: "2026-12.jsonl:3", isTorn: false }]);
});

test("a reservation that another process's torn line swallowed is written once more before the call is made", async () => {
  const root = emptyFolder();
  putLedger(root, settled("a", 0.1));
  let isTorn = false;
  const disk: Disk = {
    ...realDisk,
    writeSync: ((fd: number, data: Uint8Array, offset: number, length: number) => {
      // Between the look at the file's end and the write, once.
      if (!isTorn) appendFileSync(fileOf(root), '{"type":"sett');
      isTorn = true;
      return realDisk.writeSync(fd, data, offset, length);
      // The one overload of `writeSync` that the ledger calls.
    }) as Disk["writeSync"],
  };
  await caller(openLedger(root, { disk }))(ask(), at());
  assert.deepEqual(states(root), ["settled 0.06"]);
  assert.equal(spentCalls(openLedger(root)).unreadable.length, 1);
});

test("a ledger that takes lines and does not give them back makes no call", async () => {
  const root = emptyFolder();
  const disk: Disk = {
    ...realDisk,
    writeSync: ((_fd: number, _data: Uint8Array, _offset: number, length: number) => length) as Disk["writeSync"],
  };
  const call = metered(async () => assert.fail("it was asked"), {
    priceOf: () => [PRICE],
    budgets: { dayUsd: 1 },
    ledger: openLedger(root, { disk }),
    now: () => NOON,
  });
  assert.deepEqual(await rejected(call(ask(), at())), {
    code: "budget/unwritable",
    message: `what was written to the ledger in "${root}/spending" does not come back`,
    hint: "see that the disk is sound; without its ledger no call is made that costs money",
  });
});

test("a full disk stops a call that costs money before it is made, and no answer that has come", async () => {
  const root = emptyFolder();
  let isFull = true;
  const disk: Disk = {
    ...realDisk,
    writeSync: ((fd: number, data: Uint8Array, offset: number, length: number) => {
      if (isFull) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      return realDisk.writeSync(fd, data, offset, length);
    }) as Disk["writeSync"],
  };
  const ledger = openLedger(root, { disk });
  assert.deepEqual(await rejected(caller(ledger)(ask(), at())), {
    code: "budget/unwritable",
    message: `the ledger "${fileOf(root)}" cannot be written: ENOSPC: no space left on device, write`,
    hint: "see that there is room and that the folder may be written to; without its ledger no call is made that costs money",
  });
  assert.equal((await caller(ledger)(ask("ollama:#qwen3"), at())).text, "hello");
  isFull = false;
  const filling = metered(
    async (...args) => {
      isFull = true;
      return answers(...args);
    },
    { priceOf: () => [PRICE], ledger, now: () => NOON },
  );
  assert.equal((await filling(ask(), at())).text, "hello");
  assert.deepEqual(states(root), ["under way 0.123"], "what was reserved goes on counting");
});

test("lines that are none are told with their place and skipped; a line that comes twice counts once", () => {
  const root = emptyFolder();
  putLedger(
    root,
    `${reserved("a", 0.4)}\n{"type":"reserved","id":"b"}\n<<<<<<< HEAD\n${reserved("a", 0.4)}${settled("a", 0.1)}${settled("a", 0.2)}${settled("z", 9)}`,
  );
  const { calls, unreadable } = spentCalls(openLedger(root));
  assert.deepEqual(
    calls.map(({ cost }) => cost),
    [100_000_000],
  );
  assert.deepEqual(unreadable, [
    { place: "2026-12.jsonl:3", isTorn: false },
    { place: "2026-12.jsonl:4", isTorn: false },
  ]);
});

test("a call stands in the file of the month in which it began, and counts on that day, however late it ends", async () => {
  const root = emptyFolder();
  let now = new Date("2026-11-30T23:59:59.000Z");
  const call = metered(
    async (...args) => {
      now = new Date("2026-12-01T00:00:05.000Z");
      return answers(...args);
    },
    { priceOf: () => [PRICE], budgets: { dayUsd: 0.15, timeZone: "UTC" }, ledger: openLedger(root), now: () => now },
  );
  await call(ask(), at());
  assert.equal(ledgerText(root, "2026-11").split("\n").length, 3);
  await call(ask(), at());
  assert.deepEqual(
    spentCalls(openLedger(root)).calls.map((one) => calendarOf("UTC").dayOf(new Date(one.at))),
    ["2026-11-30", "2026-12-01"],
  );
});

test("a month that begins elsewhere than in UTC is counted over both of its files", async () => {
  const root = emptyFolder();
  // 22:30 on the last day of November in UTC is the first of December in Bucharest.
  putLedger(root, reserved("a", 0.4, "x~1~1", "2026-11-30T22:30:00.000Z") + settled("a", 0.4), "2026-11");
  const budgets = { monthUsd: 0.5, timeZone: "Europe/Bucharest" };
  const call = metered(answers, { priceOf: () => [PRICE], budgets, ledger: openLedger(root), now: () => NOON });
  assert.match((await rejected(call(ask(), at()))).message, /has \$0\.10 left of \$0\.50/);
});

test("a run's budget counts what it spent in earlier months", async () => {
  const root = emptyFolder();
  putLedger(root, reserved("a", 0.4, "x~1~1", "2026-03-30T22:30:00.000Z") + settled("a", 0.4), "2026-03");
  const call = metered(answers, { priceOf: () => [PRICE], budgets: { runUsd: 0.5 }, ledger: openLedger(root), now: () => NOON });
  assert.match((await rejected(call(ask(), at({ run: "post-0" })))).message, /has \$0\.10 left of \$0\.50/);
});

/** A disk that counts the bytes that are read from ledgers. */
function countingDisk() {
  let bytes = 0;
  const opened = new Set<string>();
  const disk: Disk = {
    ...realDisk,
    openSync: (path, flags) => {
      opened.add(String(path));
      return realDisk.openSync(path, flags);
    },
    readSync: ((fd: number, buffer: Uint8Array, offset: number, length: number, position: number) => {
      const read = realDisk.readSync(fd, buffer, offset, length, position);
      bytes += read;
      return read;
    }) as Disk["readSync"],
  };
  return { disk, bytes: () => bytes, opened };
}

test("each byte of the ledger is read once, however many calls are made", async () => {
  const root = emptyFolder();
  putLedger(root, Array.from({ length: 2_000 }, (_, index) => reserved(`r${index}`, 0.001) + settled(`r${index}`, 0.001)).join(""));
  const { disk, bytes } = countingDisk();
  const call = caller(openLedger(root, { disk }));
  for (let made = 0; made < 20; made += 1) await call(ask(), at());
  const size = readFileSync(fileOf(root)).length;
  // One byte for each line that is added, to see where the file ends; and what came last is still to be read.
  assert.ok(bytes() <= size + 40, `${bytes()} of ${size} bytes`);
});

test("a budget of days and months does not open the files of earlier years", async () => {
  const root = emptyFolder();
  putLedger(root, reserved("a", 0.4), "2024-05");
  putLedger(root, reserved("b", 0.4), "2026-11");
  const { disk, opened } = countingDisk();
  await caller(openLedger(root, { disk }))(ask(), at());
  assert.deepEqual([...opened].filter((path) => path.endsWith(".jsonl")).sort(), [fileOf(root, "2026-11"), fileOf(root)]);
});

test("a line longer than what is read at once, and letters of several bytes on its edge, are read whole", () => {
  const root = emptyFolder();
  const long = reserved("a", 0.4).replace("post-0", "ș".repeat(1_500_001));
  putLedger(root, reserved("b", 0.1) + long + reserved("c", 0.1));
  const { calls, unreadable } = spentCalls(openLedger(root));
  assert.deepEqual(unreadable, []);
  assert.deepEqual(
    calls.map(({ run }) => run?.length),
    [6, 1_500_001, 6],
  );
});

test("a file that cannot be read is an error, not an empty ledger", () => {
  const root = emptyFolder();
  putLedger(root, reserved("a", 0.4));
  const openSync: Disk["openSync"] = () => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  };
  assert.throws(() => spentCalls(openLedger(root, { disk: { ...realDisk, openSync } })), { code: "EACCES" });
  writeFileSync(`${emptyFolder()}/spending`, "a file where a folder should be");
});

test("a store without a ledger has no calls", () => {
  assert.deepEqual(spentCalls(openLedger(emptyFolder())), { calls: [], unreadable: [] });
});
