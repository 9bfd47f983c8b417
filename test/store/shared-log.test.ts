import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import fc from "fast-check";
import { z } from "zod";
import { realDisk, type SharedLogOptions, sharedLog } from "../../src/store/index.js";
import { emptyFolder } from "./files/folder.js";

const Added = z.object({ add: z.int() });
type Added = z.output<typeof Added>;

interface Sum {
  readonly sum: number;
  readonly lines: number;
}

function sumIn(folder: string, options: Partial<SharedLogOptions<Added, Sum>> = {}) {
  return sharedLog<Added, Sum>({
    path: join(folder, "state", "sums.jsonl"),
    what: "the sums",
    lockedCode: "sums/locked",
    line: Added,
    empty: () => ({ sum: 0, lines: 0 }),
    fold: ({ sum, lines }, { add }) => ({ sum: sum + add, lines: lines + 1 }),
    ...options,
  });
}

test("what is decided on the state of a shared log is added before anybody else decides", async () => {
  const folder = emptyFolder();
  const [one, other] = [sumIn(folder), sumIn(folder)];
  const grow = (log: typeof one) => log.change(({ sum }) => ({ add: [{ add: sum + 1 }], gives: sum }));
  assert.deepEqual(
    await Promise.all([grow(one), grow(other), grow(one), grow(other)]).then((sums) => sums.sort((a, b) => a - b)),
    [0, 1, 3, 7],
  );
  assert.deepEqual(one.read(), { sum: 15, lines: 4 });
  assert.deepEqual(readdirSync(join(folder, "state")), ["sums.jsonl"]);
});

test("reading a shared log that is not there makes nothing, nor does a decision to add nothing make the file", async () => {
  const folder = emptyFolder();
  const log = sumIn(folder);
  assert.deepEqual(log.read(), { sum: 0, lines: 0 });
  assert.deepEqual(readdirSync(folder), []);
  assert.equal(await log.change(() => ({ add: [], gives: "nothing" })), "nothing");
  assert.equal(existsSync(log.path), false);
});

test("a whole line that only lacks its end counts for whoever decides next", async () => {
  const folder = emptyFolder();
  const log = sumIn(folder);
  await log.change(() => ({ add: [{ add: 1 }], gives: undefined }));
  appendFileSync(log.path, '{"add":2}');
  assert.deepEqual(sumIn(folder).read(), { sum: 1, lines: 1 });
  assert.equal(await sumIn(folder).change(({ sum }) => ({ add: [{ add: 4 }], gives: sum })), 3);
  assert.deepEqual(log.read(), { sum: 7, lines: 3 });
});

test("a line that was cut off counts for nothing, and the next one begins behind it", async () => {
  const folder = emptyFolder();
  const log = sumIn(folder);
  await log.change(() => ({ add: [{ add: 1 }], gives: undefined }));
  appendFileSync(log.path, '{"add":');
  assert.deepEqual(sumIn(folder).read(), { sum: 1, lines: 1 });
  await log.change(() => ({ add: [{ add: 2 }], gives: undefined }));
  assert.equal(readFileSync(log.path, "utf8"), '{"add":1}\n{"add":\n{"add":2}\n');
  assert.deepEqual(log.read(), { sum: 3, lines: 2 });
  assert.deepEqual(log.unreadable, [{ line: 2, text: '{"add":' }]);
});

test("a decision that throws adds nothing and lets go of the lock", async () => {
  const folder = emptyFolder();
  const log = sumIn(folder);
  const failing = log.change(() => {
    throw new Error("no");
  });
  await assert.rejects(failing, { message: "no" });
  assert.deepEqual(await log.change(({ sum }) => ({ add: [{ add: 5 }], gives: sum })), 0);
});

test("a disk that is full leaves the log as it was, and says so", async () => {
  const folder = emptyFolder();
  await sumIn(folder).change(() => ({ add: [{ add: 1 }], gives: undefined }));
  const full = {
    ...realDisk,
    writeSync: () => {
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    },
  };
  const log = sumIn(folder, { disk: full });
  await assert.rejects(
    log.change(() => ({ add: [{ add: 2 }], gives: undefined })),
    { code: "store/full" },
  );
  assert.deepEqual(sumIn(folder).read(), { sum: 1, lines: 1 });
});

