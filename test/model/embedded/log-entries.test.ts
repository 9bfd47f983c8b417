import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf } from "../../../src/model/embedded/log-entries.js";

test("list items and paragraphs are entries, headings are not", () => {
  const log =
    "---\nmood: fine\n---\n# 19 March #\n\nCame in late.\nThe train stood.\n\n* planner\n  split in two\n- [x] gauge\n- [ ] tides\n1. one\n2) two\n• three\n\n***\n\n## Evening\nWent home.\n";
  assert.deepEqual(entriesOf(log), {
    headings: ["19 March", "Evening"],
    entries: ["Came in late. The train stood.", "planner split in two", "gauge", "tides", "one", "two", "three", "Went home."],
  });
});

test("what stands in a code block is no entry", () => {
  assert.deepEqual(entriesOf("before\n```sh\n# not a heading\n- not an entry\n```\nafter\r\nand on").entries, ["before", "after and on"]);
});

test("an empty log has no entries", () => {
  assert.deepEqual(entriesOf(" \n\n# \n"), { headings: [], entries: [] });
});
