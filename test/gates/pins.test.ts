import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { filePins } from "../../src/gates/index.js";
import { rejected } from "../dsl/thrown.js";

function pinsIn(t: TestContext) {
  const folder = join(mkdtempSync(join(tmpdir(), "pins-")), "pins");
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const clock = { at: "2026-03-19T08:00:00.000Z" };
  /** As after a restart: nothing is kept but the files. */
  const pins = () => filePins({ folder, now: () => new Date(clock.at), scryptN: 1024 });
  return { folder, clock, pins };
}

test("the right PIN is taken, however its letters are composed, and nobody else's", async (t) => {
  const { pins } = pinsIn(t);
  await pins().set("ana", "parola\u0103");
  await pins().set("ion", "271828");
  assert.deepEqual([await pins().has("ana"), await pins().has("bea")], [true, false]);
  await pins().check("ana", "parolaa\u0306");
  assert.deepEqual(await rejected(pins().check("ana", "271828")), {
    code: "pin/wrong",
    message: 'that is not the PIN of "ana"',
    hint: "4 tries are left",
  });
});

test("what lies on the disk is a salted hash that only the owner reads", async (t) => {
  const { pins, folder } = pinsIn(t);
  await pins().set("a/../na", "271828");
  await pins().set("ion", "271828");
  await rejected(pins().check("ion", "271829"));
  assert.deepEqual(readdirSync(folder).sort(), ["a%2F..%2Fna.json", "ion.json", "ion.tries.jsonl"]);
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  assert.ok(texts.every((text) => !text.includes("27182")));
  assert.notEqual(JSON.parse(texts[0] ?? "").hash, JSON.parse(texts[1] ?? "").hash);
  assert.deepEqual(
    readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777),
    [0o600, 0o600, 0o600],
  );
});

test("after five wrong tries the PIN is locked for an hour, also for the right one and across restarts", async (t) => {
  const { pins, clock } = pinsIn(t);
  await pins().set("ana", "271828");
  const hints: (string | undefined)[] = [];
  for (let count = 0; count < 5; count++) hints.push((await rejected(pins().check("ana", "000000"))).hint);
  assert.deepEqual(hints, ["4 tries are left", "3 tries are left", "2 tries are left", "1 try is left", "it is locked now, for an hour"]);
  const locked = {
    code: "pin/locked",
    message: 'the PIN of "ana" is locked after 5 wrong tries',
    hint: "the next try counts from 2026-03-19T09:00:00.000Z on",
  };
  clock.at = "2026-03-19T08:59:59.999Z";
  assert.deepEqual(await rejected(pins().check("ana", "271828")), locked);
  clock.at = "2026-03-19T09:00:00.000Z";
  await pins().check("ana", "271828");
});

test("a right try, or a new PIN, opens the count anew", async (t) => {
  const { pins } = pinsIn(t);
  await pins().set("ana", "271828");
  for (let count = 0; count < 4; count++) await rejected(pins().check("ana", "000000"));
  await pins().check("ana", "271828");
  assert.equal((await rejected(pins().check("ana", "000000"))).hint, "4 tries are left");
  await pins().set("ana", "314159");
  assert.equal((await rejected(pins().check("ana", "271828"))).hint, "4 tries are left");
});

test("twenty tries at once are no more than five, and a torn line is none", async (t) => {
  const { pins, folder } = pinsIn(t);
  await pins().set("ana", "271828");
  appendFileSync(join(folder, "ana.tries.jsonl"), '{"at":"2026-03-1');
  const tries = Array.from({ length: 20 }, () => rejected(pins().check("ana", "000000")));
  const codes = (await Promise.all(tries)).map(({ code }) => code);
  assert.equal(codes.filter((code) => code === "pin/wrong").length, 5);
  assert.equal(codes.filter((code) => code === "pin/locked").length, 15);
});

test("a person without a PIN, one that is too short and a damaged file are errors that say what to do", async (t) => {
  const { pins, folder } = pinsIn(t);
  assert.deepEqual(await rejected(pins().check("ana", "271828")), {
    code: "pin/none",
    message: '"ana" has no PIN',
    hint: "`stagewright gates pin` sets one",
    place: folder,
  });
  assert.deepEqual(await rejected(pins().set("ana", "12345")), {
    code: "pin/short",
    message: "a PIN has at least 6 characters",
    hint: "choose a longer one",
  });
  await pins().set("ana", "271828");
  writeFileSync(join(folder, "ana.json"), "{");
  assert.deepEqual(await rejected(pins().check("ana", "271828")), {
    code: "pin/file",
    message: 'the PIN of "ana" cannot be read',
    hint: "`stagewright gates pin` sets a new one",
    place: join(folder, "ana.json"),
  });
});