test("a log is compacted once it has enough lines, and others who follow it see the same as before", async () => {
  const folder = emptyFolder();
  const [log, other] = [sumIn(folder), sumIn(folder)];
  for (let add = 1; add <= 4; add += 1) await log.change(() => ({ add: [{ add }], gives: undefined }));
  assert.equal(other.read().sum, 10);
  await log.compact(5, ({ sum }) => [{ add: sum }]);
  assert.equal(readFileSync(log.path, "utf8").split("\n").length - 1, 4);
  await log.compact(4, ({ sum }) => [{ add: sum }]);
  assert.equal(readFileSync(log.path, "utf8"), '{"add":10}\n');
  assert.deepEqual(other.read(), { sum: 10, lines: 1 });
  await other.change(() => ({ add: [{ add: 1 }], gives: undefined }));
  assert.deepEqual(log.read(), { sum: 11, lines: 2 });
});

test("a log whose lines all count is left as it is, however long it is, until half of them count no more", async () => {
  const folder = emptyFolder();
  const log = sumIn(folder);
  const add = (times: number) => log.change(() => ({ add: Array.from({ length: times }, () => ({ add: 1 })), gives: undefined }));
  await add(10);
  const before = realDisk.statSync(log.path).ino;
  const seven = ({ sum }: Sum) => [...Array.from({ length: 6 }, () => ({ add: 0 })), { add: sum }];
  await log.compact(5, seven);
  await add(3);
  await log.compact(5, seven);
  assert.equal(realDisk.statSync(log.path).ino, before);
  await add(1);
  await log.compact(5, seven);
  assert.equal(readFileSync(log.path, "utf8").split("\n").length - 1, 7);
  assert.equal(log.read().sum, 14);
});

test("a log that was taken away by hand means nothing any more", async () => {
  const folder = emptyFolder();
  const log = sumIn(folder);
  await log.change(() => ({ add: [{ add: 1 }], gives: undefined }));
  realDisk.unlinkSync(log.path);
  assert.deepEqual(log.read(), { sum: 0, lines: 0 });
});

test("however lines are added, compacted and cut off, all who follow a log agree on the sum", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("add" as const), by: fc.nat(2), add: fc.array(fc.nat(9), { maxLength: 3 }) }),
    fc.record({ do: fc.constant("compact" as const), by: fc.nat(2), above: fc.nat(6) }),
    fc.record({ do: fc.constant("cut off" as const) }),
    fc.record({ do: fc.constant("read" as const), by: fc.nat(2) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const folder = emptyFolder();
      const logs = [sumIn(folder), sumIn(folder), sumIn(folder)];
      const logOf = (by: number) => logs[by] ?? assert.fail();
      let expected = 0;
      for (const step of steps) {
        if (step.do === "add") {
          await logOf(step.by).change(() => ({ add: step.add.map((add) => ({ add })), gives: undefined }));
          expected += step.add.reduce((sum, add) => sum + add, 0);
        } else if (step.do === "compact") await logOf(step.by).compact(step.above, ({ sum }) => [{ add: sum }]);
        else if (step.do === "read") assert.equal(logOf(step.by).read().sum, expected);
        else if (existsSync(logOf(0).path)) appendFileSync(logOf(0).path, '{"ad');
      }
      assert.deepEqual(
        logs.map((log) => log.read().sum),
        [expected, expected, expected],
      );
    }),
    { numRuns: 40 },
  );
});

test("four processes that add to one log at once lose no line", async () => {
  const folder = emptyFolder();
  const script = join(folder, "adder.mts");
  const door = new URL("../../src/store/index.ts", import.meta.url).href;
  writeFileSync(
    script,
    `import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
    import { sharedLog } from ${JSON.stringify(door)};
    const log = sharedLog({ path: process.argv[2], what: "the sums", lockedCode: "sums/locked", line: z.object({ add: z.int() }),
      empty: () => 0, fold: (sum, { add }) => sum + add });
    for (let i = 0; i < 25; i += 1) await log.change(() => ({ add: [{ add: 1 }], gives: undefined }));`,
  );
  const log = sumIn(folder);
  const run = promisify(execFile);
  await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, ["--import", import.meta.resolve("tsx"), script, log.path])));
  assert.deepEqual(log.read(), { sum: 100, lines: 100 });
});
