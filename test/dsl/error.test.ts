import assert from "node:assert/strict";
import { test } from "node:test";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";

test("an error keeps what was found, what to do next, where, and what caused it, apart", () => {
  const cause = new Error("the disk");
  const error = new StagewrightError("store/full", "no space is left", { hint: "free some", place: "journal.jsonl", cause });
  assert.deepEqual(
    [error.name, error.code, error.message, error.hint, error.place, error.cause],
    ["StagewrightError", "store/full", "no space is left", "free some", "journal.jsonl", cause],
  );
});

test("an error without a cause has no such field, so that printing it shows none", () => {
  assert.ok(!("cause" in new StagewrightError("a/b", "c")));
});

test("an error of another copy of the library is known by its name", () => {
  const foreign = Object.assign(new Error("x"), { name: "StagewrightError", code: "a/b" });
  assert.ok(isStagewrightError(foreign));
  assert.ok(!isStagewrightError(Object.assign(new Error("x"), { code: "a/b" })));
  assert.ok(!isStagewrightError({ name: "StagewrightError", code: "a/b" }));
});
