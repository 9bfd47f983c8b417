import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, dayInWords, listed, number } from "../../../src/model/embedded/counting.js";

test("numbers up to twelve are words, larger ones digits in groups", () => {
  assert.deepEqual([0, 1, 12, 13, 999, 1_000, 1_234_567].map(number), ["no", "one", "twelve", "13", "999", "1,000", "1,234,567"]);
});

test("what is counted is in the plural but for one", () => {
  assert.deepEqual(
    [counted(0, "file"), counted(1, "entry", "entries"), counted(2, "entry", "entries")],
    ["no files", "one entry", "two entries"],
  );
});

test("items are listed with commas and one and", () => {
  assert.deepEqual([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])], ["", "a", "a and b", "a, b and c"]);
});

test("a day is written with the name of its month", () => {
  assert.deepEqual([dayInWords("2026-03-09"), dayInWords("1999-12-31")], ["9 March 2026", "31 December 1999"]);
});
